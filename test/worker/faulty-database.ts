/**
 * How a database fails at one step: it throws at once, refuses, never answers, or does the work and its answer is lost.
 */
export type Fault = 'throws' | 'refuses' | 'hangs' | 'answer is lost';

export interface FaultyDatabase {
  database: D1Database;
  /** Whether the failing step was reached. */
  wasReached(): boolean;
}

interface Options {
  fault: Fault;
  /** Number of the step that fails, from 0; every later one fails as well. */
  step: number;
  /** Called when an answer will never come. */
  onSilence: () => void;
}

const RUNNERS = new Set(['all', 'run', 'raw', 'first']);
const SECRET = 'D1_ERROR: no such column: password_hash near "SELECT"';

/** A view of a database on which a given statement or batch, and all after it, fail. */
export function makeFaulty(real: D1Database, { fault, step, onSilence }: Options): FaultyDatabase {
  let steps = 0;
  let isReached = false;
  const originals = new WeakMap<object, D1PreparedStatement>();

  function run(work: () => Promise<unknown>): Promise<unknown> {
    if (steps++ < step) return work();
    isReached = true;
    if (fault === 'throws') throw new Error(SECRET);
    if (fault === 'refuses') return Promise.reject(new Error(SECRET));
    const done = fault === 'answer is lost' ? work() : Promise.resolve();
    void done.then(onSilence);
    return new Promise(() => {});
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...values: unknown[]) => Promise<unknown>; // D1 has only methods
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        if (!RUNNERS.has(String(name))) return method;
        return (...values: unknown[]) => run(() => method.apply(target, values));
      },
    });
    originals.set(proxy, statement);
    return proxy;
  }

  const database = {
    prepare: (query: string) => wrap(real.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      run(() => real.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  };
  return {
    database: database as unknown as D1Database, // the part of it that the Worker uses
    wasReached: () => isReached,
  };
}
