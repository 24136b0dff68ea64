import { drizzle } from 'drizzle-orm/d1';
import { ensureSchema } from './migrate.ts';

/** Opens the database for one request, which may wait `budgetMs` for it in total. */
export function openDatabase(database: D1Database, budgetMs: number) {
  return drizzle(guardDatabase(database, budgetMs));
}

export type Database = ReturnType<typeof openDatabase>;

/** The database failed or did not answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : 'unknown failure');

/** Rejects when `work` fails, throws at once, or takes longer than `milliseconds`. */
export async function waitFor<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable('no answer in time')), milliseconds);
  });
  try {
    return await Promise.race([work(), timeout]);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(describe(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** A statement that runs under the guard. `make` is called only then, so that the guard catches its errors too. */
class GuardedStatement {
  readonly #run: Run;
  readonly make: () => D1PreparedStatement;

  constructor(run: Run, make: () => D1PreparedStatement) {
    this.#run = run;
    this.make = make;
  }

  bind(...values: unknown[]): GuardedStatement {
    return new GuardedStatement(this.#run, () => this.make().bind(...values));
  }

  all(): Promise<D1Result> {
    return this.#run(() => this.make().all());
  }

  run(): Promise<D1Result> {
    return this.#run(() => this.make().run());
  }

  raw(): Promise<unknown[][]> {
    return this.#run(() => this.make().raw());
  }
}

/**
 * A D1 database for one request. Every statement first brings the schema up to date, and all statements together may wait
 * `budgetMs`. Every error is a `DatabaseUnavailable`.
 */
function guardDatabase(database: D1Database, budgetMs: number): D1Database {
  let remaining = budgetMs;
  const run: Run = async (work) => {
    const start = Date.now();
    try {
      return await waitFor(async () => {
        await ensureSchema(database);
        return await work();
      }, remaining);
    } finally {
      remaining = Math.max(0, remaining - (Date.now() - start));
    }
  };
  const guarded = {
    prepare: (query: string) => new GuardedStatement(run, () => database.prepare(query)),
    batch: (statements: GuardedStatement[]) =>
      run(() => database.batch(statements.map((statement) => statement.make()))),
  };
  return guarded as unknown as D1Database; // drizzle uses only these two methods
}
