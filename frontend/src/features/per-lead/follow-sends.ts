import { useCallback, useEffect, useMemo, useState } from 'react';
import { DAY, MINUTE } from '#contract/limits.ts';
import type { RequestOutcome, Send } from '#contract/sends.ts';
import { noteOutcomes, useAskSends } from '#frontend/api/sends.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { startSender } from '#frontend/thread/send-client.ts';
import type { SendFailureDetails } from '#frontend/thread/send-protocol.ts';

/**
 * Google's advice for asking about a request: after half an hour, then later each time up to an hour, for a day
 * (https://developers.google.com/data-manager/api/devguides/concepts/diagnostics, read 2026-11-25). In minutes.
 */
const LOOKS = [30, 69, 119, ...Array.from({ length: 22 }, (_, hour) => 179 + 60 * hour)];
const GIVEN_UP_MS = 1 * DAY;

/** What Google says of the requests of a send, added up. */
export interface SummedOutcomes {
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

export function sumOutcomes({ requests, updatedAt }: Send, now = Date.now()): SummedOutcomes {
  const outcomes = requests.flatMap(({ outcome }) => outcome ?? []);
  const errors = sumReasons(outcomes.flatMap((outcome) => outcome.errors));
  const warnings = sumReasons(outcomes.flatMap((outcome) => outcome.warnings));
  return {
    open: requests.length - outcomes.length,
    settled: outcomes.length,
    isOverdue: now - Date.parse(updatedAt) > GIVEN_UP_MS,
    records: outcomes.reduce((sum, { records }) => sum + records, 0),
    failed: errors.reduce((sum, { count }) => sum + count, 0),
    errors,
    warnings,
  };
}

/** Most first. */
function sumReasons(counts: RequestOutcome['errors']) {
  const sums = new Map<string, number>();
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}

/** The milliseconds until Google is asked next about a send: 0 for now, null for never again. */
function nextLook({ updatedAt }: Send, { askedAt, now }: { askedAt: number; now: number }): number | null {
  const at = LOOKS.map((minutes) => Date.parse(updatedAt) + minutes * MINUTE).find((look) => look > askedAt);
  return at === undefined ? null : Math.max(0, at - now);
}

const openRequests = ({ requests }: Send) => requests.filter(({ outcome }) => outcome === null);

/** Asks Google what has become of sends, at its pace while they are shown, and whenever the visitor wants to know. */
export function useFollowed(sends: readonly Send[]) {
  const askSends = useAskSends();
  const [problem, setProblem] = useState<SendFailureDetails | 'failed' | null>(null);
  const [asking, setAsking] = useState<readonly Send[] | null>(null);
  const [askedAt, setAskedAt] = useState(0);
  const open = useMemo(
    () => sends.filter((send) => openRequests(send).length > 0 && !sumOutcomes(send).isOverdue),
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
  sends: readonly Send[],
): Promise<SendFailureDetails | null> {
  for (const send of sends) {
    const answer = await sender.follow(openRequests(send).map(({ id }) => id));
    if (!answer.ok) return answer.error;
    const known = answer.value.flatMap(({ id, outcome }) => (outcome ? [[id, outcome] as const] : []));
    if (known.length > 0) await noteOutcomes(send, new Map(known));
  }
  return null;
}
