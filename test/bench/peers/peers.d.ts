// The parts that the benchmark uses of packages that only it installs: the types of the project are checked without them.

declare module 'udsv' {
  interface Schema {
    cols: { name: string }[];
  }
  export function inferSchema(text: string): Schema;
  export function initParser(schema: Schema): {
    stringArrs(text: string, onRow?: (row: string[]) => void): string[][];
  };
}

declare module 'arquero' {
  interface Table {
    derive(columns: Record<string, unknown>): Table;
    groupby(...columns: string[]): Table;
    rollup(columns: Record<string, unknown>): Table;
    array(column: string): unknown;
  }
  export function fromCSV(text: string, options: { autoType: boolean }): Table;
  export function escape(expression: (row: Record<string, string>) => unknown): unknown;
  export const op: { count(): unknown; sum(column: string): unknown };
}

declare module '@duckdb/duckdb-wasm' {
  interface Connection {
    query(sql: string): Promise<{ getChild(name: string): Iterable<unknown> | null }>;
  }
  export class VoidLogger {}
  export const DuckDBDataProtocol: { BROWSER_FILEREADER: number };
  export class AsyncDuckDB {
    constructor(logger: VoidLogger, worker: Worker);
    instantiate(module: string): Promise<unknown>;
    connect(): Promise<Connection>;
    registerFileHandle(name: string, file: File, protocol: number, directIo: boolean): Promise<void>;
    dropFile(name: string): Promise<unknown>;
  }
}
