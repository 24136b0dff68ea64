import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { formatCount, formatLift } from '#frontend/lib/format.ts';
import type { ChoiceOption } from '#frontend/ui/choice-option.ts';
import { Choice } from '#frontend/ui/choice.tsx';
import type { Picks } from './picks.ts';

export interface ValuePickersProps {
  analysis: Analysis;
  picks: Picks;
  onPicksChange(picks: Picks): void;
}

/** One dropdown per attribute, named like it. */
export function ValuePickers({ analysis, picks, onPicksChange }: ValuePickersProps) {
  const options = useMemo(() => listOptions(analysis), [analysis]);
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {analysis.fields.map(({ name }, field) => (
        <Choice
          key={name}
          label={name}
          options={options[field] ?? []}
          value={picks[field] ?? null}
          onChange={(value) => onPicksChange({ ...picks, [field]: value })}
          placeholder="Select a value"
        />
      ))}
    </div>
  );
}

/** The values of each attribute by name, with the leads and the lift that stand behind them. */
function listOptions({ fields, segments }: Analysis): ChoiceOption[][] {
  const details = fields.map(() => new Map<string, string>());
  for (const { field, value, leads, liftAfterCut } of segments) {
    details[field]?.set(value, `${formatLift(liftAfterCut)} · ${formatCount(leads)} leads`);
  }
  return fields.map(({ values }, field) =>
    values.map((value) => ({ value, label: value, detail: details[field]?.get(value) })),
  );
}
