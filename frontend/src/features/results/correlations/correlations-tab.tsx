import type { Analysis } from '#frontend/analysis/analyse.ts';
import { LateChart } from '../charts/late-chart.tsx';
import { ColumnMeanings } from '../column-meanings.tsx';
import { CORRELATION_MEANINGS } from '../glossary.ts';
import { ExportCombinations } from './export-combinations.tsx';
import { HandlingAdvice } from './handling-advice.tsx';
import { InteractionTable } from './interaction-table.tsx';
import { CorrelationBanner } from './correlation-banner.tsx';

export function CorrelationsTab({ analysis }: { analysis: Analysis }) {
  const { interactionTests, significantInteractions } = analysis;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-6">
        <CorrelationBanner analysis={analysis} />
        {interactionTests.length > 0 && <HandlingAdvice hasInteractions={significantInteractions > 0} />}
      </div>
      {interactionTests.length > 0 && (
        <LateChart chart="correlations" analysis={analysis} rows={1.5 * interactionTests.length} />
      )}
      {interactionTests.length > 0 && <InteractionTable tests={interactionTests} />}
      <ExportCombinations analysis={analysis} />
      {interactionTests.length > 0 && <ColumnMeanings meanings={CORRELATION_MEANINGS} />}
    </div>
  );
}
