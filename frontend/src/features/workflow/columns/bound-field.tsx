import { useState } from 'react';
import { TextField } from '#frontend/ui/text-field.tsx';
import { explainBound, isUnfinished, readTyped, writeBound } from './typed-number.ts';

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
    const next = text.trim() === '' ? empty : (readTyped(text) ?? value);
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
      placeholder={empty === null ? OPEN_END : writeBound(empty)}
      error={error}
      value={typed ?? (value === null ? '' : writeBound(value))}
      onChange={(event) => type(event.target.value)}
      onFocus={() => setFocused(true)}
      onBlur={leave}
      inputClassName="tabular-nums"
    />
  );
}
