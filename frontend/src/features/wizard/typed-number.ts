import { showBound } from '#frontend/analysis/counts/binning.ts';
import { parseNumber, readNumber } from '#frontend/analysis/columns/number-format.ts';
import { DECIMAL_MARK, type DecimalMark } from '#frontend/lib/format.ts';

/**
 * The number that a visitor types into a field, or null. With a decimal comma, '1.234,5' has groups of thousands. A point that
 * cannot separate thousands is a decimal point: '2.5' is 2.5, but '1.200' is 1200.
 */
export function readTyped(text: string, mark: DecimalMark = DECIMAL_MARK): number | null {
  const typed = text.trim();
  // A text with a currency or percent sign is no bound.
  const own = mark === ',' && /^[+-]?[\d.,\s]+$/.test(typed) ? readNumber(typed, 'decimal-comma') : null;
  return own ?? parseNumber(typed);
}

/** A bound in the visitor's number format. Names of ranges have a decimal point for all visitors: see `showBound`. */
export function writeBound(value: number, mark: DecimalMark = DECIMAL_MARK): string {
  return showBound(value).replace('.', mark);
}

const BEGINNING_OF_NUMBER = /^[+-]?(?:\d*\.?\d*|(?:\d+\.?\d*|\.\d+)e[+-]?\d*)$/i;
const BEGINNING_WITH_COMMA = /^[+-]?(?:\d+[.\s])*\d*,?\d*$/;

/** Whether text may become a number with further characters: '', '-', '1.', '1e'. */
export function isUnfinished(text: string, mark: DecimalMark = DECIMAL_MARK): boolean {
  const typed = text.trim();
  return BEGINNING_OF_NUMBER.test(typed) || (mark === ',' && BEGINNING_WITH_COMMA.test(typed));
}

/** The error in the text of a bound; null for a number and for blank text. */
export function explainBound(text: string, mark: DecimalMark = DECIMAL_MARK): string | null {
  const typed = text.trim();
  if (typed === '' || readTyped(typed, mark) !== null) return null;
  const suggestions = withoutSeparators(typed).map((reading) => reading.replace('.', mark));
  if (suggestions.length === 0) return 'Not a number';
  return `Write it with a ${mark === ',' ? 'comma' : 'point'} and no separators: ${suggestions.join(' or ')}`;
}

/** The numbers that text with commas or thousands separators may mean: '1,5' is 1.5, '1,234' is 1.234 or 1234. */
function withoutSeparators(text: string): string[] {
  const bare = text.replace(/[\s'’]/g, '');
  const readings =
    bare.lastIndexOf(',') > bare.lastIndexOf('.')
      ? [bare.replaceAll('.', '').replace(/,(?=[^,]*$)/, '.')]
      : [bare.replaceAll(',', '')];
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(bare)) readings.push(bare.replaceAll(',', ''));
  return readings.filter((reading) => parseNumber(reading) !== null);
}
