import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import type { ColumnSearch, ConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';
import { useSettingsOffer } from '#frontend/features/wizard/settings-offer.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { listShort } from './found-columns.ts';
import { BasisChoice, listParts } from './proposal-parts.tsx';
import { useProposal } from './use-proposal.ts';

interface QuickStartProps {
  workflow: Workflow;
  statuses: ConvertedStatuses | null;
  search: ColumnSearch;
  /** True if the visitor opened the sample, which shows the results without a click. */
  isAutomatic: boolean;
}

/**
 * Offers the results with all that the file tells to a visitor who has chosen no column. It is visible from the start, so that nothing
 * moves when the columns are found. The offer of earlier settings stands in its place.
 */
export function QuickStart(props: QuickStartProps) {
  const { workflow, statuses, isAutomatic } = props;
  const { state } = workflow;
  const [isDismissed, setDismissed] = useState(false);
  // The offer stays while the visitor chooses columns, so that nothing moves under the mouse.
  const [wasUntouched] = useState(() => state.attributeColumns.every((column) => column === null));
  const mayStand = wasUntouched && !isDismissed && state.reuse?.kind !== 'used';
  const isAsked = mayStand && !isAutomatic && state.reuse === null;
  const hasOffer = useUnpressed(useSettingsOffer(workflow, isAsked) !== null, false);
  if (!mayStand || !statuses || hasOffer) return null;
  if (statuses.areAll) return <AllConverted {...{ workflow, statuses }} />;
  return statuses.values.length === 0 ? null : (
    <Offer {...props} statuses={statuses} onDismiss={() => setDismissed(true)} />
  );
}

/** Without other leads there is nothing to compare converted ones with. */
function AllConverted({
  workflow: { state },
  statuses,
}: {
  workflow: Workflow;
  statuses: ConvertedStatuses;
}) {
  const names = listShort(statuses.plausible.map(({ value }) => value));
  return (
    <section aria-label="Quick start">
      <Notice tone="caution" title="Every lead of this file would count as converted">
        {headerOf(state, state.statusColumn ?? 0)} has only {names}, so there are no other leads to compare
        with, and nothing is proposed. Export the leads that did not convert too, or choose converted values
        below.
      </Notice>
    </section>
  );
}

interface OfferProps extends QuickStartProps {
  statuses: ConvertedStatuses;
  onDismiss(): void;
}

function Offer({ workflow, statuses, search, isAutomatic, onDismiss }: OfferProps) {
  const proposal = useProposal(workflow, statuses, search);
  const { openedAt } = workflow.state;
  const [takenAt, setTakenAt] = useState<number | null>(null);
  const { run, isBusy } = useAction(async () => {
    await proposal.take(isAutomatic);
    setTakenAt(openedAt);
  });
  const isReady = useUnpressed(proposal.isReady, false);
  // Parts that were once shown stay while a change is counted.
  const [wasReady, setWasReady] = useState(isReady);
  if (isReady && !wasReady) setWasReady(true);
  const isShown = wasReady && proposal.columns.length > 0;
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!isAutomatic || !isReady || isBegun.current) return;
    isBegun.current = true;
    void run();
  });
  useEffect(() => begin(), [isReady]);
  return (
    <section aria-label="Quick start" aria-live="polite">
      <Notice
        tone="info"
        // There is room for the usual proposal with amounts, so that the fields below move little.
        className="min-h-24 items-center! max-sm:min-h-44"
        action={
          isShown && (
            <>
              <Button
                size="small"
                variant="primary"
                disabled={!isReady}
                aria-disabled={isBusy || undefined}
                onClick={() => void run()}
              >
                Show results
              </Button>
              <Button variant="ghost" size="small" onClick={onDismiss}>
                Choose myself
              </Button>
            </>
          )
        }
      >
        {isShown ? (
          <Parts {...{ workflow, proposal }} isTaken={isBusy || takenAt === openedAt} />
        ) : (
          describeWaiting(search, proposal.columns)
        )}
      </Notice>
    </section>
  );
}

interface PartsProps {
  workflow: Workflow;
  proposal: ReturnType<typeof useProposal>;
  isTaken: boolean;
}

/** The sentences of the proposal. Each part can be changed in place. Once it is taken they stay as they are until the results are shown. */
const Parts = memo(ShownParts, (_, { isTaken }) => isTaken);

function ShownParts({ workflow, proposal }: PartsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const parts = listParts(workflow, proposal);
  const changed = parts.find(({ key }) => key === open);
  return (
    <>
      <p>
        {parts.map(({ key, before, name, after }) => {
          const [stop, rest] = after.startsWith('.') ? ['.', after.slice(1)] : ['', after];
          return (
            <span key={key}>
              {before}
              <button
                type="button"
                aria-expanded={key === open}
                className="rounded-control text-left font-medium text-accent underline-offset-2 wrap-anywhere hover:underline"
                onClick={() => setOpen(key === open ? null : key)}
              >
                {name}
                {/* After a button of two lines it would stand on a line of its own. */}
                <span aria-hidden>{stop}</span>
              </button>
              {rest}
            </span>
          );
        })}
      </p>
      {/* Small screens have no room for it before the results, which offer it too. */}
      <div className={open === 'amounts' ? undefined : 'max-sm:hidden'}>
        <BasisChoice {...{ workflow, proposal }} />
      </div>
      {changed && <div className="mt-3">{changed.change}</div>}
    </>
  );
}

/** Once the columns are found, leads and amounts are still looked at. */
function describeWaiting({ progress, findings }: ColumnSearch, columns: readonly unknown[]): string {
  if (progress !== null || !findings || columns.length > 0) return 'Looking for the columns that tell most…';
  return 'No columns to propose. Choose what you want to compare.';
}
