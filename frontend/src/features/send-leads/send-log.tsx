import { formatDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { formatAccount } from '#frontend/features/connections/typed-account.tsx';
import { CountTable } from '#frontend/features/platforms/upload-tables.tsx';
import { SendProblemNotice } from './send-outcome.tsx';
import { describeReason } from './send-words.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { DAY, MINUTE } from '#contract/limits.ts';
import type { ListedSend, Send } from '#contract/sends.ts';
import { fetchSend, noteOutcomes, useAskSends } from '#frontend/api/sends.ts';
import { TEAM, WORK } from '#frontend/lib/tab-team.ts';
import { startSender } from '#frontend/threads/sends/send-client.ts';
import type { SendFailureDetails } from '#frontend/threads/sends/send-failure.ts';

/** The latest sends are shown; the others are there for those who ask. */
const SHOWN = 3;

interface SendLogProps {
  sends: readonly ListedSend[];
  /** False for a member of a team who may not send: Google is not asked then. */
  mayFollow: boolean;
}

const NONE: readonly ListedSend[] = [];

/** The sends of this user or team, with what Google says of them. */
export function SendLogSection({ sends, mayFollow }: SendLogProps) {
  const { isAsking, problem, ask, isOpen } = useFollowed(mayFollow ? sends : NONE);
  const entries = (some: readonly ListedSend[]) => (
    <ul className="flex flex-col">
      {some.map((send) => (
        <Entry key={send.id} send={send} />
      ))}
    </ul>
  );
  return (
    <div className="flex flex-col gap-3 border-t border-hairline pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h5 className="text-13 font-semibold">{TEAM === null ? 'Your sends' : 'Sends of the team'}</h5>
        {isOpen && (
          <Button size="small" disabled={isAsking} onClick={ask}>
            {isAsking ? 'Asking Google…' : 'Ask Google Now'}
          </Button>
        )}
      </div>
      {problem === 'failed' && (
        <Notice tone="error">Google could not be asked. Please try again in a moment.</Notice>
      )}
      {problem !== null && problem !== 'failed' && <SendProblemNotice details={problem} download={null} />}
      {entries(sends.slice(0, SHOWN))}
      {sends.length > SHOWN && (
        <details className="text-13">
          <summary className="w-fit text-muted">{countNoun(sends.length - SHOWN, 'earlier send')}</summary>
          {entries(sends.slice(SHOWN))}
        </details>
      )}
    </div>
  );
}

function Entry({ send }: { send: ListedSend }) {
  const { startedAt, done, refused, total, account, action } = send;
  const summed = sumOutcomes(send);
  return (
    <li className="flex flex-col gap-2 border-t border-hairline py-3 text-13 first:border-t-0">
      <p>
        <span className="font-medium">{formatDateTime(new Date(startedAt))}</span>
        <span className="text-muted wrap-anywhere">
          {' '}
          · account {formatAccount(account)} · conversion action {action}
        </span>
      </p>
      <p>
        {countNoun(done - refused, 'value')} of {formatCount(total)} arrived
        {refused > 0 && `, ${formatCount(refused)} refused`}
        {done < total && '. Interrupted: look at the same values again to go on'}. {describeState(summed)}
      </p>
      <CountTable
        caption="Not counted by Google"
        counts={summed.errors.map(({ reason, count }) => [describeReason(reason), count] as const)}
      />
      <CountTable
        caption="Counted without a part"
        counts={summed.warnings.map(({ reason, count }) => [describeReason(reason), count] as const)}
      />
    </li>
  );
}

/** Google's answers about a send: 'Google has counted 1,200 of 1,204.' */
function describeState({ open, settled, isOverdue, records, failed }: SummedOutcomes): string {
  const counted =
    settled > 0 ? `Google has counted ${formatCount(records - failed)} of ${formatCount(records)}.` : '';
  if (open === 0) return counted;
  const waiting = isOverdue
    ? `Google has not said in a day what became of ${countNoun(open, 'request')}.`
    : `Google is still looking at ${countNoun(open, 'request')}.`;
  return `${counted} ${waiting}`.trim();
}

/**
 * Google's advice for asking about a request: after half an hour, then later each time up to an hour, for a day
 * (https://developers.google.com/data-manager/api/devguides/concepts/diagnostics, read 2026-11-25). In minutes.
 */
const LOOKS = [30, 69, 119, ...Array.from({ length: 22 }, (_, hour) => 179 + 60 * hour)];
const GIVEN_UP_MS = 1 * DAY;

/** Google's answers about the requests of a send, added up. */
interface SummedOutcomes {
  /** Requests without an outcome. */
  open: number;
  settled: number;
  /** True where Google has not said it in a day. */
  isOverdue: boolean;
  records: number;
  failed: number;
  errors: readonly { reason: string; count: number }[];
  warnings: readonly { reason: string; count: number }[];
}

/** @internal */
export function sumOutcomes({ outcomes, updatedAt }: ListedSend, now = Date.now()): SummedOutcomes {
  return {
    ...outcomes,
    isOverdue: now - Date.parse(updatedAt) > GIVEN_UP_MS,
    failed: outcomes.errors.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The milliseconds until Google is asked next about a send: 0 for now, null for never again. */
function nextLook(
  { updatedAt }: ListedSend,
  { askedAt, now }: { askedAt: number; now: number },
): number | null {
  const at = LOOKS.map((minutes) => Date.parse(updatedAt) + minutes * MINUTE).find((look) => look > askedAt);
  return at === undefined ? null : Math.max(0, at - now);
}

const openRequests = ({ requests }: Send) => requests.filter(({ outcome }) => outcome === null);

/** Asks Google what has become of sends, at its pace while they are shown, and whenever the visitor wants to know. @internal */
export function useFollowed(sends: readonly ListedSend[]) {
  const askSends = useAskSends();
  const [problem, setProblem] = useState<SendFailureDetails | 'failed' | null>(null);
  const [asking, setAsking] = useState<readonly ListedSend[] | null>(null);
  const [askedAt, setAskedAt] = useState(0);
  const open = useMemo(
    () => sends.filter((send) => send.outcomes.open > 0 && !sumOutcomes(send).isOverdue),
    [sends],
  );
  const ask = useCallback(() => setAsking((current) => current ?? open), [open]);

  useEffect(() => {
    if (asking !== null || open.length === 0) return;
    const now = Date.now();
    const waits = open.map((send) => nextLook(send, { askedAt, now })).filter((wait) => wait !== null);
    if (waits.length === 0) return;
    const timer = setTimeout(() => setAsking(open), Math.min(...waits));
    return () => clearTimeout(timer);
  }, [open, asking, askedAt]);

  useEffect(() => {
    if (asking === null) return;
    let isCurrent = true;
    const sender = startSender(WORK);
    const finish = (found: typeof problem) => {
      if (!isCurrent) return;
      setProblem(found);
      setAskedAt(Date.now());
      setAsking(null);
    };
    follow(sender, asking)
      .then(async (failure) => {
        if (isCurrent) await askSends();
        finish(failure);
      })
      .catch(() => finish('failed'));
    return () => {
      isCurrent = false;
      sender.close();
    };
  }, [asking, askSends]);

  return { isAsking: asking !== null, problem, ask, isOpen: open.length > 0 };
}

/** Asks about all open requests, and notes what Google says. */
async function follow(
  sender: ReturnType<typeof startSender>,
  sends: readonly ListedSend[],
): Promise<SendFailureDetails | null> {
  for (const { id } of sends) {
    const send = await fetchSend(id);
    const answer = await sender.follow(openRequests(send).map((request) => request.id));
    if (!answer.ok) return answer.error;
    const outcomes = answer.value.flatMap((one) => (one.outcome ? [[one.id, one.outcome] as const] : []));
    if (outcomes.length > 0) await noteOutcomes(send, new Map(outcomes));
  }
  return null;
}
