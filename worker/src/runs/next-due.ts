import { DAY, HOUR } from '#contract/limits.ts';
import type { Schedule } from '#contract/sources.ts';

/**
 * The next begin of an hour of the schedule after a time, both in milliseconds. All that the runtime knows of a time zone comes from
 * `Intl`. An hour that summer time leaves out begins when the clocks have gone on, one that comes twice begins once, the first time, and a
 * month without the day has its last day instead. Whoever asks late gets one time, however many were missed.
 *
 * @example nextDue({ every: 'day', hour: 7, timeZone: 'Europe/Berlin' }, Date.UTC(2026, 6, 1, 12)) is Date.UTC(2026, 6, 2, 5)
 */
export function nextDue(schedule: Schedule, after: number): number {
  const clock = new WallClock(schedule.timeZone);
  const today = Math.floor(clock.read(after) / DAY) * DAY;
  for (let day = nextDay(schedule, today); ; day = nextDay(schedule, day + DAY)) {
    const due = clock.find(day + schedule.hour * HOUR);
    if (due > after) return due;
  }
}

/** The time after a run: the next one of the schedule of its source, also where it was begun by hand, or comes late. */
export const nextTime = (
  { schedule, dueAt }: { schedule: string | null; dueAt: number },
  now: number,
): number => nextDue(JSON.parse(schedule ?? '{}') as Schedule, Math.max(now, dueAt)); // it was checked when it was stored

/** The first day of the schedule that is this day or later. A day is the midnight that it begins with, as if it were in UTC. */
function nextDay(schedule: Schedule, from: number): number {
  switch (schedule.every) {
    case 'day':
      return from;
    case 'week':
      return from + ((schedule.weekday - weekdayOf(from) + 7) % 7) * DAY;
    case 'month': {
      const day = dayInMonth(from, schedule.day);
      return day >= from ? day : dayInMonth(lastOfMonth(from) + DAY, schedule.day);
    }
  }
}

/** From 1, Monday, to 7, Sunday. */
const weekdayOf = (day: number): number => new Date(day).getUTCDay() || 7;

function lastOfMonth(day: number): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
}

/** The day of this number in the month of a day, at most the last one. */
function dayInMonth(day: number, number: number): number {
  const last = lastOfMonth(day);
  return Math.min(last, last + (number - new Date(last).getUTCDate()) * DAY);
}

/** The time that the clocks of a time zone show. Such a time is written as the milliseconds that it would have in UTC. */
class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const [numeric, twoDigits] = ['numeric', '2-digit'] as const;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: numeric,
      month: twoDigits,
      day: twoDigits,
      hour: twoDigits,
      minute: twoDigits,
      second: twoDigits,
    });
  }

  /** The clocks' time at a moment, to the second. */
  read(time: number): number {
    const parts = new Map(this.#format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, ...rest] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((type) => parts.get(type) ?? 0);
    return Date.UTC(year, month - 1, ...rest);
  }

  /** How far the clocks are ahead of UTC. */
  #offset = (time: number): number => this.read(time) - Math.floor(time / 1000) * 1000;

  /** The first time at which the clocks show this time, or, where they never do, the time at which they are put forward past it. */
  find(wall: number): number {
    const [before, after] = [this.#offset(wall - DAY), this.#offset(wall + DAY)];
    const times = [wall - before, wall - after].toSorted((a, b) => a - b);
    const shown = times.find((time) => this.read(time) === wall);
    return shown ?? this.#findChange(wall - after, wall - before);
  }

  /** The time of the one change of the clocks between two times. */
  #findChange(from: number, to: number): number {
    let [early, late] = [from, to];
    const old = this.#offset(early);
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (this.#offset(middle) === old) early = middle;
      else late = middle;
    }
    return late;
  }
}
