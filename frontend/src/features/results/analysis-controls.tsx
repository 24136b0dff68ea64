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
    <section aria-labelledby="analysis-controls" className="flex flex-col gap-3">
      <h2 id="analysis-controls" className="text-16 font-semibold">
        Analysis Controls
      </h2>
      <div className="flex flex-wrap gap-x-4 gap-y-4 sm:gap-x-8">
        <NumberStepper
          label="Conversion Value ($)"
          {...CONVERSION_VALUE_INPUT}
          value={settings.conversionValue}
          disabled={!onChange}
          onChange={(value) => change({ conversionValue: value })}
        />
        <NumberStepper
          label="Significance Threshold (%)"
          {...THRESHOLD_PERCENT_INPUT}
          value={settings.thresholdPercent}
          disabled={!onChange}
          onChange={(value) => change({ thresholdPercent: value })}
        />
      </div>
      <p className="max-w-92 text-13 text-muted">
        {onChange
          ? 'What one conversion is worth to you, and how far from the average a segment has to be to count.'
          : 'These figures are shown as they were saved: without the dataset they cannot be computed again.'}
      </p>
    </section>
  );
}
