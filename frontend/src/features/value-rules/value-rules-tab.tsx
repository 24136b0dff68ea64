import { PAGES } from '#contract/pages.ts';
import { Check } from 'lucide-react';
import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { toFieldValue } from '#frontend/analysis/measure/interactions.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { exportValueRules } from '#frontend/exports/downloads.ts';
import { formatConfidence, formatCount, formatPercent } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { useToEnter } from '#frontend/features/platforms/platform-plans.tsx';
import { withRange } from '#frontend/features/results/columns.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { findCoverage } from '#frontend/features/results/evidence.tsx';
import { OVERLAP_CUT } from '#frontend/features/results/figures.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import {
  type TabChoice,
  useResults,
  useScreen,
  useTabChoice,
} from '#frontend/features/results/shown-results.tsx';
import { segmentRowKey, useRuleRows } from '#frontend/features/results/rule-rows.ts';
import type { ResultsTab } from '#frontend/features/results/tab.tsx';
import { toRows } from '#frontend/exports/table.ts';
import { CUT_INTO_BAND, groupRules, headUnclear, describeNoSupported } from './group-rules.ts';
import { RulesCaption, scaleRules } from './rule-chart.tsx';
import { RuleDetail } from './rule-detail.tsx';
import { describeRules } from './rule-facts.ts';
import { ruleColumns, NOT_WHAT_TO_TYPE } from './rule-columns.tsx';
import { usePlacesOfRules } from './rule-places.tsx';

const keyOf = ({ segment }: ValueRule) => segmentRowKey(segment);
const sidesOf = ({ segment }: ValueRule) => [toFieldValue(segment)];

/** At first at most this many unclear rules are shown. */
const MOST_OPEN_UNCLEAR = 10;

/** @internal */
export const UNCLEAR_SHOWN: TabChoice<boolean> = { first: false };

function ValueRules() {
  const { analysis, bounds, leftOut, currencyNote } = useResults();
  const { isNarrow, isSmall, openTab } = useScreen();
  const [isUnclearShown, showUnclear] = useTabChoice(UNCLEAR_SHOWN);
  const { valueRules, settings } = analysis;
  const scale = useMemo(() => scaleRules(analysis), [analysis]);
  const placesOf = usePlacesOfRules();
  const toEnterOf = useToEnter();
  const columns = useMemo(
    () => withRange(ruleColumns(analysis, scale, { isNarrow, placesOf, toEnterOf }), bounds, sidesOf),
    [analysis, scale, isNarrow, placesOf, toEnterOf, bounds],
  );
  const groups = useMemo(() => groupRules(valueRules), [valueRules]);
  const { outside, inside, unclear } = groups;
  const caption = <RulesCaption {...{ scale, isNarrow }} />;
  const isUnclearLong = unclear.length > MOST_OPEN_UNCLEAR;
  const hasSupported = outside.length + inside.length > 0;
  const threshold = formatPercent(settings.thresholdPercent);
  const hasRules = valueRules.length > 0;
  const download = () =>
    downloadExport(
      exportValueRules(analysis, { columns, notes: listTableNotes(leftOut, currencyNote), date: new Date() }),
    );
  const facts = useMemo(() => describeRules(analysis, toEnterOf), [analysis, toEnterOf]);
  const { open, sought } = useRuleRows();
  const draw = (rule: ValueRule) => <RuleDetail {...{ rule, facts, scale, placesOf }} />;
  const table = { columns, keyOf, rowHeight: 48, hasLowRows: true, detail: { open, sought, draw } };
  return (
    <div className="flex flex-col gap-10">
      <TableSection
        {...table}
        title="Practical Value Rules"
        description={
          hasRules && outside.length === 0 ? (
            describeNoSupported(groups, settings.thresholdPercent)
          ) : (
            <span className="max-sm:hidden">
              {toEnterOf
                ? NOT_WHAT_TO_TYPE
                : `Segments more than ${threshold} above or below average, with the multiplier to use.`}
            </span>
          )
        }
        status={<OverlapLine analysis={analysis} onViewCorrelations={() => openTab('correlations')} />}
        actions={
          <>
            <ReadingLink />
            {hasRules && (
              <Button size="small" onClick={download}>
                Download CSV
              </Button>
            )}
          </>
        }
        items={outside}
      >
        {hasRules && toEnterOf && (isSmall || outside.length === 0) && (
          <p className="text-13">{NOT_WHAT_TO_TYPE}</p>
        )}
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
          disclosure={isUnclearLong ? { isShown: isUnclearShown, onChange: showUnclear } : undefined}
        >
          {!hasSupported && (!isUnclearLong || isUnclearShown) && caption}
        </TableSection>
      )}
    </div>
  );
}

/** Opens in a tab of its own, so that the results stay as they are. */
function ReadingLink() {
  return (
    <a
      href={PAGES['reading-results'].path}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-control-small items-center px-1 text-13 text-muted underline underline-offset-4 hover:text-text"
    >
      How to read your results
    </a>
  );
}

/** Says whether segments overlap. A tick means that all were tested. Empty if no pair could be tested. */
function OverlapLine({ analysis, onViewCorrelations }: { analysis: Analysis; onViewCorrelations(): void }) {
  const { interactionTests, significantInteractions } = analysis;
  if (interactionTests.length === 0) return null;
  const { isComplete, words } = findCoverage(analysis);
  return (
    <div className="flex min-h-control-small flex-wrap items-center gap-x-2">
      {significantInteractions === 0 ? (
        <>
          <Badge tone={isComplete ? 'up' : 'neutral'} sign={isComplete && <Check />}>
            All segments independent
          </Badge>
          {!isComplete && <span className="text-13 text-muted max-sm:hidden">{words}</span>}
        </>
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
    </div>
  );
}

/**
 * Shown if no segment lies outside the threshold. It names the largest difference; a threshold below it would give rules.
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

export const VALUE_RULES_TAB: ResultsTab = {
  value: 'value-rules',
  label: 'Value Rules',
  Content: ValueRules,
  exported: (analysis, bounds, toEnterOf) => {
    const columns = ruleColumns(analysis, scaleRules(analysis), { isNarrow: false, toEnterOf });
    return [['Practical Value Rules', toRows(withRange(columns, bounds, sidesOf), analysis.valueRules)]];
  },
};
