import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from '@duckdb/duckdb-wasm';
import { countCombinations } from '../pages/counts.ts';
import { serveCounter } from './serve-counter.ts';

const FILE = 'leads.csv';

const quote = (text: string, mark: '"' | "'") => mark + text.replaceAll(mark, mark + mark) + mark;

const database = new AsyncDuckDB(new VoidLogger(), new Worker('/bench/duckdb/duckdb-browser-eh.worker.js'));
await database.instantiate('/bench/duckdb/duckdb-eh.wasm');
const connection = await database.connect();

/** SQL over the file itself. Starting the database is no part of the time. */
serveCounter(async (file, job) => {
  await database.registerFileHandle(FILE, file, DuckDBDataProtocol.BROWSER_FILEREADER, true);
  const columns = job.attributes.map((name) => quote(name, '"'));
  const qualified = job.qualified.map((name) => quote(name, "'"));
  const result = await connection.query(`
    SELECT ${columns.join(', ')}, count(*)::INT AS leads,
      (count(*) FILTER (${quote(job.status, '"')} IN (${qualified.join(', ')})))::INT AS conversions
    FROM read_csv('${FILE}', header = true, all_varchar = true)
    GROUP BY ALL`);
  await database.dropFile(FILE);
  const list = <T>(name: string) => Array.from(result.getChild(name) ?? []) as T[];
  const values = job.attributes.map((name) => list<string | null>(name));
  return countCombinations(job, {
    values,
    leads: list<number>('leads'),
    conversions: list<number>('conversions'),
  });
});
