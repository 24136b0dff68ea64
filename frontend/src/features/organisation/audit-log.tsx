import { useState } from 'react';
import { AUDIT_MS, AUDIT_NETWORK_MS, DAY } from '#contract/limits.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { AUDIT_AREAS, type AuditPerson, type AuditEntry } from '#contract/organisation.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { useAudit, type AuditFilter, readWholeAudit } from '#frontend/api/organisation.ts';
import { writeCsv } from '#frontend/csv/write.ts';
import { downloadText } from '#frontend/lib/download.ts';
import { formatDateTime, formatDay } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { Table, TableScroll, TextHead } from '#frontend/ui/table.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { AREA_NAMES, describePerson, describeAction, describeDetail, describeObject } from './audit-words.ts';

/** The choices of the filter. Days are as the fields have them: '2026-03-01'. */
interface Choice {
  person: string;
  area: string;
  from: string;
  to: string;
}

const EVERYTHING: Choice = { person: '', area: '', from: '', to: '' };

/** The beginning of a day in the visitor's time zone, or of a later one; no text for no day. */
function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const begin = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(begin.getTime()) ? '' : begin.toISOString();
}

const toFilter = ({ person, area, from, to }: Choice): AuditFilter => ({
  person,
  area,
  from: beginOf(from),
  to: beginOf(to, 1),
});

/** The log of what was changed in a team: filtered, page by page, and as a file. */
export function AuditLog() {
  const [choice, setChoice] = useState(EVERYTHING);
  const isFiltered = Object.values(choice).some((text) => text !== '');
  return (
    <TeamSection title="Log">
      <p className="max-w-prose text-14">
        Every change in this team, and who made it. Nobody can change the log. Entries go after{' '}
        {AUDIT_MS / DAY} days, and the signs of networks after {AUDIT_NETWORK_MS / DAY}.
      </p>
      <Filter choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} />
      <AuditEntries filter={toFilter(choice)} isFiltered={isFiltered} />
    </TeamSection>
  );
}

function Filter({ choice, onChange }: { choice: Choice; onChange(part: Partial<Choice>): void }) {
  const people = usePeople();
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Dropdown
        label="Who"
        options={[{ value: '', label: 'Anybody', isNone: true }, ...people.map(toOption)]}
        value={choice.person}
        onChange={(person) => onChange({ person })}
      />
      <Dropdown label="What" options={AREAS} value={choice.area} onChange={(area) => onChange({ area })} />
      <TextField
        label="From"
        type="date"
        value={choice.from}
        max={choice.to}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={choice.to}
        min={choice.from}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </search>
  );
}

const toOption = (person: AuditPerson) => ({ value: person.id, label: describePerson(person) });

const AREAS = [
  { value: '', label: 'Anything', isNone: true as const },
  ...AUDIT_AREAS.map((area) => ({ value: area, label: AREA_NAMES[area] })),
];

/** Everybody in the log: its first page names them, whatever the filter. */
function usePeople(): readonly AuditPerson[] {
  const { pages } = useAudit(toFilter(EVERYTHING));
  return (pages?.[0]?.people ?? []).toSorted((a, b) =>
    describePerson(a).localeCompare(describePerson(b), 'en'),
  );
}

interface EntriesProps {
  filter: AuditFilter;
  isFiltered: boolean;
}

/** The entries that match, the newest first. */
function AuditEntries({ filter, isFiltered }: EntriesProps) {
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
        <TextHead titles={['When', 'Who', 'What', 'Which', 'Network']} />
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
