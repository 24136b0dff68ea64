import { writeUpload } from '#frontend/csv/write.ts';
import type { BulkFile } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import {
  exportBulk,
  exportSteps,
  listSteps,
  type PlanSheet,
  writeSteps,
} from '#frontend/exports/plan-sheet.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { downloadExport } from '#frontend/features/results/downloads.ts';

interface PlanStepsProps {
  makeSheet(): PlanSheet;
  onPrint(sheet: PlanSheet): void;
}

/** The steps to enter the plan, click by click. They can be printed, copied and downloaded. */
export function PlanSteps({ makeSheet, onPrint }: PlanStepsProps) {
  const sheet = makeSheet();
  const steps = listSteps(sheet);
  const { bulkFile } = PLATFORMS[sheet.platform];
  return (
    <section aria-labelledby="plan-steps" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h4 id="plan-steps" className="text-16 font-semibold">
            Step by Step
          </h4>
          <p className="text-13 text-muted">
            {countNoun(steps.length, 'step')} with every name and figure to type.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" onClick={() => onPrint(makeSheet())}>
            Print Steps
          </Button>
          <Button size="small" onClick={() => downloadExport(exportSteps(makeSheet()))}>
            Download Steps
          </Button>
          <CopyButton getText={() => writeSteps(makeSheet())} label="Copy Steps" />
        </div>
      </div>
      <details className="rounded-surface border border-hairline px-4">
        <summary className="py-2.5 text-14 font-medium">Show the steps</summary>
        <ol className="flex list-decimal flex-col gap-3 pt-1 pb-4 pl-6 text-14 marker:text-muted">
          {steps.map(({ where, what }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- steps have only an order
            <li key={index} className="pl-1">
              <span className="block text-13 text-muted">{where}</span>
              <span className="wrap-anywhere">{what}</span>
            </li>
          ))}
        </ol>
      </details>
      {bulkFile && <BulkDownload bulkFile={bulkFile} makeSheet={makeSheet} />}
    </section>
  );
}

function BulkDownload({ bulkFile, makeSheet }: Pick<PlanStepsProps, 'makeSheet'> & { bulkFile: BulkFile }) {
  const download = () => {
    const { fileName, rows } = exportBulk(bulkFile, makeSheet());
    downloadText(fileName, writeUpload(rows));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="small" onClick={download}>
        Download Bulk File
      </Button>
      <p className="max-w-prose min-w-0 flex-1 basis-64 text-13 text-muted">
        <span className="font-medium text-caution">
          <span aria-hidden>! </span>Check before upload.
        </span>{' '}
        {bulkFile.note}
      </p>
    </div>
  );
}
