import { useState } from 'react';
import { showBound } from '#frontend/analysis/binning.ts';
import { parseNumber } from '#frontend/analysis/columns.ts';
import { TextField } from '#frontend/ui/text-field.tsx';

const OPEN_END = '∞';

interface BoundFieldProps {
  label: string;
  /** Null is open-ended. */
  value: number | null;
  /** The value of an empty field. */
  empty: number | null;
  /** Number pads of phones have no minus sign, so a column with negative numbers needs the full keyboard. */
  allowsMinus: boolean;
  onChange(value: number | null): void;
}

/**
 * One end of a range. The field keeps the text as typed and passes on every number. Any other text is explained below the
 * field, and the last number stays in force. Text that may still become a number is explained when the field is left.
 */
export function BoundField({ label, value, empty, allowsMinus, onChange }: BoundFieldProps) {
  const [entry, setEntry] = useState<{ text: string; value: number | null } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // Another value than the typed one comes from a moved cut and replaces the text.
  const typed = entry && entry.value === value ? entry.text : null;
  const wrong = typed === null ? null : explainBound(typed);
  const error = wrong !== null && isFocused && isUnfinished(typed ?? '') ? null : wrong;

  const type = (text: string) => {
    const next = text.trim() === '' ? empty : (parseNumber(text) ?? value);
    setEntry({ text, value: next });
    if (next !== value) onChange(next);
  };
  const leave = () => {
    setFocused(false);
    if (typed?.trim() === '') setEntry(null);
  };

  return (
    <TextField
      label={label}
      isLabelHidden
      inputMode={allowsMinus ? 'text' : 'decimal'}
      autoComplete="off"
      placeholder={empty === null ? OPEN_END : showBound(empty)}
      error={error}
      value={typed ?? (value === null ? '' : showBound(value))}
      onChange={(event) => type(event.target.value)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
      inputClassName="tabular-nums"
    />
  );
}

const BEGINNING_OF_NUMBER = /^[+-]?(?:\d*\.?\d*|(?:\d+\.?\d*|\.\d+)e[+-]?\d*)$/i;

/** Whether text may become a number with further characters: '', '-', '1.', '1e'. */
export function isUnfinished(text: string): boolean {
  return BEGINNING_OF_NUMBER.test(text.trim());
}

/** The error in the text of a bound; null for a number and for blank text. */
export function explainBound(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || parseNumber(typed) !== null) return null;
  const suggestions = withoutSeparators(typed);
  if (suggestions.length > 0) return `Write it with a point and no separators: ${suggestions.join(' or ')}`;
  return 'Not a number';
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
