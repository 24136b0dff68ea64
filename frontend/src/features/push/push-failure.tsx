import type { ReactNode } from 'react';
import { PAGES } from '#contract/pages.ts';
import { CONNECTION_NAMES, type RuleKind } from '#contract/platforms.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';

/** The call that failed: one that only reads, a push, or an undo. */
type FailedAt = 'read' | 'push' | 'undo';

interface PushFailureProps {
  kind: RuleKind;
  platformName: string;
  error: unknown;
  at: FailedAt;
  onRetry(): void;
}

/** Says why a call failed, what it left as it was, and what to do. */
export function PushFailure({ kind, platformName, error, at, onRetry }: PushFailureProps) {
  const { title, text } = describePushFailure({ kind, platformName, error, at });
  return (
    <Notice
      tone="error"
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          {at === 'read' ? 'Try Again' : 'Look Again'}
        </Button>
      }
    >
      <p className="max-w-prose">{text}</p>
    </Notice>
  );
}

interface FailureWords {
  title: string;
  text: ReactNode;
}

const UNWRITTEN: Readonly<Record<FailedAt, string>> = {
  read: 'Your choices stay here, and nothing was written.',
  push: 'Nothing was written. Your choices stay here.',
  undo: 'Nothing was undone.',
};

/** Refusals of this site before any write, by their codes. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['NOT_NAMED', 'This ad account is not named for the team'],
  ['STORAGE_LIMIT', 'Nothing was pushed'],
  ['SERVICE_FULL', 'Nothing was pushed'],
]);

function describePushFailure({
  kind,
  platformName,
  error,
  at,
}: Omit<PushFailureProps, 'onRetry'>): FailureWords {
  if (!(error instanceof CallFailure)) return describeLost(at);
  const { code, status, reason } = error;
  const unwritten = UNWRITTEN[at];
  if (code === 'DISCONNECTED')
    return {
      title: `The connection ${CONNECTION_NAMES[kind]} has ended`,
      text: (
        <>
          <a
            href={addressInTeam(PAGES.connections.path)}
            target="_blank"
            rel="noreferrer"
            className="font-medium underline underline-offset-2"
          >
            Connect again in another tab
          </a>
          , then try again here. {unwritten}
        </>
      ),
    };
  if (code === 'PUSH_RUNNING')
    return {
      title: 'Another push to this account is under way',
      text: `Wait until it has ended, then look again. ${unwritten}`,
    };
  if (code === 'ACCOUNT_CHANGED') return { title: 'It was not undone', text: reason };
  const refusal = code === 'PLATFORM_REFUSED' ? `${platformName} refused it` : REFUSALS.get(code ?? '');
  if (refusal !== undefined) return { title: refusal, text: `${reason} ${unwritten}` };
  if (at === 'push' && status === 404)
    return {
      title: 'Nothing was pushed',
      text: `The saved analysis of these results was deleted, or moved. ${unwritten}`,
    };
  if (status === 429)
    return { title: 'Too many calls', text: `${reason ?? 'Please wait a minute.'} ${unwritten}` };
  if (code === 'PROVIDER_UNAVAILABLE')
    return {
      title: `There was no answer from ${platformName}`,
      text: `${reason ?? 'Please try again in a moment.'} Your choices stay here.`,
    };
  return {
    title: 'That did not work',
    text: `${reason ?? 'Please try again in a moment.'} ${at === 'read' ? unwritten : describeUnknown(at)}`,
  };
}

/** There was no answer, or one that nobody understands: a write may have taken place. */
function describeLost(at: FailedAt): FailureWords {
  if (at === 'read')
    return { title: 'There was no answer', text: `Please check your internet connection. ${UNWRITTEN.read}` };
  return { title: 'The answer was lost', text: describeUnknown(at) };
}

const describeUnknown = (at: 'push' | 'undo'): string =>
  `The ${at} may have been made, wholly or in part. Look again to see what the account holds: nothing is written by that.`;
