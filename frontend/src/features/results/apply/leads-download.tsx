import type { Analysis } from '#frontend/analysis/analyse.ts';
import { findLeadFactors, type Multipliers } from '#frontend/analysis/lead-values.ts';
import { cleanFileName, stampDate } from '#frontend/exports/file-name.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { formatCount } from '#frontend/lib/format.ts';
import type { LeadsFile } from '#frontend/thread/make-leads-file.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import { FailedFile, MakingFile } from './making-file.tsx';
import { useMadeFile } from './use-made-file.ts';

const ENCODING_NAMES: Readonly<Record<LeadFiles['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

interface LeadsDownloadProps {
  analysis: Analysis;
  multipliers: Multipliers;
  fileName: string;
  /** The heading of the lead value, which names the currency. */
  valueHeading: string;
  files: LeadFiles;
}

/** 'Download leads with values': the visitor's own file with columns for what each lead is worth. */
export function LeadsDownload({ analysis, multipliers, fileName, valueHeading, files }: LeadsDownloadProps) {
  const { making, start, cancel } = useMadeFile<LeadsFile>();
  const download = async () => {
    const factors = findLeadFactors(analysis, multipliers);
    const file = await start((hooks) => files.makeLeadsFile({ factors, valueHeading }, hooks));
    if (file) downloadBlob(`${cleanFileName(fileName)}_lead_values_${stampDate(new Date())}.csv`, file.blob);
  };
  const isMaking = making.state === 'making';
  return (
    <section aria-labelledby="leads-with-values" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h3 id="leads-with-values" className="text-14 font-semibold">
            Leads with values
          </h3>
          <p className="mt-1 text-13 text-muted">
            Your file as it is, with the value, the segments and the value rules of each lead in columns
            behind your own.
          </p>
        </div>
        <Button disabled={isMaking} onClick={() => void download()}>
          Download leads with values
        </Button>
      </div>
      {isMaking && <MakingFile label="Writing your leads" progress={making.progress} onCancel={cancel} />}
      {making.state === 'failed' && <FailedFile onRetry={() => void download()} />}
      {/* Screen readers announce it only in an element that was there before. */}
      <output className="text-13 text-muted empty:hidden">
        {making.state === 'made' && wordOutcome(making.file, files.encoding)}
        {making.state === 'cancelled' && 'Cancelled. No file was made.'}
      </output>
    </section>
  );
}

function wordOutcome({ rows, encoding }: LeadsFile, own: LeadFiles['encoding']): string {
  const written = `${formatCount(rows)} ${rows === 1 ? 'lead' : 'leads'} written`;
  if (encoding === own) return `${written} in ${ENCODING_NAMES[encoding]}.`;
  return `${written} in ${ENCODING_NAMES[encoding]}: ${ENCODING_NAMES[own]}, in which your file is, lacks a character of the added columns.`;
}
