import { useId, useState, type ReactNode } from 'react';
import { CURRENCIES, findCurrency } from '#contract/currencies.ts';
import { CONVERSION_VALUE_INPUT, DEFAULT_CURRENCY, THRESHOLD_PERCENT_INPUT } from '#contract/limits.ts';
import type { Analysis, Settings } from '#frontend/analysis/judge/analyse.ts';
import { conversionValueOf } from '#frontend/analysis/measure/choose-basis.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { formatMoney, formatPercent } from '#frontend/lib/format.ts';
import { SMALL, useMedia } from '#frontend/ui/layout-hooks.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { ExplainedControl, SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import type { CurrencyNote } from './currency-note.ts';
import type { ResultsSource } from './results-source.ts';
import { useResults } from './shown-results.tsx';
import { chooseExportFormat, useExportFormat } from './downloads.ts';

const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }));

interface AnalysisControlsProps {
  /** The button beside the conversion value, which another feature has. */
  workItOut: ReactNode;
}

/** The two settings that judge the figures, on one line. The rarer choices open below it. */
export function AnalysisControls({ workItOut }: AnalysisControlsProps) {
  const source = useResults();
  const { onSettingsChange: onChange, measurement } = source;
  const { settings, value, basis } = source.analysis;
  const onBasisChange = measurement.byValue ? source.onBasisChange : undefined;
  const [isOpen, setOpen] = useState(false);
  const more = useId();
  // On small screens one line says what is chosen, and the fields open from it.
  const isSmall = useMedia(SMALL);
  const hasFields = !isSmall || isOpen;
  const change = (part: Partial<Settings>) => onChange?.({ ...settings, ...part });
  return (
    <section aria-labelledby="analysis-controls" className="flex flex-col gap-3">
      <div className="grid grid-cols-12 items-center gap-x-2 gap-y-2 sm:flex sm:flex-wrap sm:gap-x-6">
        <h2 id="analysis-controls" className="col-span-5 text-14 font-semibold">
          Analysis Controls
        </h2>
        {hasFields && (
          <NumberStepper
            isInline
            label={nameMoney('Conversion Value', settings.currency)}
            {...CONVERSION_VALUE_INPUT}
            value={settings.conversionValue}
            disabled={!onChange || value !== null}
            hint={hintAtValue(source)}
            onChange={(conversionValue) => change({ conversionValue })}
            beside={workItOut}
            className="col-span-6 min-w-0 max-sm:order-1"
          />
        )}
        {hasFields && (
          <NumberStepper
            isInline
            label="Significance Threshold (%)"
            {...THRESHOLD_PERCENT_INPUT}
            value={settings.thresholdPercent}
            disabled={!onChange}
            onChange={(thresholdPercent) => change({ thresholdPercent })}
            className="col-span-6 min-w-0 max-sm:order-1"
          />
        )}
        <p className="col-span-7 flex items-center justify-end gap-x-2 text-13 text-muted sm:ml-auto sm:whitespace-nowrap">
          {/* On small screens a long line wraps, instead of lying over the heading. */}
          <span className="min-w-0 text-right leading-4">
            {listChosen(source.analysis, { hasFields, hasBasis: Boolean(onBasisChange) }).join(' · ')}
          </span>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? more : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <span>
              Change{' '}
              <span className="sr-only">
                {isSmall && 'conversion value, threshold, '}
                {onBasisChange && isSmall && 'the basis, '}currency and CSV format
              </span>
            </span>
          </Button>
        </p>
      </div>
      {hasFields && (onBasisChange || value) && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {onBasisChange && <BasisSwitch value={basis} onChange={onBasisChange} />}
          {value && <ValuePerLead amount={value.perLead} currency={settings.currency} />}
        </div>
      )}
      {isOpen && <MoreControls id={more} />}
      {!onChange && (
        <p className="text-13 text-muted">
          These figures are shown as they were saved. They can't be computed again without the dataset.
        </p>
      )}
    </section>
  );
}

/** Why the conversion value is not used, or where it comes from. */
function hintAtValue({
  analysis: { settings, value },
  meanDeal,
}: Pick<ResultsSource, 'analysis' | 'meanDeal'>): string | undefined {
  if (value) return 'not used by value';
  const isMean = meanDeal !== null && settings.conversionValue === conversionValueOf(meanDeal);
  return isMean ? 'your average deal' : undefined;
}

/** 'by value', 'USD': the choices that have no field on the line; without any field '$100' and '10%' too. */
function listChosen(
  { settings, basis, value }: Analysis,
  { hasFields, hasBasis }: { hasFields: boolean; hasBasis: boolean },
): string[] {
  const { currency, conversionValue, thresholdPercent } = settings;
  return [
    ...(hasFields
      ? []
      : [formatMoney(value?.perLead ?? conversionValue, currency), formatPercent(thresholdPercent)]),
    ...(hasBasis && !hasFields ? [`by ${basis}`] : []),
    currency ?? DEFAULT_CURRENCY,
  ];
}

/** The currency and the CSV format. */
function MoreControls({ id }: { id: string }) {
  const { analysis, onSettingsChange: onChange, currencyNote } = useResults();
  const { settings, value } = analysis;
  return (
    <div id={id} className="flex flex-col gap-3 rounded-surface bg-sunken p-4">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-hidden className="text-13 font-medium">
            Currency
          </span>
          <Dropdown
            label="Currency"
            isLabelHidden
            options={CURRENCY_OPTIONS}
            value={settings.currency ?? DEFAULT_CURRENCY}
            disabled={!onChange || currencyNote.isFixed}
            onChange={(code) => onChange?.({ ...settings, currency: findCurrency(code) })}
            className="w-24 shrink-0"
          />
          {onChange && currencyNote.source !== null && (
            <p className="text-13 wrap-anywhere text-muted">{describeCurrencySource(currencyNote)}</p>
          )}
        </div>
        <ExportFormatSwitch />
      </div>
      {onChange && (
        <p className="text-13 text-muted">
          {!value && 'Conversion Value: what one conversion is worth. '}Significance Threshold: how far from
          average counts.
        </p>
      )}
    </div>
  );
}

function describeCurrencySource({ source, isFixed, isOfTyped }: CurrencyNote): string {
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

/** The mean worth of a lead. */
function ValuePerLead({ amount, currency }: { amount: number; currency: Settings['currency'] }) {
  return (
    <dl className="flex min-w-0 items-center gap-2.5">
      <dt className="text-13 font-medium">Value per lead overall</dt>
      <dd className="flex min-h-control items-center text-16 font-semibold tabular-nums">
        {formatMoney(amount, currency)}
      </dd>
    </dl>
  );
}

/** Chooses whether all results are by conversions or by value, and explains the choice. */
function BasisSwitch({ value, onChange }: { value: Basis; onChange(value: Basis): void }) {
  return (
    <ExplainedControl
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
    </ExplainedControl>
  );
}
