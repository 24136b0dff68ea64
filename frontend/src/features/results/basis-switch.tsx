import type { Basis } from '#frontend/analysis/worth.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';

const OPTIONS: readonly { value: Basis; label: string }[] = [
  { value: 'conversions', label: 'By conversions' },
  { value: 'value', label: 'By value' },
];

const MEANINGS: Readonly<Record<Basis, string>> = {
  conversions: 'How often leads convert, whatever they bring.',
  value: 'What leads bring: the amounts of all their conversions, per lead.',
};

export interface BasisSwitchProps {
  value: Basis;
  onChange(value: Basis): void;
}

/** Chooses whether all results are those of conversions or of amounts, and says what that means. */
export function BasisSwitch({ value, onChange }: BasisSwitchProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <SegmentedControl
        label="Results"
        isLabelHidden={false}
        options={OPTIONS}
        value={value}
        onChange={onChange}
      />
      <p className="min-w-0 text-13 text-muted">{MEANINGS[value]}</p>
    </div>
  );
}
