import { reasonOf } from './client.ts';

/** Why an action has failed, in words for the visitor. */
export const describeFailure = (error: unknown): string =>
  reasonOf(error) ?? 'That did not work. Please check your connection and try again.';
