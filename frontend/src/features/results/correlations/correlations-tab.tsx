import { Suspense } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { ChartShape } from '../charts/chart-shape.tsx';
import { CorrelationChart } from '../charts/lazy-charts.ts';
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
        <Suspense fallback={<ChartShape rows={1.5 * interactionTests.length} />}>
          <CorrelationChart tests={interactionTests} />
        </Suspense>
      )}
      {interactionTests.length > 0 && <InteractionTable tests={interactionTests} />}
      <ExportCombinations analysis={analysis} />
      {interactionTests.length > 0 && <ColumnMeanings meanings={CORRELATION_MEANINGS} />}
    </div>
  );
}
