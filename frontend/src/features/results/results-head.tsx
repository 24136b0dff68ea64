import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/exports/analysis-context.ts';
import { formatCount, formatRate } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { downloadExport, exportAll } from './downloads.ts';
import type { ResultsActions } from './results-actions.ts';
import { BackButton, SaveButton } from './results-buttons.tsx';

export interface ResultsHeadProps extends Omit<ResultsActions, 'onSettingsChange'> {
  analysis: Analysis;
  context: AnalysisContext;
  onPrint(): void;
  /** The way back and the primary action stand elsewhere. */
  isSmall: boolean;
}

export function ResultsHead({ analysis, headingLevel = 1, ...actions }: ResultsHeadProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <Heading className="text-28 font-semibold tracking-[-0.02em]">Analysis Complete!</Heading>
        <p className="mt-1 flex flex-wrap gap-x-4 text-16 sm:gap-x-2 text-muted tabular-nums">
          <Figure
            figure={formatCount(analysis.totalLeads)}
            unit={analysis.totalLeads === 1 ? 'lead' : 'leads'}
          />
          <Dot />
          <Figure
            figure={formatCount(analysis.totalConversions)}
            unit={analysis.totalConversions === 1 ? 'conversion' : 'conversions'}
          />
          <Dot />
          <Figure
            figure={formatRate(analysis.baselineRate)}
            unit={
              <Term explanation="Conversions divided by leads, over the whole file: the average that every lift is measured against.">
                baseline rate
              </Term>
            }
          />
        </p>
      </div>
      <ResultsButtons analysis={analysis} {...actions} />
    </div>
  );
}

function Dot() {
  return (
    <span aria-hidden className="max-sm:hidden">
      ·
    </span>
  );
}

function Figure({ figure, unit }: { figure: string; unit: ReactNode }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-semibold text-text">{figure}</span> {unit}
    </span>
  );
}

function ResultsButtons(props: ResultsHeadProps) {
  const { analysis, context, onPrint, onStartOver, isSmall } = props;
  const downloadAll = () => {
    downloadExport(exportAll(analysis, context, new Date()));
    toast({ title: 'Export Complete', description: 'Your complete analysis has been downloaded.' });
  };
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap">
      {!isSmall && <BackButton {...props} />}
      <Button onClick={downloadAll}>Export All</Button>
      <Button onClick={onPrint}>Print or save as PDF</Button>
      {!isSmall && <SaveButton {...props} />}
      {onStartOver && (
        <Button variant="ghost" onClick={onStartOver} className="max-sm:col-span-2">
          Start Over
        </Button>
      )}
    </div>
  );
}
