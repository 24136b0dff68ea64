import type { Destination, ListedSend } from '#contract/sends.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { formatAccount } from '#frontend/features/connections/listed-accounts.tsx';

/** Where the values go, as typed. */
export type TypedDestination = Readonly<Record<keyof Destination, string>>;

/** Null until the visitor has typed something: then it is the destination of the latest send. */
export const SEND_DESTINATION: TabChoice<TypedDestination | null> = { first: null };

const EMPTY: TypedDestination = { account: '', manager: '', action: '' };

/** The destination of the latest send, as somebody would type it. */
export function latestDestination([latest]: readonly ListedSend[]): TypedDestination {
  if (!latest) return EMPTY;
  const { account, manager, action } = latest;
  return { account: formatAccount(account), manager: manager === null ? '' : formatAccount(manager), action };
}

/** Google writes ids of accounts with hyphens, and people copy blanks. */
const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/** The digits of a typed id. */
export const readAccount = digitsOf;

const isAccount = (text: string): boolean => /^\d{10}$/.test(digitsOf(text));

const NO_ACCOUNT = 'Ten digits, such as 123-456-7890.';

/** The problem of each field; null without one. */
export function findProblems({
  account,
  manager,
  action,
}: TypedDestination): Record<keyof Destination, string | null> {
  return {
    account: isAccount(account) ? null : NO_ACCOUNT,
    manager: digitsOf(manager) === '' || isAccount(manager) ? null : NO_ACCOUNT,
    action: /^\d{1,19}$/.test(digitsOf(action)) ? null : 'Digits only, such as 987654321.',
  };
}

/** The destination; null while something is wrong with it. */
export function readDestination(typed: TypedDestination): Destination | null {
  if (Object.values(findProblems(typed)).some((problem) => problem !== null)) return null;
  const [account, manager, action] = [typed.account, typed.manager, typed.action].map(digitsOf);
  // Three texts are mapped to three.
  return { account: account!, manager: manager === '' ? null : manager!, action: action! };
}
