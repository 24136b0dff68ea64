import { useState } from 'react';
import { parseNumber } from '#frontend/analysis/columns.ts';
import { showBound } from '#frontend/analysis/binning.ts';
import { TextField } from '#frontend/ui/text-field.tsx';

const OPEN_END = '∞';

interface BoundFieldProps {
  label: string;
  /** Null is open-ended. */
  value: number | null;
  /** What an empty field stands for. */
  empty: number | null;
  /** The number pads of phones have no minus: a column with negative numbers gets the whole keyboard. */
  allowsMinus: boolean;
  onChange(value: number | null): void;
}

/**
 * One end of a range. Text stays as typed; every time it is a number, that is passed on. Text that can become a number
 * is left alone until the field is left; any other is explained below the field, and the last number holds.
 */
export function BoundField({ label, value, empty, allowsMinus, onChange }: BoundFieldProps) {
  const [entry, setEntry] = useState<{ text: string; value: number | null } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // A value that was not typed here, but moved by its cut, takes the place of the text.
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
