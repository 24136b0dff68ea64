import { useState } from 'react';
import { AUDIT_MS, AUDIT_NETWORK_MS, DAY } from '#contract/limits.ts';
import { AUDIT_AREAS, type AuditPerson } from '#contract/organisation.ts';
import { useAudit, type AuditFilter } from '#frontend/api/organisation.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AREA_NAMES, describePerson } from './audit-words.ts';

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

interface FilterProps {
  choice: Choice;
  onChange(part: Partial<Choice>): void;
}

function Filter({ choice, onChange }: FilterProps) {
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
