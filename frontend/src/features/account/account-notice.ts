import { describeGoogleNotice } from '#contract/google.ts';
import { PAGES } from '#contract/pages.ts';
import { ANALYSES_KEY, fetchAnalyses } from '#frontend/api/analyses.ts';
import { toast } from '#frontend/ui/toast-store.ts';

/** Says what has happened to the account. */
export async function showAccountNotice(reason: string): Promise<void> {
  if (reason === 'account-deleted') {
    toast({ title: 'Account deleted', description: 'Your analyses and preferences are deleted too.' });
    return;
  }
  const text = describeGoogleNotice(reason);
  if (text === null) return;
  if (reason === 'google-linked') await tellLinked(text);
  else toast({ title: 'Account not deleted', description: text, tone: 'destructive' });
}

/** Long enough to read four sentences. */
const LONG_MS = 20_000;

/** Names of analyses in one message. */
const MAX_NAMES = 3;

/** Names the analyses of the account: somebody else may have saved them, since nobody had confirmed the address before. */
async function tellLinked(text: string): Promise<void> {
  const names = await readNames();
  toast({
    title: 'Welcome back!',
    description: [text, describeHeld(names)].join(' ').trim(),
    duration: LONG_MS,
    ...(names.length > 0 && { action: { label: 'Saved Analyses', href: PAGES.saved.path } }),
  });
}

/** The names of all analyses of the account; none if they can't be read. */
async function readNames(): Promise<string[]> {
  try {
    return (await fetchAnalyses(ANALYSES_KEY)).map(({ fileName }) => fileName);
  } catch {
    return [];
  }
}

function describeHeld(names: readonly string[]): string {
  if (names.length === 0) return '';
  const others = names.length - MAX_NAMES;
  const named = others > 0 ? [...names.slice(0, MAX_NAMES), `${others} more`] : names;
  const count = names.length === 1 ? 'one saved analysis' : `${names.length} saved analyses`;
  return `It held ${count} before: ${named.join(', ')}.`;
}
