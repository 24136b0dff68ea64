/** Ids and times in examples: the Worker's own are replaced by these before they are compared. */
export const EXAMPLE_ID = '5a7ca23a-0e33-4230-b73d-2436cd2c9373';
export const EXAMPLE_TIME = '2026-10-15T15:04:00.000Z';
export const EXAMPLE_EMAIL = 'somebody@example.com';
export const EXAMPLE_PASSWORD = 'correct horse';
export const EXAMPLE_PICTURE = 'https://lh3.googleusercontent.com/a/somebody';

/**
 * One call and one of its outcomes. The Worker's tests bring each about and compare the answer; component tests answer
 * with it.
 */
export interface Example {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{id}` stands for the id of a saved analysis. */
  path: string;
  /** JSON; absent where the call has none, or has a dataset. */
  body?: unknown;
  status: number;
  answer: unknown;
  /** Seconds. */
  retryAfter?: number;
}

export const unauthorized = { status: 401, answer: { message: 'Unauthorized' } } as const;

export const unavailable = {
  status: 503,
  answer: {
    message: 'The service is unavailable right now. Please try again in a moment.',
    code: 'UNAVAILABLE',
  },
  retryAfter: 10,
} as const;

/** Makes a list of examples keep its names and be checked as examples. */
export const examples = <Name extends string>(list: Record<Name, Example>): Record<Name, Example> => list;
