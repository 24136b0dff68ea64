import { drizzle } from 'drizzle-orm/d1';
import { asAuditActor, type AuditActor } from './audit-actor.ts';
import { ensureSchema } from './migrate.ts';

/**
 * Opens the database for one request, which may wait `budgetMs` for it in total.
 *
 * @param findActor whose changes it makes, for the log of a team; null for nobody's
 */
export function openDatabase(
  database: D1Database,
  budgetMs: number,
  findAuditActor: () => AuditActor | null = () => null,
) {
  return drizzle(guardDatabase(database, budgetMs, findAuditActor));
}

export type Database = ReturnType<typeof openDatabase>;

/** The database failed or did not answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The log takes no more entries today, of the team or of the person: so the change did not take place. */
export class LogFull extends Error {
  override readonly name = 'LogFull';
  readonly of: 'team' | 'person';

  constructor(of: LogFull['of']) {
    super(`the log of the ${of} is full today`);
    this.of = of;
  }
}

/** The error of this class among the causes of another one: drizzle wraps those of the database. */
export function findCause<Kind extends Error>(
  error: unknown,
  kind: abstract new (of: never) => Kind,
): Kind | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof kind) return cause;
  }
  return null;
}

/** The failure of a statement: a trigger of the log has its own words. */
function toFailure(error: unknown): Error {
  const message = describe(error);
  for (const of of ['team', 'person'] as const) {
    const full = new LogFull(of);
    if (message.includes(full.message)) return full;
  }
  return new DatabaseUnavailable(message, { cause: error });
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
    throw toFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

interface Guard {
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs statements that change something in one transaction, with their actor. */
  change: (statements: D1PreparedStatement[]) => Promise<D1Result[]>;
  findAuditActor: () => AuditActor | null;
}

/** A statement that runs under the guard. `make` is called only then, so that the guard catches its errors too. */
class GuardedStatement {
  readonly #guard: Guard;
  readonly isChange: boolean;
  readonly make: () => D1PreparedStatement;

  constructor(guard: Guard, isChange: boolean, make: () => D1PreparedStatement) {
    this.#guard = guard;
    this.isChange = isChange;
    this.make = make;
  }

  bind(...values: unknown[]): GuardedStatement {
    return new GuardedStatement(this.#guard, this.isChange, () => this.make().bind(...values));
  }

  all(): Promise<D1Result> {
    return this.#isActed ? this.#change() : this.#guard.run(() => this.make().all());
  }

  run(): Promise<D1Result> {
    return this.#isActed ? this.#change() : this.#guard.run(() => this.make().run());
  }

  async raw(): Promise<unknown[][]> {
    if (!this.#isActed) return await this.#guard.run(() => this.make().raw());
    const { results } = await this.#change();
    return results.map((row) => Object.values(row as object)); // as drizzle reads the rows of a batch
  }

  get #isActed(): boolean {
    return this.isChange && this.#guard.findAuditActor() !== null;
  }

  async #change(): Promise<D1Result> {
    const [result] = await this.#guard.run(() => this.#guard.change([this.make()]));
    return result!; // one for each statement
  }
}

/**
 * Whether a statement may change something that a log tells of. What expires in these tables stands in no log, and its end must not
 * need the write of an actor: it makes room in a full database.
 */
const isChange = (query: string): boolean =>
  !/^\s*(select\b|delete from "(sessions|rate_limits|used_states)")/i.test(query);

/**
 * A D1 database for one request. Every statement first brings the schema up to date, and all statements together may wait
 * `budgetMs`. Every error is a `DatabaseUnavailable`, or a `LogFull`.
 */
function guardDatabase(
  database: D1Database,
  budgetMs: number,
  findAuditActor: () => AuditActor | null,
): D1Database {
  let remaining = budgetMs;
  const run: Guard['run'] = async (work) => {
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
  const change = (statements: D1PreparedStatement[]) => asAuditActor(database, findAuditActor(), statements);
  const guard: Guard = { run, change, findAuditActor };
  const guarded = {
    prepare: (query: string) => new GuardedStatement(guard, isChange(query), () => database.prepare(query)),
    batch: (statements: GuardedStatement[]) =>
      run(() => {
        const made = statements.map((statement) => statement.make());
        return statements.some((statement) => statement.isChange) ? change(made) : database.batch(made);
      }),
  };
  return guarded as unknown as D1Database; // drizzle uses only these two methods
}
