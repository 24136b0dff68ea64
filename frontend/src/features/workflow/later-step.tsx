import { lazy, Suspense } from 'react';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { ResultsStepProps } from './results-step.tsx';

const loadColumns = () => import('./columns/columns-step.tsx');
const loadValues = () => import('./values/values-step.tsx');
const loadResults = () => import('./results-step.tsx');
const loadIntakeLine = () => import('./upload/intake-line.tsx');

const ColumnsStep = lazy(() => loadColumns().then((module) => ({ default: module.ColumnsStep })));
const ValuesStep = lazy(() => loadValues().then((module) => ({ default: module.ValuesStep })));
const ResultsStep = lazy(() => loadResults().then((module) => ({ default: module.ResultsStep })));
const IntakeLine = lazy(() => loadIntakeLine().then((module) => ({ default: module.IntakeLine })));

/** Fetches the code of the later steps before it is needed: the visitor is about to bring a file. */
export function fetchLaterSteps(): void {
  for (const load of [loadColumns, loadIntakeLine, loadValues, loadResults]) load().catch(() => {});
}

/** Steps 2 to 4, which the first page does not carry. */
export function LaterStep(props: ResultsStepProps) {
  const { workflow } = props;
  return (
    <Suspense fallback={<SkeletonLines label="Loading…" lines={6} />}>
      {workflow.state.step === 4 ? (
        <ResultsStep {...props} />
      ) : (
        <div className="mx-auto w-full max-w-step">
          {workflow.state.step === 2 ? (
            <ColumnsStep workflow={workflow} intake={<IntakeLine workflow={workflow} />} />
          ) : (
            <ValuesStep workflow={workflow} />
          )}
        </div>
      )}
    </Suspense>
  );
}
