/** One round trip to the database: a statement, or a batch of them. */
export interface RoundTrip {
  statements: readonly string[];
  work: () => Promise<unknown>;
}

const RUNNERS = new Set(['all', 'run', 'raw', 'first']);

/** A view of a database that hands every round trip to `run`, which does its work or not. */
export function watchDatabase(real: D1Database, run: (trip: RoundTrip) => Promise<unknown>): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; sql: string }>();

  function wrap(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const method = Reflect.get(target, name) as (...values: unknown[]) => Promise<unknown>; // D1 has only methods
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values), sql);
        if (!RUNNERS.has(String(name))) return method;
        return (...values: unknown[]) => run({ statements: [sql], work: () => method.apply(target, values) });
      },
    });
    originals.set(proxy, { statement, sql });
    return proxy;
  }

  const database = {
    prepare: (sql: string) => wrap(real.prepare(sql), sql),
    batch: (proxies: D1PreparedStatement[]) => {
      const made = proxies.map((proxy) => originals.get(proxy) ?? { statement: proxy, sql: '' });
      return run({
        statements: made.map(({ sql }) => sql),
        work: () => real.batch(made.map(({ statement }) => statement)),
      });
    },
  };
  return database as unknown as D1Database; // the part of it that the Worker uses
}
