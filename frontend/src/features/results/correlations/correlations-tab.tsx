import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { useMedia } from '#frontend/ui/use-media.ts';
import { LiftChart } from '../charts/lift-chart.tsx';
import { NARROW } from '../columns.tsx';
import { findCoverage } from '../coverage.ts';
import { wordTestedPairs } from '../evidence-words.ts';
import { OVERLAP_CUT } from '../figures.tsx';
import { withRange, type Bounds } from '../ranges.ts';
import { ColumnMeanings, TableSection } from '../table-section.tsx';
import { CORRELATION_CHART } from './correlation-chart.tsx';
import { correlationColumns } from './correlation-columns.tsx';
import { HandlingAdvice } from './handling-advice.tsx';
import { ExportCombinations } from './export-combinations.tsx';

export interface CorrelationsTabProps {
  analysis: Analysis;
  bounds: Bounds;
}

/** A longer table scrolls, since the chart above it shows the pairs that matter. */
const MOST_OPEN_ROWS = 10;

export function CorrelationsTab({ analysis, bounds }: CorrelationsTabProps) {
  const { interactionTests } = analysis;
  const hasTests = interactionTests.length > 0;
  const isNarrow = useMedia(NARROW);
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
            description={`${wordTestedPairs(analysis)}. Significant pairs first, then by the size of the difference.`}
            columns={columns}
            items={interactionTests}
            keyOf={({ attributes }) => JSON.stringify(attributes)}
            rowHeight={62}
            maxOpenRows={MOST_OPEN_ROWS}
          />
        </>
      )}
      <ExportCombinations analysis={analysis} bounds={bounds} />
      {hasTests && <ColumnMeanings columns={columns} />}
    </div>
  );
}

/** The outcome of the tests, or the reason why there are none. */
export function CorrelationBanner({ analysis }: { analysis: Analysis }) {
  const { fields, interactionTests, significantInteractions, basis } = analysis;
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
      {words}. The significant pairs below {basis === 'value' ? 'are not worth what' : "don't convert as"}{' '}
      their two multipliers predict, so both are reduced by {OVERLAP_CUT}.
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
