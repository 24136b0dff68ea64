import { useMemo, useState } from 'react';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { bestSplit, countPerNumber } from '#frontend/analysis/measure/best-split.ts';
import { haveSameRanges } from '#frontend/analysis/counts/range-presets.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { useConvertedStatuses } from '#frontend/features/wizard/column-findings.ts';
import { useConversionsPerValue } from '#frontend/features/wizard/file-answers.ts';
import { listStatuses, StatusPicks } from '#frontend/features/wizard/status-picks.tsx';
import { useColumnDetail } from '#frontend/features/wizard/thread-answers.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';

/** Conversions per number of a column: null while they are counted, 'none' while no lead counts as converted. */
export type Conversions = Uint32Array | 'none' | null;

export function useConversions(
  workflow: Workflow,
  detail: ColumnDetail,
  summary: NumericSummary,
): Conversions {
  const perValue = useConversionsPerValue(workflow, detail.index);
  const hasStatus = workflow.state.statusColumn !== null;
  return useMemo(() => {
    if (!hasStatus || perValue?.every((count) => count === 0)) return 'none';
    return (
      perValue &&
      countPerNumber(detail.values, perValue, { values: summary.values, format: detail.numberFormat })
    );
  }, [hasStatus, perValue, detail, summary]);
}

interface BestSplitProps {
  workflow: Workflow;
  summary: NumericSummary;
  conversions: Conversions;
  ranges: readonly Range[];
  /** Whether the ranges were chosen by the outcome, edited or not. */
  isByOutcome: boolean;
  onRanges(ranges: readonly Range[]): void;
}

/** A button for the ranges with the largest differences in conversion rate. A text says why there are none. */
export function BestSplit(props: BestSplitProps) {
  const { workflow, summary, conversions, ranges, isByOutcome, onRanges } = props;
  const best = useMemo(() => split(summary, conversions), [summary, conversions]);
  const [asked, setAsked] = useState<Conversions>(null);
  const press = () => {
    setAsked(conversions);
    if (best) onRanges(best);
  };
  const hasNone = asked !== null && asked !== 'none' && asked === conversions && best === null;
  return (
    <>
      <Button
        size="small"
        aria-pressed={best !== null && haveSameRanges(ranges, best)}
        className="aria-pressed:border-accent"
        onClick={press}
      >
        Best split
      </Button>
      <output className="block w-full text-13 text-muted empty:hidden">
        {isByOutcome &&
          'Best split was chosen by the outcome: later leads may differ less, so its labels are at most Test.'}
        {hasNone &&
          'No split holds: the leads convert alike over all these numbers, or they are too few to tell.'}
      </output>
      {asked === 'none' && (
        <StatusQuestion workflow={workflow} isCounted={conversions instanceof Uint32Array} onAnswer={press} />
      )}
    </>
  );
}

const split = (summary: NumericSummary, conversions: Conversions) =>
  conversions instanceof Uint32Array ? bestSplit(summary, conversions) : null;

/** More statuses are in step 3. */
const MAX_OFFERED = 8;

interface StatusQuestionProps {
  workflow: Workflow;
  /** Whether conversions are counted by the answer. */
  isCounted: boolean;
  onAnswer(): void;
}

/** Asks on the spot which statuses count as converted: those with names of a success first, then those with the most leads. */
function StatusQuestion({ workflow, isCounted, onAnswer }: StatusQuestionProps) {
  const { state, dispatch } = workflow;
  const detail = useColumnDetail(workflow, state.statusColumn);
  const plausible = useConvertedStatuses(workflow)?.plausible;
  const offered = useMemo(
    () => (detail ? listStatuses(detail, plausible?.map(({ value }) => value) ?? []) : []),
    [detail, plausible],
  );
  const chosen = qualifiedValues(state);
  if (state.statusColumn === null)
    return <p className="w-full text-13 text-muted">Choose the status column first.</p>;
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <StatusPicks
        question="Which statuses count as converted?"
        offered={offered.slice(0, MAX_OFFERED)}
        chosen={chosen}
        onToggle={(value) =>
          dispatch({ type: 'qualifiedChanged', values: [value], isQualified: !chosen.has(value) })
        }
      />
      {offered.length > MAX_OFFERED && <p className="text-13 text-muted">Step 3 lists all statuses.</p>}
      {/* A disabled button would lose the focus. */}
      <Button size="small" aria-disabled={!isCounted} onClick={() => isCounted && onAnswer()}>
        Split by these
      </Button>
    </div>
  );
}
