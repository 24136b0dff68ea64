import type { Analysis } from '#frontend/analysis/analyse.ts';
import { BALANCED_MAX_ROUNDS } from '#frontend/analysis/constants.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { formatMoney, formatNumber } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';

const OPTIONS: readonly { value: Multipliers; label: string }[] = [
  { value: 'suggested', label: 'Suggested' },
  { value: 'balanced', label: 'Balanced' },
];

export interface MultiplierSwitchProps {
  analysis: Analysis;
  value: Multipliers;
  onChange(value: Multipliers): void;
}

/** Chooses the multipliers that value rules and lead values show first, and says what they are. */
export function MultiplierSwitch({ analysis, value, onChange }: MultiplierSwitchProps) {
  const balanced = analysis.estimates?.tally.balanced;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <SegmentedControl
        label="Multipliers"
        isLabelHidden={false}
        options={OPTIONS}
        value={value}
        onChange={onChange}
      />
      <p className="min-w-0 text-13 text-muted tabular-nums">
        {value === 'suggested'
          ? 'Each value measured on its own.'
          : 'All values fitted together, so that no effect counts twice.'}
        {value === 'balanced' &&
          balanced &&
          ` Lead value = base value ${formatMoney(analysis.baselineLeadValue, analysis.settings.currency)} × ${formatNumber(balanced.scale)} × the multipliers.`}
      </p>
      {balanced?.converged === false && (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>
          Balanced did not converge within {BALANCED_MAX_ROUNDS} rounds. Take its figures with caution.
        </p>
      )}
    </div>
  );
}
