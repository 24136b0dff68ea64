import type { PushPreview, PushRecord } from '#contract/push-answers.ts';
import type { AccountReference, PushRequest } from '#contract/pushes.ts';
import { forEachKind } from './pushed-rules.ts';
import type { Match, Wanted } from './push-request.ts';
import type { ChosenAccount } from './use-accounts.ts';

/** The visitor's choices for pushes to one platform. They stay while another tab or platform is shown, and after a failure. */
export interface PushForm {
  account: ChosenAccount | null;
  /** The country in which places are looked up; null for all. */
  country: string | null;
  /** By value of the file: another name to look up instead. */
  otherNames: ReadonlyMap<string, string>;
  /** The matches that the visitor has confirmed, by `keyOfMatch`. */
  confirmed: ReadonlyMap<string, Match>;
}

/** Where a push is. */
export type PushRun =
  | { state: 'idle' }
  | { state: 'comparing' }
  /** `isChanged`: the account was another one than the visitor had approved. */
  | { state: 'compared'; request: PushRequest; preview: PushPreview; isChanged: boolean }
  | { state: 'pushing'; request: PushRequest; preview: PushPreview }
  | { state: 'pushed'; push: PushRecord }
  | { state: 'failed'; at: 'compare' | 'push'; error: unknown };

/** Lists of one account are unknown to another one. Places and words are the same in all accounts of a platform. */
export const keyOfMatch = ({ kind, value }: Wanted, account: AccountReference): string =>
  JSON.stringify([kind, value, kind === 'audience' ? account.id : null]);

export const PUSH_FORMS = forEachKind<PushForm>({
  account: null,
  country: null,
  otherNames: new Map(),
  confirmed: new Map(),
});

export const PUSH_RUNS = forEachKind<PushRun>({ state: 'idle' });
