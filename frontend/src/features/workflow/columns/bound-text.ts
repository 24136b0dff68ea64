import { parseNumber } from '#frontend/analysis/columns.ts';

const BEGINNING_OF_NUMBER = /^[+-]?(?:\d*\.?\d*|(?:\d+\.?\d*|\.\d+)e[+-]?\d*)$/i;

/** Text that may become a number when more is typed: '', '-', '1.', '1e'. */
export function isUnfinished(text: string): boolean {
  return BEGINNING_OF_NUMBER.test(text.trim());
}

/** What is wrong with a bound as typed, or null for a number or nothing at all. */
export function explainBound(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || parseNumber(typed) !== null) return null;
  const suggestions = withoutSeparators(typed);
  if (suggestions.length > 0) return `Write it with a point and no separators: ${suggestions.join(' or ')}`;
  return 'Not a number';
}

/** What numbers a text with decimal commas or separators of thousands may stand for: '1,5' is 1.5, '1,234' is 1.234 or 1234. */
function withoutSeparators(text: string): string[] {
  const bare = text.replace(/[\s'’]/g, '');
  const readings =
    bare.lastIndexOf(',') > bare.lastIndexOf('.')
      ? [bare.replaceAll('.', '').replace(/,(?=[^,]*$)/, '.')]
      : [bare.replaceAll(',', '')];
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(bare)) readings.push(bare.replaceAll(',', ''));
  return readings.filter((reading) => parseNumber(reading) !== null);
}
