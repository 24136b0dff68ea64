import { CONVERSION_VALUE_INPUT } from '#contract/limits.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { formatWholeMoney } from '#frontend/lib/format.ts';
import { useTypedNumber } from '#frontend/ui/stepper.tsx';

/** A longer number scrolls inside its field. */
const LONGEST = 9;

/** The conversion value as a field within a sentence, between the signs of its currency. */
export function ValueField({ onChange }: { onChange(conversionValue: number): void }) {
  const { settings } = useResults().analysis;
  const { conversionValue, currency } = settings;
  const { input } = useTypedNumber({ ...CONVERSION_VALUE_INPUT, value: conversionValue, onChange });
  // '€' of '€0' before the number, or of '0 €' behind it.
  const [before, behind] = formatWholeMoney(0, currency).split('0');
  const signs = Math.min(LONGEST, Math.max(3, String(conversionValue).length));
  return (
    <span className="font-semibold whitespace-nowrap">
      {before}
      <input
        {...input}
        aria-label={nameMoney('Worth of one conversion', currency)}
        className="ui-sentence-field"
        style={{ width: `${signs + 1}ch` }}
      />
      {behind}
    </span>
  );
}
