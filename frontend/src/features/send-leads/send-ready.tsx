import { formatDateTime } from '#frontend/lib/format-date.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { SendProgress } from '#frontend/threads/sends/send-questions.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { ThreadProgress } from '#frontend/features/results/answer-progress.tsx';
import { formatAccount } from '#frontend/features/connections/typed-account.tsx';
import { describeDropReason } from '#frontend/features/platforms/drop-words.ts';
import { CountTable, FirstRows } from '#frontend/features/platforms/upload-tables.tsx';
import { RefusedRows, SendProblemNotice, Warnings } from './send-outcome.tsx';
import type { ReadyLeads, SendingState } from './sending.ts';

interface ReadyToSendProps {
  ready: ReadyLeads;
  state: SendingState;
  onTest(): void;
  onSend(): void;
  onStop(): void;
  files: LeadFiles;
  download: (() => void) | null;
}

/** The values to send, in counts and three rows; then the test, and the send. */
export function ReadyToSend({ ready, state, onTest, onSend, onStop, files, download }: ReadyToSendProps) {
  const { made, unfinished, total } = ready;
  const { busy, progress, tested, sent } = state;
  const left = total - (unfinished?.done ?? 0) - (unfinished ? 0 : (tested?.refusedCount ?? 0));
  const isTested = tested !== null && tested.stoppedBy === null;
  const mayTest = busy === null && total > 0;
  return (
    <div className="flex flex-col gap-5 border-t border-hairline pt-5">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-3">
          <Count ready={ready} />
          <CountTable
            caption="Left out"
            counts={made.dropped.map(
              ({ reason, leads }) => [describeDropReason(reason, 'google-data-manager'), leads] as const,
            )}
          />
        </div>
        {made.preview.length > 0 && (
          <FirstRows
            caption={`The first ${countNoun(made.preview.length, 'value')} in clear text, as only you see ${made.preview.length === 1 ? 'it' : 'them'}`}
            file={made}
          />
        )}
      </div>
      {!sent && <Earlier {...ready} />}
      {!sent && busy === null && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={isTested || unfinished ? 'secondary' : 'primary'}
            disabled={!mayTest}
            onClick={onTest}
          >
            {tested ? 'Test Again' : 'Test'}
          </Button>
          <Button
            variant={isTested || unfinished ? 'primary' : 'secondary'}
            disabled={left <= 0 || !(isTested || unfinished)}
            onClick={onSend}
          >
            Send {unfinished ? 'the Other ' : ''}
            {countNoun(left, 'value')}
          </Button>
          {(isTested || unfinished) && !unfinished?.done && left > 1 && (
            <p className="text-13 text-muted">
              One value goes first. The others follow once Google has taken it.
            </p>
          )}
          {!tested && !unfinished && (
            <p className="text-13 text-muted">The test lets Google check all values and records none.</p>
          )}
        </div>
      )}
      {(busy === 'testing' || busy === 'sending') && (
        <UnderWay isTest={busy === 'testing'} progress={progress} onStop={onStop} />
      )}
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        {tested && !sent && busy === null && (
          <>
            <Tested state={state} download={download} />
            <RefusedRows refused={tested.refused} files={files} />
            <Warnings warnings={tested.warnings} />
          </>
        )}
      </div>
    </div>
  );
}

function Count({ ready: { total, made, destination } }: Pick<ReadyToSendProps, 'ready'>) {
  const all = made.dropped.reduce((sum, { leads }) => sum + leads, total);
  return (
    <p className="text-14 wrap-anywhere">
      <span className="text-20 font-semibold tabular-nums">{formatCount(total)}</span> of{' '}
      {countNoun(all, 'lead')} {total === 1 ? 'goes' : 'go'} to conversion action {destination.action} of
      account {formatAccount(destination.account)}
      {destination.manager !== null && `, through ${formatAccount(destination.manager)}`}
    </p>
  );
}

/** A notice about an earlier send of the same values, whether it was interrupted or went through. */
function Earlier({ unfinished, finished, total }: ReadyLeads) {
  if (unfinished)
    return (
      <Notice tone="info" title="This send was interrupted" className="max-w-prose">
        {formatCount(unfinished.done)} of {countNoun(total, 'value')} {unfinished.done === 1 ? 'was' : 'were'}{' '}
        dealt with by {formatDateTime(new Date(unfinished.updatedAt))}. It goes on with the others.
      </Notice>
    );
  if (!finished) return null;
  return (
    <Notice tone="info" title="The same values were sent before" className="max-w-prose">
      On {formatDateTime(new Date(finished.startedAt))}. Google counts none of them twice.
    </Notice>
  );
}

interface UnderWayProps {
  isTest: boolean;
  progress: SendProgress | null;
  onStop(): void;
}

function UnderWay({ isTest, progress, onStop }: UnderWayProps) {
  const waits = progress?.waitsSeconds ?? null;
  return (
    <div className="flex flex-col gap-2">
      <ThreadProgress
        label={isTest ? 'Testing at Google' : 'Sending to Google'}
        done={progress?.done}
        of={progress?.total}
        unit="values"
        onCancel={onStop}
      />
      {waits !== null && (
        <output className="text-13 text-muted">
          Google did not take the last request. It is asked again in {countNoun(waits, 'second')}.
        </output>
      )}
    </div>
  );
}

/** The result of the test, in a sentence. */
function Tested({ state: { tested }, download }: Pick<ReadyToSendProps, 'state' | 'download'>) {
  if (!tested) return null;
  const { stoppedBy, done, total, refusedCount } = tested;
  if (stoppedBy === 'cancel')
    return <p className="text-14 text-muted">The test was cancelled. Nothing was recorded.</p>;
  if (stoppedBy) return <SendProblemNotice details={stoppedBy} download={download} />;
  const fine = done - refusedCount;
  return (
    <Notice tone={refusedCount === 0 ? 'success' : 'caution'} className="max-w-prose">
      {refusedCount === 0
        ? `Google would take ${total === 1 ? 'the value' : `all ${formatCount(total)} values`}.`
        : `Google would take ${formatCount(fine)} of ${countNoun(total, 'value')}. The others are left out.`}{' '}
      Nothing was recorded yet. Clicks are looked up only after the send.
    </Notice>
  );
}
