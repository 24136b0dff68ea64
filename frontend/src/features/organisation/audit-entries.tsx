import type { AuditEntry } from '#contract/organisation.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { readWholeAudit, useAudit, type AuditFilter } from '#frontend/api/organisation.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { formatDateTime, formatDay } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { describeAction, describeDetail, describeObject, describePerson } from './audit-words.ts';

interface EntriesProps {
  filter: AuditFilter;
  isFiltered: boolean;
}

/** The entries that match, the newest first. */
export function AuditEntries({ filter, isFiltered }: EntriesProps) {
  const { pages, error, isReading, readOlder, askAgain } = useAudit(filter);
  if (error && !isReading)
    return (
      <FailedNotice title="The log could not be read" onRetry={() => void askAgain()}>
        {reasonOf(error) ?? 'The server could not be reached.'}
      </FailedNotice>
    );
  if (!pages) return <SkeletonLines label="Loading the log..." lines={5} />;
  const entries = pages.flatMap((page) => page.entries);
  if (entries.length === 0)
    return <p className="text-14 text-muted">{isFiltered ? 'No entry matches.' : 'No entries yet.'}</p>;
  const hasOlder = pages.at(-1)?.next !== null;
  return (
    <>
      <EntryTable entries={entries} />
      <div className="flex flex-wrap gap-2">
        {hasOlder && (
          <Button disabled={isReading} onClick={() => void readOlder()}>
            {isReading ? 'Loading...' : 'Older entries'}
          </Button>
        )}
        <ExportButton filter={filter} />
      </div>
    </>
  );
}

const CAPTION = 'Log of the team';
const SHORT_SIGN = 6;

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <TableScroll label={CAPTION} className="max-h-[70vh]">
      <Table caption={CAPTION} className="text-13">
        <thead>
          <tr>
            <Th>When</Th>
            <Th>Who</Th>
            <Th>What</Th>
            <Th>Which</Th>
            <Th>Network</Th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="tabular-nums sm:whitespace-nowrap">{formatDateTime(new Date(entry.at))}</td>
              <td className="min-w-32 wrap-anywhere">{describePerson(entry.person)}</td>
              <td className="min-w-40">{describeAction(entry)}</td>
              <td className="min-w-40 wrap-anywhere">
                {describeObject(entry)} <span className="text-muted">{describeDetail(entry)}</span>
              </td>
              <td className="font-mono text-muted">{entry.network?.slice(0, SHORT_SIGN)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

/** Reads all pages that match and makes a file of them. */
function ExportButton({ filter }: Pick<EntriesProps, 'filter'>) {
  const { isBusy, problem, run } = useAction(
    async () =>
      downloadText(`team-log-${formatDay(Date.now())}.csv`, writeCsv(toRows(await readWholeAudit(filter)))),
    (error) => reasonOf(error) ?? 'The log could not be read to its end. Please try again.',
  );
  return (
    <>
      <Button disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Exporting...' : 'Export CSV'}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}

const HEADINGS = [
  'Time (UTC)',
  'Who',
  'Person ID',
  'What',
  'Action',
  'Which',
  'Object ID',
  'Detail',
  'Network',
];

const toRows = (entries: readonly AuditEntry[]): string[][] => [
  HEADINGS,
  ...entries.map((entry) => [
    entry.at,
    describePerson(entry.person),
    entry.person?.id ?? '',
    describeAction(entry),
    entry.action,
    describeObject(entry),
    entry.object ?? '',
    describeDetail(entry),
    entry.network ?? '',
  ]),
];
