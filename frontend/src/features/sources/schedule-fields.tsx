import { useMemo } from 'react';
import type { Schedule } from '#contract/sources.ts';
import { WEEKDAYS } from '#frontend/analysis/columns/order.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import {
  HOURS_OF_DAY,
  listTimeZones,
  nameTimeZone,
  ownTimeZone,
  SHORTEST_MONTH,
  describeHour,
} from './schedule-words.ts';

type Every = Schedule['every'];

const OFTEN: readonly { value: Every; label: string }[] = [
  { value: 'day', label: 'Daily' },
  { value: 'week', label: 'Weekly' },
  { value: 'month', label: 'Monthly' },
];

const LONGEST_MONTH = 31;
const numbered = (count: number, first: number) => Array.from({ length: count }, (_, at) => first + at);

/** Weekly, since alerts are looked for once a week, and in the morning of the visitor. */
export const firstSchedule = (): Schedule => ({
  every: 'week',
  weekday: 1,
  hour: 7,
  timeZone: ownTimeZone(),
});

/** The same clock, with a day that the new interval needs. */
function withEvery({ hour, timeZone }: Schedule, every: Every): Schedule {
  const clock = { hour, timeZone };
  if (every === 'week') return { every, weekday: 1, ...clock };
  return every === 'month' ? { every, day: 1, ...clock } : { every, ...clock };
}

interface ScheduleFieldsProps {
  schedule: Schedule;
  onChange(schedule: Schedule): void;
}

/** When a sheet is read. */
export function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { every, hour, timeZone } = schedule;
  const zones = useMemo(() => listTimeZones(ownTimeZone(), timeZone), [timeZone]);
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label="Read the sheet"
        isLabelHidden={false}
        options={OFTEN}
        value={every}
        onChange={(next) => next !== every && onChange(withEvery(schedule, next))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField schedule={schedule} onChange={onChange} />
        <Dropdown
          label="Hour"
          options={numbered(HOURS_OF_DAY, 0).map((one) => ({ value: String(one), label: describeHour(one) }))}
          value={String(hour)}
          onChange={(next) => onChange({ ...schedule, hour: Number(next) })}
        />
        <Dropdown
          label="Time zone"
          options={zones.map((zone) => ({ value: zone, label: nameTimeZone(zone) }))}
          value={timeZone}
          onChange={(next) => onChange({ ...schedule, timeZone: next })}
        />
      </div>
    </div>
  );
}

/** The day of the week or of the month; nothing for every day. */
function DayField({ schedule, onChange }: ScheduleFieldsProps) {
  if (schedule.every === 'week')
    return (
      <Dropdown
        label="Day"
        options={WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }))}
        value={String(schedule.weekday)}
        onChange={(weekday) => onChange({ ...schedule, weekday: Number(weekday) })}
      />
    );
  if (schedule.every === 'month')
    return (
      <Dropdown
        label="Day of the month"
        options={numbered(LONGEST_MONTH, 1).map((day) => ({ value: String(day), label: String(day) }))}
        value={String(schedule.day)}
        hint={schedule.day > SHORTEST_MONTH && 'In a shorter month, on its last day.'}
        onChange={(day) => onChange({ ...schedule, day: Number(day) })}
      />
    );
  return null;
}
