import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { useSettledPlan } from '#frontend/features/wizard/file-answers.ts';
import { FileCheck } from '#frontend/features/preflight/file-check.tsx';
import { ReuseBar } from '#frontend/features/reuse/reuse-bar.tsx';
import {
  ResultsStep,
  usePrefetchCounts,
  type ResultsStepProps,
} from '#frontend/features/wizard/results-step.tsx';
import { IntakeLine } from '#frontend/features/open-file/intake-line.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';

// They are fetched together with the later steps.
export { downloadSample, sampleFile } from '#frontend/features/open-file/sample-data.ts';
export {
  OpenedFileView,
  ReadingProgress,
  StillOpen,
  UploadError,
} from '#frontend/features/open-file/upload-result.tsx';
export { DraftNotices, WorkBar } from '#frontend/features/wizard/work-bar.tsx';

/** Steps 2 to 4. Their code is not part of the first page. */
export function LaterStep(props: ResultsStepProps) {
  const { workflow } = props;
  if (workflow.state.step === 4) return <ResultsStep {...props} />;
  return (
    <div className="mx-auto w-full max-w-step">
      {workflow.state.step === 2 ? (
        <ColumnsStep
          workflow={workflow}
          intake={
            <>
              <IntakeLine workflow={workflow} />
              <FileCheck key={workflow.state.openedAt} workflow={workflow} />
              <ReuseBar key={`reuse ${workflow.state.openedAt}`} workflow={workflow} />
            </>
          }
        />
      ) : (
        <>
          <PrefetchCounts workflow={workflow} />
          <ValuesStep workflow={workflow} />
        </>
      )}
    </div>
  );
}

/** Pause after a change of a name or a tick before the leads are counted. */
const COUNT_DELAY_MS = 50;

/** Counts the leads while the visitor is in step 3, so that 'Analyze' shows the results at once. */
function PrefetchCounts({ workflow }: { workflow: Workflow }) {
  usePrefetchCounts(workflow, useSettledPlan(workflow.state, COUNT_DELAY_MS, null));
  return null;
}
