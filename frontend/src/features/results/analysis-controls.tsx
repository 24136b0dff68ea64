import type { Settings } from '#frontend/analysis/analyse.ts';
import { CONVERSION_VALUE_INPUT, THRESHOLD_PERCENT_INPUT } from '#contract/limits.ts';
import { NumberStepper } from '#frontend/ui/stepper.tsx';

export interface AnalysisControlsProps {
  settings: Settings;
  /** Absent where the figures are shown as stored. */
  onChange?(settings: Settings): void;
}

export function AnalysisControls({ settings, onChange }: AnalysisControlsProps) {
  const change = (part: Partial<Settings>) => onChange?.({ ...settings, ...part });
  return (
    <section aria-labelledby="analysis-controls" className="flex flex-col gap-2">
      <h2 id="analysis-controls" className="text-14 font-semibold">
        Analysis Controls
      </h2>
      <div className="flex gap-x-4 sm:gap-x-6">
        <NumberStepper
          label="Conversion Value ($)"
          hint={onChange && 'What one conversion is worth.'}
          {...CONVERSION_VALUE_INPUT}
          value={settings.conversionValue}
          disabled={!onChange}
          onChange={(value) => change({ conversionValue: value })}
          className="min-w-0 flex-1 sm:w-44 sm:flex-none"
        />
        <NumberStepper
          label="Significance Threshold (%)"
          hint={onChange && 'How far from average counts.'}
          {...THRESHOLD_PERCENT_INPUT}
          value={settings.thresholdPercent}
          disabled={!onChange}
          onChange={(value) => change({ thresholdPercent: value })}
          className="min-w-0 flex-1 sm:w-44 sm:flex-none"
        />
      </div>
      {!onChange && (
        <p className="max-w-92 text-13 text-muted">
          These figures are shown as they were saved. They can't be computed again without the dataset.
        </p>
      )}
    </section>
  );
}
