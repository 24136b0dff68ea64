import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { baseValueOf, type ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { formatMoney } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';

interface ConversionActionQuestionProps {
  analysis: Analysis;
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
}

const ACTION_NAMES: Readonly<Record<ConversionAction, string>> = {
  'every-lead': 'Every lead',
  'converted-leads': 'Only converted leads',
};

/** Asks which leads the conversion action counts. Plans and files wait for the answer, since it sets the base value. */
export function ConversionActionQuestion({ analysis, choices, onChange }: ConversionActionQuestionProps) {
  const { conversionAction: action } = choices;
  const worth = (counted: ConversionAction) =>
    formatMoney(baseValueOf(analysis, counted), analysis.settings.currency);
  return (
    <section
      aria-label="Conversion action"
      className="flex flex-col gap-3 border-l-2 border-strong py-0.5 pl-4"
    >
      <SegmentedControl
        label="What does this conversion action count?"
        isLabelHidden={false}
        options={[
          { value: 'every-lead', label: ACTION_NAMES['every-lead'] },
          { value: 'converted-leads', label: ACTION_NAMES['converted-leads'] },
        ]}
        value={action}
        onChange={(conversionAction) => onChange({ ...choices, conversionAction })}
      />
      <p className="max-w-prose text-13 text-muted">
        This is the conversion action in your ad account that receives the values. An average lead is worth{' '}
        {worth('every-lead')}, a converted lead {worth('converted-leads')}.{' '}
        {action === null
          ? 'The plans and files below wait for your answer.'
          : `Plans, files and look-ups start from ${worth(action)}.`}
        {action === 'converted-leads' && ' Uploads leave out all other leads.'}
      </p>
      {action === 'converted-leads' && (
        <p className="max-w-prose text-13 text-caution">
          <span aria-hidden>! </span>
          Leads that convert more often already bring this action more conversions. The multipliers count that
          a second time.
        </p>
      )}
    </section>
  );
}
