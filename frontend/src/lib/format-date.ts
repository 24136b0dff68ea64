/** 'Oct 15, 2025 3:04 PM', in the visitor's time zone. */
export function formatDateTime(date: Date): string {
  return format(date, 'short');
}

/** 'October 15, 2025 3:04 PM', in the visitor's time zone. */
export function formatLongDateTime(date: Date): string {
  return format(date, 'long');
}

/** 'Oct 15, 2025', in the visitor's time zone. */
export function formatDate(date: Date, month: 'short' | 'long' = 'short'): string {
  return date.toLocaleDateString('en-US', { year: 'numeric', month, day: 'numeric' });
}

/** 'Oct 15, 2025, 3 PM', in the visitor's time zone. */
export function formatHour(date: Date): string {
  return `${formatDate(date)}, ${formatTime(date, { hour: 'numeric' })}`;
}

/** '2026-03-01', the day in UTC, as fields of dates have it. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function format(date: Date, month: 'short' | 'long'): string {
  return `${formatDate(date, month)} ${formatTime(date, { hour: 'numeric', minute: '2-digit' })}`;
}

/** Browsers put a narrow no-break space before AM and PM; the format has a plain one. */
function formatTime(date: Date, parts: Intl.DateTimeFormatOptions): string {
  return date.toLocaleTimeString('en-US', parts).replace(/\s/, ' ');
}
