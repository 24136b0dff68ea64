import { Check } from 'lucide-react';
import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { SegmentLabel } from '#frontend/analysis/evidence.ts';
import { toFieldValue } from '#frontend/analysis/interactions.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { exportValueRules } from '#frontend/exports/downloads.ts';
import type { LeftOutReason } from '#frontend/exports/table.ts';
import { formatConfidence, formatCount, formatPercent } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { useMedia } from '#frontend/ui/layout-hooks.ts';
import { type Bounds, NARROW, withRange } from '../columns.tsx';
import { downloadExport } from '../downloads.ts';
import { findCoverage } from '../evidence.tsx';
import { OVERLAP_CUT } from '../figures.tsx';
import { ColumnMeanings, TableSection } from '../table-section.tsx';
import { RulesCaption, scaleRules } from './rule-chart.tsx';
import { ruleColumns } from './rule-columns.tsx';

interface OverlapLineProps {
  analysis: Analysis;
  onViewCorrelations(): void;
}

interface ValueRulesTabProps extends OverlapLineProps {
  bounds: Bounds;
  leftOut: readonly LeftOutReason[];
  isUnclearShown: boolean;
  onUnclearShownChange(isShown: boolean): void;
  multipliers: Multipliers;
  /** The combinations of values are still being counted. */
  isCounting: boolean;
}

const sidesOf = ({ segment }: ValueRule) => [toFieldValue(segment)];

/** More unclear rules are shown on request. */
const MOST_OPEN_UNCLEAR = 10;

export function ValueRulesTab(props: ValueRulesTabProps) {
  const {
    analysis,
    bounds,
    leftOut,
    multipliers,
    isCounting,
    isUnclearShown,
    onUnclearShownChange,
    onViewCorrelations,
  } = props;
  const { valueRules, settings } = analysis;
  const isNarrow = useMedia(NARROW);
  const scale = useMemo(() => scaleRules(analysis), [analysis]);
  const columns = useMemo(
    () => withRange(ruleColumns(analysis, scale, { isNarrow, multipliers, isCounting }), bounds, sidesOf),
    [analysis, scale, isNarrow, multipliers, isCounting, bounds],
  );
  const groups = useMemo(() => groupRules(valueRules), [valueRules]);
  const { outside, inside, unclear } = groups;
  const caption = <RulesCaption scale={scale} hasBalanced={analysis.estimates !== null} />;
  const isUnclearLong = unclear.length > MOST_OPEN_UNCLEAR;
  const hasSupported = outside.length + inside.length > 0;
  const threshold = formatPercent(settings.thresholdPercent);
  const hasRules = valueRules.length > 0;
  const download = () => downloadExport(exportValueRules(analysis, { columns, leftOut, date: new Date() }));
  const table = {
    columns,
    keyOf: ({ segment }: ValueRule) => `${segment.field} ${segment.value}`,
    rowHeight: 60,
    hasLowRows: true,
  };
  return (
    <div className="flex flex-col gap-10">
      <TableSection
        {...table}
        title="Practical Value Rules"
        description={
          hasRules && outside.length === 0
            ? wordNoSupported(groups, settings.thresholdPercent)
            : `Segments more than ${threshold} above or below average, with the multiplier to use.`
        }
        status={<OverlapLine analysis={analysis} onViewCorrelations={onViewCorrelations} />}
        actions={
          hasRules && (
            <Button size="small" onClick={download}>
              Download CSV
            </Button>
          )
        }
        items={outside}
      >
        {outside.length > 0 && caption}
        {!hasRules && <NoRules analysis={analysis} />}
      </TableSection>
      {inside.length > 0 && (
        <TableSection
          {...table}
          title={CUT_INTO_BAND}
          description={`More than ${threshold} above or below average alone, but within ${threshold} after the cut of ${OVERLAP_CUT}.`}
          items={inside}
          rowsAbove={outside.length}
        >
          {outside.length === 0 && caption}
        </TableSection>
      )}
      {unclear.length > 0 && (
        <TableSection
          {...table}
          title={headUnclear(groups, settings.thresholdPercent)}
          description="The difference may be chance."
          items={unclear}
          rowsAbove={isUnclearLong ? 0 : outside.length + inside.length}
          disclosure={isUnclearLong ? { isShown: isUnclearShown, onChange: onUnclearShownChange } : undefined}
        >
          {!hasSupported && (!isUnclearLong || isUnclearShown) && caption}
        </TableSection>
      )}
      {hasRules && <ColumnMeanings columns={columns} />}
    </div>
  );
}

