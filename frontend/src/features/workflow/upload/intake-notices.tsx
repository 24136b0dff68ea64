import type { IntakeReport } from '#frontend/csv/read-csv.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { intakeNotices, type IntakeNotice } from './notice-texts.ts';
import { mayBeReadNextTime, problemText } from './problem-text.ts';
import type { Reread } from './use-reread.ts';

/** What did not simply fit while reading, in plain words, each with its other choice where there is one. */
export function IntakeNotices({ report, reread }: { report: IntakeReport; reread: Reread }) {
  const notices = intakeNotices(report);
  return (
    <>
      {notices.length > 0 && (
        <Notice tone={notices.some(({ needsLook }) => needsLook) ? 'caution' : 'info'}>
          <ul className="flex flex-col gap-2">
            {notices.map((notice) => (
              <NoticeLine key={notice.id} notice={notice} reread={reread} />
            ))}
          </ul>
        </Notice>
      )}
      {reread.problem && (
        <Notice
          tone="error"
          action={
            mayBeReadNextTime(reread.problem) && (
              <Button size="small" onClick={reread.retry}>
                Try again
              </Button>
            )
          }
        >
          {problemText(reread.problem)}
        </Notice>
      )}
    </>
  );
}

function NoticeLine({ notice, reread }: { notice: IntakeNotice; reread: Reread }) {
  const { text, evidence, choice } = notice;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-60">
        {text}
        {evidence && (
          <span className="block truncate text-13 text-muted" title={evidence}>
            {evidence}
          </span>
        )}
      </span>
      {choice && (
        <Button
          size="small"
          aria-label={`${choice.label}: ${text}`}
          disabled={reread.isBusy}
          onClick={() => void reread.reread(choice.change)}
        >
          {choice.label}
        </Button>
      )}
    </li>
  );
}
