import { X } from 'lucide-react';
import { rangeLabel, type Range } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { IconButton } from '#frontend/ui/icon-button.tsx';
import { TextField } from '#frontend/ui/text-field.tsx';
import { BoundField } from './bound-field.tsx';

/** Min, max, label, leads, remove; on a small screen two lines. */
export const RANGE_GRID =
  'grid grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_6.5rem]';

interface RangeRowProps {
  position: number;
  range: Range;
  summary: NumericSummary;
  leads: number;
  isOnly: boolean;
  onChange(range: Range): void;
  onRemove(): void;
}

export function RangeRow(props: RangeRowProps) {
  const { position, range, summary, leads, isOnly, onChange, onRemove } = props;
  const allowsMinus = summary.min < 0;
  return (
    <fieldset
      aria-label={`Range ${position}`}
      className={cx(RANGE_GRID, 'max-sm:border-b max-sm:border-hairline max-sm:pb-3')}
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
      <div className="flex h-control items-center justify-end gap-1">
        <span className={cx('min-w-0 truncate text-14 tabular-nums', leads === 0 && 'text-caution')}>
          {formatCount(leads)}
          <span className="sm:sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
        </span>
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
