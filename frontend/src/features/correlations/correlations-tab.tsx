import { OUTCOME_WORDS } from '#frontend/features/results/outcome-words.ts';
import { type ReactNode, useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { MAX_EXPORTED_COMBINATIONS, MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import type { InteractionTest } from '#frontend/analysis/measure/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { countPossibleCombinations } from '#frontend/analysis/judge/lead-values.ts';
import { exportCombinations } from '#frontend/exports/downloads.ts';
import { toRows } from '#frontend/exports/table.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { countNoun, formatCount, formatLift } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { combinationColumns } from '#frontend/features/results/combination-columns.tsx';
import { withRange, withRangePerField } from '#frontend/features/results/columns.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { OVERLAP_CUT } from '#frontend/features/results/figures.tsx';
import { nameSegment } from '#frontend/features/results/names.tsx';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import type { ResultsTab } from '#frontend/features/results/tab.tsx';
import { findCoverage, describeTestedPairs } from '#frontend/features/results/evidence.tsx';
import { LiftChart, PrintedLiftChart } from '#frontend/features/results/lift-chart.tsx';
import { useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import { TableSection, ReportTable } from '#frontend/features/results/table-section.tsx';
import { CORRELATION_CHART, correlationColumns } from './correlation-columns.tsx';

/** A longer table scrolls under its header. The chart above it shows the most important pairs. */
const MOST_OPEN_ROWS = 10;

function Correlations() {
  const { analysis, bounds } = useResults();
  const { isNarrow } = useScreen();
  const { interactionTests } = analysis;
  const hasTests = interactionTests.length > 0;
  const columns = useMemo(
    () => withRange(correlationColumns(analysis, isNarrow), bounds, ({ attributes }) => attributes),
    [analysis, isNarrow, bounds],
  );
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <CorrelationBanner analysis={analysis} />
        {hasTests && <HandlingAdvice analysis={analysis} />}
      </div>
      {hasTests && (
        <>
          <LiftChart kind={CORRELATION_CHART} source={analysis} />
          <TableSection
            title="Correlation Tests"
            description={`${describeTestedPairs(analysis)}. Significant pairs first, then by the size of the difference.`}
            columns={columns}
            items={interactionTests}
            keyOf={({ attributes }) => JSON.stringify(attributes)}
            rowHeight={62}
            maxOpenRows={MOST_OPEN_ROWS}
          />
        </>
      )}
      <ExportCombinations />
    </div>
  );
}

/** The outcome of the tests, or the reason why there are none. */
function CorrelationBanner({ analysis }: { analysis: Analysis }) {
  const { fields, interactionTests, significantInteractions, basis, hidden } = analysis;
  if (hidden.tests > 0 && significantInteractions === 0) return <NotShown tests={hidden.tests} />;
  if (interactionTests.length === 0) return <NothingTested hasOneAttribute={fields.length === 1} />;
  const { isComplete, words } = findCoverage(analysis);
  if (significantInteractions === 0) {
    return (
      <Notice tone={isComplete ? 'success' : 'info'} title="Good News: All factors are independent">
        {words}. No clear difference from what the two values of a pair predict.
      </Notice>
    );
  }
  return (
    <Notice
      tone="caution"
      title={`Warning: ${formatCount(significantInteractions)} significant correlation(s) detected`}
    >
      {words}. The significant pairs below {OUTCOME_WORDS[basis].contradict} their two multipliers predict, so
      both are reduced by {OVERLAP_CUT}.
    </Notice>
  );
}

/** Says how many pairs a link does not show, since no claim can be made about them. */
function NotShown({ tests }: { tests: number }) {
  return (
    <Notice tone="info" title={`${countNoun(tests, 'tested pair')} not shown`}>
      Their counts would tell how many leads a small group has. Rules that are reduced for them are shown
      reduced.
    </Notice>
  );
}

function NothingTested({ hasOneAttribute }: { hasOneAttribute: boolean }) {
  const [reason, consequence] = hasOneAttribute
    ? [
        'Correlation analysis requires at least 2 attributes. Your data has only 1 attribute.',
        'All segment values can be safely used for bidding rules.',
      ]
    : [
        `No pair of significant segments shares at least ${MIN_INTERACTION_LEADS} leads.`,
        'Whether segments overlap is not known. A lower threshold or more leads may give pairs to test.',
      ];
  return (
    <Notice tone="info">
      <p>
        <strong className="font-semibold">No Correlation Analysis Available</strong> – <span>{reason}</span>
      </p>
      <p>{consequence}</p>
    </Notice>
  );
}

/** Advice for pairs that convert worse than predicted, and for pairs that convert better. */
function HandlingAdvice({ analysis }: { analysis: Analysis }) {
  const significant = analysis.interactionTests.filter(({ isSignificant }) => isSignificant);
  const worse = significant.filter(({ difference }) => difference < 0);
  const better = significant.filter(({ difference }) => difference > 0);
  return (
    <section aria-labelledby="handling-advice">
      <h2 id="handling-advice" className="text-14 font-semibold">
        How to handle correlated attributes
      </h2>
      {significant.length > 0 ? (
        <ul className="mt-1 grid gap-x-12 gap-y-2 text-14 text-muted lg:grid-cols-2">
          {worse.length > 0 && (
            <Advice analysis={analysis} tests={worse} direction="worse">
              Use the reduced rules: together, the two full multipliers would promise too much.
            </Advice>
          )}
          {better.length > 0 && (
            <Advice analysis={analysis} tests={better} direction="better">
              Use the reduced rules here too: the cut of {OVERLAP_CUT} applies in both directions, so these
              bids stay cautious.
            </Advice>
          )}
        </ul>
      ) : (
        <p className="mt-1 text-14 text-muted">
          Nothing to do: value rules of different attributes can be used together, and their lifts multiplied.
        </p>
      )}
    </section>
  );
}

interface AdviceProps {
  analysis: Analysis;
  tests: readonly InteractionTest[];
  direction: 'worse' | 'better';
  children: ReactNode;
}

function Advice({ analysis, tests, direction, children }: AdviceProps) {
  const { verb, compare } = OUTCOME_WORDS[analysis.basis];
  const pairs = `${countNoun(tests.length, 'pair')} ${verb(tests.length)}`;
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-text">
        {pairs} {compare(direction)} than predicted.
      </span>{' '}
      {children} {listCuts(analysis, tests)}
    </li>
  );
}

/** At most this many cuts are listed; the table of value rules has all. */
const MOST_CUTS = 4;
const LONGEST_NAME = 60;

/** 'Source: Referral 1.42x (was 1.67x), Device: Desktop 1.24x (was 1.45x).', at most four. */
function listCuts({ significantSegments }: Analysis, tests: readonly InteractionTest[]): string {
  const sides = tests.flatMap(({ attributes }) => attributes);
  const isSide = ({ fieldName, value }: JudgedSegment) =>
    sides.some((side) => side.field === fieldName && side.value === value);
  const segments = significantSegments.filter(isSide).toSorted((a, b) => b.liftAfterCut - a.liftAfterCut);
  const names = segments.map(nameSegment);
  const cuts = segments.map((segment) => {
    const { liftAfterCut, adjustedLift } = segment;
    const name = shortName(nameSegment(segment), LONGEST_NAME, names);
    return `${name} ${formatLift(liftAfterCut)} (was ${formatLift(adjustedLift)})`;
  });
  const rest = cuts.length - MOST_CUTS;
  if (rest > 0) cuts.splice(MOST_CUTS, rest, `and ${formatCount(rest)} more`);
  return `${cuts.join(', ')}.`;
}

/** A button that downloads the combinations of values with their lead values, at most 5,000. */
function ExportCombinations() {
  const { analysis, bounds, leftOut, currencyNote } = useResults();
  const combinations = countPossibleCombinations(analysis);
  const isBlocked = combinations > MAX_EXPORTED_COMBINATIONS;
  const download = () => {
    const columns = withRangePerField(combinationColumns(analysis), bounds, analysis.fields);
    const exported = exportCombinations(analysis, {
      columns,
      notes: listTableNotes(leftOut, currencyNote),
      date: new Date(),
    });
    if (exported.ok) downloadExport(exported.value);
  };
  return (
    <section
      aria-labelledby="export-combinations"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-hairline pt-5"
    >
      <div className="min-w-0">
        <h2 id="export-combinations" className="text-16 font-semibold">
          Export All Combinations
        </h2>
        <p className="text-13 text-muted">
          {combinations === 1
            ? '1 combination of values with its lead value, as a CSV file.'
            : `${formatCount(combinations)} combinations of values with their lead values, highest first, as a CSV file.`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isBlocked && (
          <>
            <Badge tone="caution" sign="!">
              Too many combinations - reduce your data
            </Badge>
            <p role="alert" className="basis-full text-14 text-down">
              Too many combinations ({formatCount(combinations)}). Please limit your data to reduce
              combinations below {formatCount(MAX_EXPORTED_COMBINATIONS)}.
            </p>
          </>
        )}
        <Button disabled={isBlocked} onClick={download}>
          Download All Combinations
        </Button>
      </div>
    </section>
  );
}

export const CORRELATIONS_TAB: ResultsTab = {
  value: 'correlations',
  label: 'Correlations',
  Content: Correlations,
  exported: (analysis, bounds) => [
    [
      'Correlations',
      toRows(
        withRange(correlationColumns(analysis), bounds, ({ attributes }) => attributes),
        analysis.interactionTests,
      ),
    ],
  ],
};

/** The section of correlation tests in the report. */
export function CorrelationsSection() {
  const { analysis } = useResults();
  const { interactionTests } = analysis;
  const hasTests = interactionTests.length > 0;
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Correlations</h2>
        <CorrelationBanner analysis={analysis} />
        {hasTests && <PrintedLiftChart kind={CORRELATION_CHART} source={analysis} />}
      </div>
      {hasTests && (
        <>
          <p>{describeTestedPairs(analysis)}.</p>
          <ReportTable
            title="Correlation Tests"
            columns={correlationColumns(analysis)}
            items={interactionTests}
          />
        </>
      )}
    </section>
  );
}
