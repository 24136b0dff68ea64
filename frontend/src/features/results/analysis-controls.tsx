import type { Analysis, Settings } from '#frontend/analysis/analyse.ts';
import {
  CONVERSION_VALUE_INPUT,
  CURRENCIES,
  DEFAULT_CURRENCY,
  THRESHOLD_PERCENT_INPUT,
} from '#contract/limits.ts';
import { findCurrency, nameMoney } from '#frontend/analysis/settings.ts';
import { formatMoney } from '#frontend/lib/format.ts';
import { Choice } from '#frontend/ui/choice.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { chooseExportFormat, useExportFormat } from './export-format.ts';

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }));

export interface AnalysisControlsProps {
  analysis: Pick<Analysis, 'settings' | 'value'>;
  /** Absent where the figures are shown as stored. */
  onChange?(settings: Settings): void;
}

export function AnalysisControls({ analysis, onChange }: AnalysisControlsProps) {
  const { settings, value } = analysis;
  const change = (part: Partial<Settings>) => onChange?.({ ...settings, ...part });
  return (
    <section aria-labelledby="analysis-controls" className="flex flex-col gap-2">
      <h2 id="analysis-controls" className="text-14 font-semibold">
        Analysis Controls
      </h2>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:gap-x-6">
        {value ? (
          <ValuePerLead amount={value.perLead} currency={settings.currency} />
        ) : (
          <NumberStepper
            label={nameMoney('Conversion Value', settings.currency)}
            hint={onChange && 'What one conversion is worth.'}
            {...CONVERSION_VALUE_INPUT}
            value={settings.conversionValue}
            disabled={!onChange}
            onChange={(value) => change({ conversionValue: value })}
            className="min-w-0 sm:w-44"
          />
        )}
        <Choice
          label="Currency"
          options={CURRENCY_OPTIONS}
          value={settings.currency ?? DEFAULT_CURRENCY}
          disabled={!onChange}
          onChange={(code) => change({ currency: findCurrency(code) })}
          className="max-sm:order-last max-sm:col-span-full sm:w-24 sm:shrink-0"
        />
        <NumberStepper
          label="Significance Threshold (%)"
          hint={onChange && 'How far from average counts.'}
          {...THRESHOLD_PERCENT_INPUT}
          value={settings.thresholdPercent}
          disabled={!onChange}
          onChange={(value) => change({ thresholdPercent: value })}
          className="min-w-0 sm:w-44"
        />
      </div>
      <ExportFormatSwitch />
      {!onChange && (
        <p className="max-w-92 text-13 text-muted">
          These figures are shown as they were saved. They can't be computed again without the dataset.
        </p>
      )}
    </section>
  );
}

const EXPORT_FORMATS = [
  { value: 'comma', label: 'Comma, 1.5' },
  { value: 'semicolon', label: 'Semicolon, 1,5' },
] as const;

/** How spreadsheets of the visitor read CSV files: what separates cells, and a number as the example. */
function ExportFormatSwitch() {
  return (
    <SegmentedControl
      label="CSV exports"
      isLabelHidden={false}
      options={EXPORT_FORMATS}
      value={useExportFormat()}
      onChange={chooseExportFormat}
    />
  );
}

/** Takes the place of the conversion value, which amounts make needless. */
function ValuePerLead({ amount, currency }: { amount: number; currency: Settings['currency'] }) {
  return (
    <dl className="min-w-0 sm:w-44">
      <dt className="text-13 font-medium">Value per lead overall</dt>
      <dd className="mt-1.5 flex min-h-control items-center text-16 font-semibold tabular-nums">
        {formatMoney(amount, currency)}
      </dd>
      <dd className="mt-1.5 text-12 text-muted">From the file's amounts.</dd>
    </dl>
  );
}
