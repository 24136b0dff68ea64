import { DAY, MINUTE } from '#contract/limits.ts';
import { readDate, type DateReading } from '../columns/dates.ts';
import { foldText } from '../columns/words.ts';
import zoneNames from './zone-names.txt';

const SECOND = 1000;

/** The time of a conversion, or the reason why a cell has none. */
export type Moment =
  | { state: 'known'; ms: number }
  /** A day without a time: its midnight and its last second in the chosen zone, in UTC without one. */
  | { state: 'day'; ms: number; lastSecond: number }
  | { state: 'unreadable' }
  | { state: 'no-zone' }
  | { state: 'unknown-zone' };

/** How the moments of a column are read. */
interface MomentReading extends DateReading {
  /** No date of the column has a time other than midnight, so that a midnight stands for its day. */
  hasOnlyDays?: boolean | undefined;
}

/** Seconds and milliseconds since 1970 count in UTC. */
const EPOCHS: ReadonlySet<DateReading['format']> = new Set(['epoch-seconds', 'epoch-milliseconds']);
const OFFSET = /^(?:utc|gmt)?(?<sign>[+-])(?<hours>\d{1,2}?)(?::?(?<minutes>\d{2}))?$/i;
/** No zone is further from UTC. */
const MOST_MINUTES = 14 * 60;
/** Of RFC 822, section 5.1, and those that stand for one zone. Other abbreviations stand for several. */
const HOURS_OF_ZONE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    '-10': 'hst',
    '-9': 'akst',
    '-8': 'pst akdt',
    '-7': 'mst pdt',
    '-6': 'cst mdt',
    '-5': 'est cdt',
    '-4': 'edt',
    '-3': 'brt',
    0: 'z ut utc gmt wet',
    1: 'cet mez west',
    2: 'cest mesz eet oez',
    3: 'eest oesz msk trt',
    8: 'sgt hkt awst',
    9: 'jst kst',
    10: 'aest',
    11: 'aedt',
    12: 'nzst',
    13: 'nzdt',
  }).flatMap(([hours, names]) => names.split(' ').map((name) => [name, Number(hours)] as const)),
);
/** American names of the clock of a zone, in summer and winter alike. */
const CLOCKS: ReadonlyMap<string, string> = new Map([
  ['et', 'America/New_York'],
  ['ct', 'America/Chicago'],
  ['mt', 'America/Denver'],
  ['pt', 'America/Los_Angeles'],
]);
/** Minutes east of UTC by the name in words. */
const MINUTES_OF_NAME: ReadonlyMap<string, number> = new Map(
  zoneNames.split(';').flatMap((list) => {
    const [minutes = '', names = ''] = list.split(':');
    return names.split(',').map((name) => [name, Number(minutes)] as const);
  }),
);

/**
 * The moment that a cell names: by its own zone, else by the zone of the file. A day without a time is told apart, and
 * so is a midnight in a column without other times, and a time without any zone; a month or week without a day is no moment. A zone is known by its offset, its name in the IANA database, its
 * name in words in 14 languages, and by abbreviations that stand for one zone. A day ends at 23:59:59 of the zone's clock. Example: '2026-11-02 09:30' in Europe/Berlin is 08:30 UTC; '2026-11-02T09:30Z' is
 * 09:30 UTC in every zone; '2026-11-02 00:00' in a column of days is the day.
 */
export function readMoment(cell: string, reading: MomentReading, zone: ZoneClock | null): Moment {
  const written = readDate(cell, reading);
  if (!written?.hasDay) return { state: 'unreadable' };
  // A zone behind each midnight, or UTC of seconds since 1970, comes from the program that wrote the day: nobody chose it.
  if (!written.hasTime || reading.hasOnlyDays) {
    const momentOf = (clock: number) => zone?.toMoment(clock) ?? clock;
    return { state: 'day', ms: momentOf(written.ms), lastSecond: momentOf(written.ms + DAY - SECOND) };
  }
  if (EPOCHS.has(reading.format)) return { state: 'known', ms: written.ms };
  const { zone: name, ms } = written;
  if (name === undefined) return zone ? { state: 'known', ms: zone.toMoment(ms) } : { state: 'no-zone' };
  const offset = offsetOf(name);
  if (offset !== null) return { state: 'known', ms: ms - offset };
  const clock = clockOf(name);
  return clock ? { state: 'known', ms: clock.toMoment(ms) } : { state: 'unknown-zone' };
}

function offsetOf(zone: string): number | null {
  const parts = OFFSET.exec(zone)?.groups;
  if (!parts) {
    const hours = HOURS_OF_ZONE.get(zone.toLowerCase());
    const minutes = hours === undefined ? MINUTES_OF_NAME.get(foldText(zone)) : 60 * hours;
    return minutes === undefined ? null : minutes * MINUTE;
  }
  const minutes = 60 * Number(parts.hours) + Number(parts.minutes ?? 0);
  if (minutes > MOST_MINUTES) return null;
  return (parts.sign === '-' ? -minutes : minutes) * MINUTE;
}

const clocks = new Map<string, ZoneClock | null>();

/** The clock of a zone that is written with a slash, 'Europe/Berlin', or stands for one: 'ET'. Null for another text. */
function clockOf(zone: string): ZoneClock | null {
  const name = CLOCKS.get(zone.toLowerCase()) ?? zone;
  const known = clocks.get(name);
  if (known !== undefined) return known;
  const clock = name.includes('/') ? tryZone(name) : null;
  clocks.set(name, clock);
  return clock;
}

function tryZone(name: string): ZoneClock | null {
  try {
    return createZoneClock(name);
  } catch {
    return null; // this browser knows no such zone
  }
}

/** Turns the clock times of a zone into moments and back. */
export interface ZoneClock {
  name: string;
  /** The moment at which the clock of the zone shows this time, which is taken as if it were UTC. */
  toMoment(clock: number): number;
  /** The time that the clock of the zone shows, as if it were UTC. */
  toClock(moment: number): number;
}

/**
 * The clock of a zone of the IANA database. Where clocks are put back, a time occurs twice and the later one counts; a
 * time that is skipped in spring is taken as one of the hour before.
 * Example: in Europe/Berlin 2026-07-01 12:00 is 10:00 UTC, 2026-01-01 12:00 is 11:00 UTC.
 */
export function createZoneClock(name: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Formatting takes microseconds, and a file has 100,000 times. No zone changes its clock within such a quarter of an hour.
  const offsets = new Map<number, number>();
  const offsetAt = (moment: number) => {
    const quarter = Math.floor(moment / (15 * MINUTE));
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = findOffset(format, quarter * 15 * MINUTE);
    offsets.set(quarter, offset);
    return offset;
  };
  return {
    name,
    toMoment(clock) {
      // The offsets before and after a change of the clock: no zone is a day away from UTC.
      const offsets = [offsetAt(clock - DAY), offsetAt(clock + DAY)];
      const later = clock - Math.min(...offsets);
      return later + offsetAt(later) === clock ? later : clock - Math.max(...offsets);
    },
    toClock: (moment) => moment + offsetAt(moment),
  };
}

function findOffset(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const day = Date.UTC(part('year'), part('month') - 1, part('day'));
  return day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000 - moment;
}
