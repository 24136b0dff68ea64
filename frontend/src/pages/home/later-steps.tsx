import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { ColumnsStep, type IntakeProps } from '#frontend/features/choose-columns/columns-step.tsx';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { QuickStart } from '#frontend/features/finder/quick-start.tsx';
import { SearchLine } from '#frontend/features/finder/search-line.tsx';
import { FileCheck } from '#frontend/features/preflight/file-check.tsx';
import { ReuseBar } from '#frontend/features/reuse/reuse-bar.tsx';
import { PrefetchCounts } from '#frontend/features/wizard/prefetch-counts.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { IntakeLine } from '#frontend/features/open-file/intake-line.tsx';
import { isSample } from '#frontend/features/open-file/sample-file.ts';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';

export {
  OpenedFileView,
  ReadingProgress,
  StillOpen,
  UploadError,
} from '#frontend/features/open-file/upload-result.tsx';
export { DraftNotices, WorkBar } from '#frontend/features/wizard/work-bar.tsx';

/** Steps 2 and 3. Their code is not part of the first page. */
export function LaterStep({ workflow }: { workflow: Workflow }) {
  return (
    <div className="mx-auto w-full max-w-step">
      {workflow.at.step === 2 ? (
        <ColumnsStep workflow={workflow} checks={COLUMN_CHECKS} Intake={Intake} />
      ) : (
        <>
          <PrefetchCounts workflow={workflow} />
          <ValuesStep workflow={workflow} Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} />
        </>
      )}
    </div>
  );
}

/** The file that was read, and what may save the choice of columns. */
function Intake(intake: IntakeProps) {
  const { workflow } = intake;
  const isAutomatic = isSample(workflow.sourceFile);
  return (
    <>
      <IntakeLine workflow={workflow} />
      <FileCheck key={workflow.state.openedAt} workflow={workflow} />
      <ReuseBar key={`reuse ${workflow.state.openedAt}`} workflow={workflow} offersSettings={!isAutomatic} />
      <QuickStart key={`start ${workflow.state.openedAt}`} {...intake} isAutomatic={isAutomatic} />
      <SearchLine {...intake} />
    </>
  );
}
