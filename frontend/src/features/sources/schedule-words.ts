import { HOUR } from '#contract/limits.ts';
import type { Schedule } from '#contract/sources.ts';
import { WEEKDAYS } from '#frontend/analysis/columns/order.ts';

export const HOURS_OF_DAY = 24;

/** The time zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All time zones to choose from, and those that a browser knows but does not list, such as UTC. */
export function listTimeZones(...others: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...others])].sort();
}

/** 'America/New York' */
export const nameTimeZone = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** 'between 7 and 8 AM'. A run comes at some time within the hour. */
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
export const SHORTEST_MONTH = 28;

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
