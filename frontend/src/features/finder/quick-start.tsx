import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { NO_LEADS } from '#frontend/analysis/judge/lift.ts';
import { formatConfidence } from '#frontend/lib/format.ts';
import type { FileColumn } from '#frontend/thread/find-file-columns.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import type { ColumnSearch, GoodEnds } from '#frontend/features/wizard/kit/column-findings.ts';
import { useUnpressed } from '#frontend/features/wizard/kit/press.ts';
import { listNames } from '#frontend/features/wizard/kit/terms.tsx';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import { nameColumn } from './finding-words.ts';
import { describeFound } from './take-columns.ts';

interface QuickStartProps {
  workflow: Workflow;
  ends: GoodEnds | null;
  search: ColumnSearch;
  /** True if the visitor opened the sample, which shows the results without a click. */
  isAutomatic: boolean;
}

const MOST_NAMES = 3;

/**
 * Offers the results with the proposed converted values and columns to a visitor who has chosen no column. It is visible
 * from the start, so that nothing moves when the columns are found.
 */
export function QuickStart(props: QuickStartProps) {
  const { workflow, ends } = props;
  const [isDismissed, setDismissed] = useState(false);
  // The offer stays while the visitor chooses columns, so that nothing moves under the mouse.
  const [wasUntouched] = useState(() => workflow.state.attributeColumns.every((column) => column === null));
  if (!wasUntouched || isDismissed || !ends || ends.values.length === 0) return null;
  return workflow.state.reuse?.kind === 'used' ? null : (
    <Offer {...props} ends={ends} onDismiss={() => setDismissed(true)} />
  );
}

interface OfferProps extends QuickStartProps {
  ends: GoodEnds;
  onDismiss(): void;
}

function Offer({ workflow, ends, search, isAutomatic, onDismiss }: OfferProps) {
  const { run, isBusy } = useAction(() => showResults(workflow, ends, suggestedIn(search)));
  const isReady = useUnpressed(search.progress === null && suggestedIn(search).length > 0, false);
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
        className="min-h-17 items-center! max-sm:min-h-24"
        action={
          isReady && (
            <>
              <Button
                size="small"
                variant="primary"
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
        {isReady ? wordOffer(workflow, ends, search) : wordWaiting(search)}
      </Notice>
    </section>
  );
}

const suggestedIn = ({ findings }: ColumnSearch) =>
  findings?.columns.filter(({ suggestion }) => suggestion !== null) ?? [];

function wordWaiting({ progress, findings }: ColumnSearch): string {
  if (progress !== null || !findings) return 'Looking for the columns that tell most…';
  return 'No columns to propose. Choose what you want to compare.';
}

function wordOffer({ state }: Workflow, ends: GoodEnds, search: ColumnSearch): string {
  const { leads, conversions } = search.findings?.total ?? NO_LEADS;
  const rate = formatConfidence(leads === 0 ? 0 : conversions / leads);
  const columns = suggestedIn(search).map((found) => nameColumn(found, state));
  return `Converted = ${listNames(ends.values, MOST_NAMES)} (${rate}). By ${listNames(columns, MOST_NAMES)}.`;
}

async function showResults(workflow: Workflow, ends: GoodEnds, found: readonly FileColumn[]): Promise<void> {
  const { dispatch, goTo } = workflow;
  const { statusColumn } = workflow.state;
  if (statusColumn === null) return;
  const converted = { statusColumn, values: ends.values, isGuessed: !ends.isChosen };
  dispatch({ type: 'foundTaken', converted, ...(await describeFound(workflow, found)) });
  goTo(4);
}
