import type { ListedSend } from '#contract/sends.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { formatAccount } from '#frontend/features/connections/typed-account.tsx';
import { CountTable } from '#frontend/features/platforms/upload-tables.tsx';
import { SendProblemNotice } from './send-outcome.tsx';
import { describeReason } from './send-words.ts';
import { sumOutcomes, useFollowed, type SummedOutcomes } from './follow-sends.ts';

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
