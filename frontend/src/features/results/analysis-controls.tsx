import type { ReactNode } from 'react';
import { CURRENCIES, findCurrency } from '#contract/currencies.ts';
import { CONVERSION_VALUE_INPUT, DEFAULT_CURRENCY, THRESHOLD_PERCENT_INPUT } from '#contract/limits.ts';
import type { Analysis, Settings } from '#frontend/analysis/judge/analyse.ts';
import { BALANCED_MAX_ROUNDS } from '#frontend/analysis/constants.ts';
import type { Multipliers } from '#frontend/analysis/judge/lead-values.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import type { Basis } from '#frontend/analysis/counts/worth.ts';
import { formatMoney, formatNumber } from '#frontend/lib/format.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import type { CurrencyNote } from './kit/currency-note.ts';
import { chooseExportFormat, useExportFormat } from './kit/downloads.ts';

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }));

export interface AnalysisControlsProps {
  analysis: Pick<Analysis, 'settings' | 'value'>;
  /** Absent if the figures are shown as stored. */
  onChange?(settings: Settings): void;
  currencyNote: CurrencyNote;
}

export function AnalysisControls({ analysis, onChange, currencyNote }: AnalysisControlsProps) {
  const { settings, value } = analysis;
  const change = (part: Partial<Settings>) => onChange?.({ ...settings, ...part });
  return (
    <section aria-labelledby="analysis-controls" className="flex flex-col gap-2">
      <h2 id="analysis-controls" className="text-14 font-semibold">
        Analysis Controls
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-4 gap-y-2 sm:flex sm:gap-x-6">
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
        <Dropdown
          label="Currency"
          options={CURRENCY_OPTIONS}
          value={settings.currency ?? DEFAULT_CURRENCY}
          disabled={!onChange || currencyNote.isFixed}
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
      {onChange && currencyNote.source !== null && (
        <p className="max-w-92 text-13 wrap-anywhere text-muted">{wordCurrency(currencyNote)}</p>
      )}
      <ExportFormatSwitch />
      {!onChange && (
        <p className="max-w-92 text-13 text-muted">
          These figures are shown as they were saved. They can't be computed again without the dataset.
        </p>
      )}
    </section>
  );
}

function wordCurrency({ source, isFixed, isOfTyped }: CurrencyNote): string {
  if (isFixed) return `Currency: ${source}. Change it in step 2.`;
  return `Currency: ${source}.${isOfTyped ? ' Conversion values that you type are in it.' : ''}`;
}

const EXPORT_FORMATS = [
  { value: 'comma', label: 'Comma, 1.5' },
  { value: 'semicolon', label: 'Semicolon, 1,5' },
] as const;

/** Chooses the CSV format that the visitor's spreadsheet program reads: the separator, and a number as the example. */
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

/** Shown instead of the conversion value, which is not needed if leads have amounts. */
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

interface ExplainedSwitchProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange(value: Value): void;
  /** The meaning of the chosen value. */
  children: ReactNode;
}

function ExplainedSwitch<Value extends string>({ children, ...control }: ExplainedSwitchProps<Value>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <SegmentedControl {...control} isLabelHidden={false} />
      <p className="min-w-0 text-13 text-muted tabular-nums">{children}</p>
    </div>
  );
}

interface BasisSwitchProps {
  value: Basis;
  onChange(value: Basis): void;
}

/** Chooses whether all results are by conversions or by value, and explains the choice. */
export function BasisSwitch({ value, onChange }: BasisSwitchProps) {
  return (
    <ExplainedSwitch
      label="Results"
      options={[
        { value: 'conversions', label: 'By conversions' },
        { value: 'value', label: 'By value' },
      ]}
      value={value}
      onChange={onChange}
    >
      {value === 'value'
        ? 'What leads bring: the amounts of all their conversions, per lead.'
        : 'How often leads convert, whatever they bring.'}
    </ExplainedSwitch>
  );
}

interface MultiplierSwitchProps {
  analysis: Analysis;
  value: Multipliers;
  onChange(value: Multipliers): void;
}

/** Chooses the multipliers that value rules and lead values show first, and explains them. */
export function MultiplierSwitch({ analysis, value, onChange }: MultiplierSwitchProps) {
  const balanced = analysis.estimates?.tally.balanced;
  return (
    <ExplainedSwitch
      label="Multipliers"
      options={[
        { value: 'suggested', label: 'Suggested' },
        { value: 'balanced', label: 'Balanced' },
      ]}
      value={value}
      onChange={onChange}
    >
      {value === 'suggested'
        ? 'Each value measured on its own.'
        : 'All values fitted together, so that no effect counts twice.'}
      {value === 'balanced' &&
        balanced &&
        ` Lead value = baseline lead value ${formatMoney(analysis.baselineLeadValue, analysis.settings.currency)} × ${formatNumber(balanced.scale)} × the multipliers.`}
      {balanced?.converged === false && (
        <span className="block text-caution">
          <span aria-hidden>! </span>
          Balanced did not converge within {BALANCED_MAX_ROUNDS} rounds. Take its figures with caution.
        </span>
      )}
    </ExplainedSwitch>
  );
}