/** Says whether segments overlap, and how many were tested. The tick stands for all of them. Shows nothing where no pair could be tested. */
function OverlapLine({ analysis, onViewCorrelations }: OverlapLineProps) {
  const { interactionTests, significantInteractions } = analysis;
  if (interactionTests.length === 0) return null;
  const { isComplete, words } = findCoverage(analysis);
  return (
    <div className="flex min-h-control-small flex-wrap items-center gap-x-2">
      {significantInteractions === 0 ? (
        <Badge tone={isComplete ? 'up' : 'neutral'} sign={isComplete && <Check />}>
          All segments independent
        </Badge>
      ) : (
        <>
          <Badge tone="caution" sign="!">
            {formatCount(significantInteractions)} Interaction(s) Detected
          </Badge>
          <Button variant="ghost" size="small" onClick={onViewCorrelations}>
            View details
          </Button>
        </>
      )}
      <span className="text-13 text-muted">{words}</span>
    </div>
  );
}

/**
 * Shown where no segment lies outside the threshold. States the largest difference, below which a threshold finds
 * segments.
 */
function NoRules({ analysis: { segments, settings } }: { analysis: Analysis }) {
  const largest = segments.reduce((max, { adjustedLift }) => Math.max(max, Math.abs(adjustedLift - 1)), 0);
  return (
    <div className="flex flex-col gap-1 border-t border-hairline py-10">
      <p className="max-w-prose text-16">
        No segments exceed the ±{formatPercent(settings.thresholdPercent)} threshold. Try lowering the
        significance threshold or uploading a different dataset.
      </p>
      {largest > 0 && (
        <p className="text-14 text-muted">
          The largest difference from the average is {formatConfidence(largest)}.
        </p>
      )}
    </div>
  );
}

/** The heading of the rules that hardly change a bid. */
export const CUT_INTO_BAND = 'Close to Average After the Cut';

interface RuleGroups {
  /** Use, then Test: outside 1 ± threshold. */
  outside: ValueRule[];
  /** Use, then Test: brought within 1 ± threshold by the cut. */
  inside: ValueRule[];
  /** All others. Only significant segments are cut, so these never are. */
  unclear: ValueRule[];
}

/** The rules in three groups, each label in the order of the rules. */
export function groupRules(rules: readonly ValueRule[]): RuleGroups {
  const labelled = (label: SegmentLabel) => rules.filter(({ segment }) => segment.label === label);
  const supported = [...labelled('Use'), ...labelled('Test')];
  return {
    outside: supported.filter(({ isCutIntoBand }) => !isCutIntoBand),
    inside: supported.filter(({ isCutIntoBand }) => isCutIntoBand),
    unclear: rules.filter(({ isSignificant }) => !isSignificant),
  };
}

/** '11 more lie outside ±10% but are unclear'. */
export function headUnclear({ outside, inside, unclear }: RuleGroups, thresholdPercent: number): string {
  const more = outside.length + inside.length > 0 ? ' more' : '';
  const [lie, are] = unclear.length === 1 ? ['lies', 'is'] : ['lie', 'are'];
  return `${formatCount(unclear.length)}${more} ${lie} outside ±${formatPercent(thresholdPercent)} but ${are} unclear`;
}

/** Why there is no rule to use or to test, where there are other rules. */
export function wordNoSupported({ inside }: RuleGroups, thresholdPercent: number): string {
  const threshold = `±${formatPercent(thresholdPercent)}`;
  return inside.length > 0
    ? `After the cut no rule exceeds the ${threshold} threshold.`
    : `No segment outside ${threshold} is significant.`;
}
