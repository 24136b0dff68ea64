import { useEffect, useState } from 'react';
import { stampDate } from '#frontend/exports/table.ts';
import { downloadBlob } from '#frontend/lib/download.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { MadeFile } from '#frontend/threads/leads/make-leads-file.ts';
import type { RefusedLead, SendFailureDetails, SendProblem } from '#frontend/threads/sends/send-failure.ts';
import type { SendOutcome } from '#frontend/threads/sends/send-leads.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { CountTable, FirstRows } from '#frontend/features/platforms/upload-tables.tsx';
import { StepsAfterSend } from '#frontend/features/platforms/upload-steps.tsx';
import { describeSendProblem, describeReason, describeRefusal } from './send-words.ts';

/** Problems after which the file is the way. */
const FILE_HELPS: readonly SendProblem[] = ['blocked', 'not-enabled', 'not-understood', 'daily-limit'];

interface SendProblemNoticeProps {
  details: SendFailureDetails;
  /** Downloads the file instead; null while there is none. */
  download: (() => void) | null;
}

/** Says why nothing more is sent, also in the words of Google. */
export function SendProblemNotice({ details, download }: SendProblemNoticeProps) {
  const { problem, said, code } = details;
  const { title, text } = describeSendProblem(details);
  return (
    <Notice
      tone="error"
      title={title}
      action={
        FILE_HELPS.includes(problem) &&
        download && (
          <Button size="small" onClick={download}>
            Download the File
          </Button>
        )
      }
    >
      {text}
      {code && <span className="block text-muted wrap-anywhere">Google’s code: {code}</span>}
      {said !== null && <span className="block text-muted wrap-anywhere">Google says: {said}</span>}
    </Notice>
  );
}

interface SentOutcomeProps {
  outcome: SendOutcome;
  files: LeadFiles;
  /** Sends the others; null where the leads are no longer at hand. */
  onGoOn: (() => void) | null;
  download: (() => void) | null;
}

/** The values that have arrived, and those that have not. */
export function SentOutcome({ outcome, files, onGoOn, download }: SentOutcomeProps) {
  const { stoppedBy, done, left, total, refusedCount, isLogged } = outcome;
  return (
    <div aria-live="polite" className="flex flex-col gap-4 border-t border-hairline pt-5">
      <Notice
        tone={stoppedBy ? 'info' : 'success'}
        title={`${formatCount(done - refusedCount)} of ${countNoun(total, 'value')} ${done - refusedCount === 1 ? 'has' : 'have'} arrived at Google`}
        action={
          left > 0 &&
          onGoOn && (
            <Button size="small" onClick={onGoOn}>
              Send the Other {formatCount(left)}
            </Button>
          )
        }
      >
        {left > 0
          ? `${countNoun(left, 'value')} ${left === 1 ? 'was' : 'were'} not sent. You can go on now or another day, also on another device: nothing counts twice.`
          : done > refusedCount &&
            'Google now looks up clicks and people. It tells the result after half an hour at the earliest: see below.'}
        {!isLogged &&
          ' The log of this site could not be written to the end. If you send again, the last values are sent twice, and count once.'}
      </Notice>
      {left === 0 && done > refusedCount && <StepsAfterSend />}
      {stoppedBy && stoppedBy !== 'cancel' && <SendProblemNotice details={stoppedBy} download={download} />}
      <RefusedRows refused={outcome.refused} files={files} />
      <Warnings warnings={outcome.warnings} />
    </div>
  );
}

/** The rows that Google refuses, with its reasons: the first ones, and all of them as a file. */
export function RefusedRows({ refused, files }: { refused: readonly RefusedLead[]; files: LeadFiles }) {
  const file = useRefusedFile(refused, files);
  if (refused.length === 0 || !file) return null;
  const download = () => downloadBlob(`refused_by_google_${stampDate(new Date())}.csv`, file.blob);
  return (
    <div className="flex flex-col gap-3">
      <FirstRows
        caption={
          refused.length > file.preview.length
            ? `Refused by Google, the first ${file.preview.length} of ${countNoun(refused.length, 'row')}`
            : `Refused by Google: ${countNoun(refused.length, 'row')}`
        }
        file={reasonFirst(file)}
      />
      <Button size="small" className="self-start" onClick={download}>
        Download Refused Rows
      </Button>
    </div>
  );
}

/** The reason is the last column of the file, which may be far away on the screen. */
function reasonFirst({ headings, preview }: MadeFile): Pick<MadeFile, 'headings' | 'preview'> {
  const move = (cells: readonly string[]) => [...cells.slice(-1), ...cells.slice(0, -1)];
  return { headings: move(headings), preview: preview.map(move) };
}

function useRefusedFile(refused: readonly RefusedLead[], files: LeadFiles): MadeFile | null {
  const [file, setFile] = useState<MadeFile | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const rows = refused.map((lead) => ({ row: lead.row, reason: describeRefusal(lead) }));
    // Without the rows the counts still stand above.
    if (rows.length > 0)
      files.makeRowsFile({ rows, heading: 'Why Refused' }).then(
        (made) => isCurrent && setFile(made),
        () => {},
      );
    return () => void (isCurrent = false);
  }, [refused, files]);
  return file;
}

/** Details that Google ignores. */
export function Warnings({ warnings }: Pick<SendOutcome, 'warnings'>) {
  return (
    <CountTable
      caption="Taken without a detail"
      counts={warnings.map(({ reason, count }) => [describeReason(reason), count] as const)}
    />
  );
}
