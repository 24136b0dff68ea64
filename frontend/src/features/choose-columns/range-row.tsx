import { useState } from 'react';
import { X } from 'lucide-react';
import { rangeLabel, type Range } from '#frontend/analysis/counts/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatRate } from '#frontend/lib/format.ts';
import { IconButton } from '#frontend/ui/button.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { explainBound, isUnfinished, readTyped, writeBound } from '#frontend/features/wizard/typed-number.ts';

/** Class names of the columns: min, max, label, leads, rate (if known), 'Remove'. Small screens have two lines. */
export function rangeGrid(hasRates: boolean): string {
  return cx(
    'grid grid-cols-2 items-start gap-2',
    hasRates
      ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_4rem_6rem]'
      : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_6.5rem]',
  );
}

interface RangeRowProps {
  position: number;
  range: Range;
  summary: NumericSummary;
  leads: number;
  /** Null while the conversions are not known. */
  conversions: number | null;
  isOnly: boolean;
  onChange(range: Range): void;
  onRemove(): void;
}

export function RangeRow(props: RangeRowProps) {
  const { position, range, summary, leads, conversions, isOnly, onChange, onRemove } = props;
  const allowsMinus = summary.min < 0;
  return (
    <fieldset
      aria-label={`Range ${position}`}
      className={cx(rangeGrid(conversions !== null), 'max-sm:border-b max-sm:border-hairline max-sm:pb-3')}
    >
      <BoundField
        label="Min"
        value={range.min}
        empty={summary.min}
        allowsMinus={allowsMinus}
        onChange={(min) => onChange({ ...range, min: min ?? summary.min })}
      />
      <BoundField
        label="Max"
        value={range.max}
        empty={null}
        allowsMinus={allowsMinus}
        onChange={(max) => onChange({ ...range, max })}
      />
      <TextField
        label="Label"
        isLabelHidden
        placeholder={rangeLabel({ ...range, label: '' })}
        value={range.label}
        onChange={(event) => onChange({ ...range, label: event.target.value })}
      />
      {conversions !== null && (
        <div className="hidden h-control items-center justify-end sm:flex">
          <Leads leads={leads} />
        </div>
      )}
      <div className="flex h-control items-center justify-end gap-1">
        {conversions === null ? (
          <Leads leads={leads} />
        ) : (
          <span className="flex min-w-0 flex-col items-end leading-tight">
            <span className="sm:hidden">
              <Leads leads={leads} />
            </span>
            <Rate leads={leads} conversions={conversions} />
          </span>
        )}
        <IconButton
          label={`Remove range ${position}`}
          icon={<X />}
          disabled={isOnly}
          className="-mr-2 coarse:mr-0"
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}

function Leads({ leads }: { leads: number }) {
  return (
    <span className={cx('min-w-0 truncate text-14 tabular-nums', leads === 0 && 'text-caution')}>
      {formatCount(leads)}
      <span className="sm:sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
    </span>
  );
}

function Rate({ leads, conversions }: { leads: number; conversions: number }) {
  return (
    <span
      className="min-w-0 truncate text-14 tabular-nums"
      title={`${formatCount(conversions)} of ${formatCount(leads)} converted`}
    >
      {leads === 0 ? '–' : formatRate(conversions / leads)}
      <span className="sr-only"> converted</span>
    </span>
  );
}

const OPEN_END = '∞';

interface BoundFieldProps {
  label: string;
  /** Null for an open end. */
  value: number | null;
  /** The value of an empty field. */
  empty: number | null;
  /** Number pads of phones have no minus sign, so a column with negative numbers needs the full keyboard. */
  allowsMinus: boolean;
  onChange(value: number | null): void;
}

/**
 * One end of a range. The field shows the text as typed and passes on every number. Another text gets an error below the
 * field, and the last number still counts. A text that may become a number gets its error when the field is left.
 */
function BoundField({ label, value, empty, allowsMinus, onChange }: BoundFieldProps) {
  const [entry, setEntry] = useState<{ text: string; value: number | null } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // A value that differs from the typed one comes from a moved cut, and replaces the text.
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
