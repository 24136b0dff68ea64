import { useState } from 'react';
import { parseNumber } from '#frontend/analysis/columns.ts';
import { showBound } from '#frontend/analysis/binning.ts';
import { TextField } from '#frontend/ui/text-field.tsx';
import { explainBound, isUnfinished } from './bound-text.ts';

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
