import { watchDatabase } from './watched-database.ts';

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

const SECRET = 'D1_ERROR: no such column: password_hash near "SELECT"';

/** A view of a database on which a given statement or batch, and all after it, fail. */
export function makeFaulty(real: D1Database, { fault, step, onSilence }: Options): FaultyDatabase {
  let steps = 0;
  let isReached = false;
  const database = watchDatabase(real, ({ work }) => {
    if (steps++ < step) return work();
    isReached = true;
    if (fault === 'throws') throw new Error(SECRET);
    if (fault === 'refuses') return Promise.reject(new Error(SECRET));
    const done = fault === 'answer is lost' ? work() : Promise.resolve();
    void done.then(onSilence);
    return new Promise(() => {});
  });

  return { database, wasReached: () => isReached };
}
