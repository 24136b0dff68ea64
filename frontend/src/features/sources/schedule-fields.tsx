import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { HOUR } from '#contract/limits.ts';
import { WEEKDAYS } from '#frontend/analysis/columns/order.ts';
import { useMemo, useState } from 'react';
import type { Schedule, SheetSource } from '#contract/sources.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { OwnSource } from './use-own-source.tsx';

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

const HOURS_OF_DAY = 24;

/** The time zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones to choose from, and those that a browser knows but does not list, such as UTC. @internal */
export function listTimeZones(...others: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...others])].sort();
}

/** 'America/New York' @internal */
export const nameTimeZone = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** 'between 7 and 8 AM'. A run comes at some time within the hour. @internal */
export function describeHour(hour: number): string {
  return between(new Date(2026, 0, 1, hour), new Date(2026, 0, 1, hour + 1));
}

/** 'every Monday between 7 and 8 AM (Europe/Berlin)' */
export function describeSchedule(schedule: Schedule): string {
  return `${describeDays(schedule)} ${describeHour(schedule.hour)} (${nameTimeZone(schedule.timeZone)})`;
}

function describeDays(schedule: Schedule): string {
  switch (schedule.every) {
    case 'day':
      return 'every day';
    case 'week':
      return `every ${WEEKDAYS[schedule.weekday - 1]}`;
    case 'month':
      return `on day ${schedule.day} of each month${schedule.day > SHORTEST_MONTH ? ', or its last day,' : ''}`;
  }
}

/** Every month has this number of days. */
const SHORTEST_MONTH = 28;

/** 'Friday, November 27, between 7 and 8 AM', in the time zone of this browser. */
export function describeRunTime(due: Date): string {
  const day = due.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
  return `${day}, ${between(due, new Date(due.getTime() + HOUR))}`;
}

/** '7 and 8 AM', '11 AM and 12 PM', '5:30 and 6:30 AM'. */
function between(from: Date, to: Date): string {
  const [start = '', end = ''] = [from, to].map((time) =>
    time
      .toLocaleTimeString('en-US', {
        hour: 'numeric',
        ...(time.getMinutes() > 0 && { minute: '2-digit' }),
      })
      .replace(/\s/, ' '),
  );
  const half = start.slice(-HALF_OF_DAY.length);
  return `between ${end.endsWith(half) ? start.slice(0, -HALF_OF_DAY.length) : start} and ${end}`;
}

const HALF_OF_DAY = ' AM';

interface ScheduleDialogProps {
  own: OwnSource;
  source: SheetSource;
  onClose(): void;
  onEnd(): void;
}

/** The schedule of a sheet, and its end. */
export function ScheduleDialog({ own, source, onClose, onEnd }: ScheduleDialogProps) {
  const [schedule, setSchedule] = useState(source.schedule);
  const [isEnding, setEnding] = useState(false);
  const { title, tabTitle } = source.sheet;
  const save = async () => {
    if (await own.reschedule(schedule)) onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      isBusy={own.isBusy}
      size="wide"
      title="Schedule"
      description={
        <span className="wrap-anywhere">
          The tab “{tabTitle}” of “{title}”. To read another one, end this and keep the analysis current anew.
        </span>
      }
      footer={
        <>
          <Button disabled={own.isBusy} onClick={() => setEnding(true)} className="mr-auto">
            Stop reading
          </Button>
          <Button disabled={own.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={own.isBusy} onClick={() => void save()}>
            {own.isBusy ? 'Saving...' : 'Save Schedule'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ScheduleFields schedule={schedule} onChange={setSchedule} />
        {own.problem && <Notice tone="error">{own.problem}</Notice>}
      </div>
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title="Stop reading this sheet?"
        description="It is read no more, and no alert comes. The versions stay with the analysis."
        confirmLabel="Stop reading"
        onConfirm={onEnd}
      />
    </Dialog>
  );
}
