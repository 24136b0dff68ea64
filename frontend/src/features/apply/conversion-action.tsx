import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { baseValueOf, type ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { formatMoney } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { WayStep } from './way-page.tsx';

interface ConversionActionStepProps {
  analysis: Analysis;
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
}

const QUESTION = 'What does this conversion action count?';

/** Whether the answer changes a figure or a file. It does not where every lead converted. */
export function isActionAsked({ totalConversions, totalLeads }: Analysis): boolean {
  return totalConversions < totalLeads;
}

/** Asks which leads the conversion action counts. Plans and files wait for the answer, since it sets the base value. */
export function ConversionActionStep({ analysis, choices, onChange }: ConversionActionStepProps) {
  const { conversionAction: action } = choices;
  const worth = (counted: ConversionAction) =>
    formatMoney(baseValueOf(analysis, counted), analysis.settings.currency);
  return (
    <WayStep
      title={QUESTION}
      note="The conversion action in your ad account that receives the values. You answer once, for all ways."
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={QUESTION}
          options={[
            { value: 'every-lead', label: 'Every lead' },
            { value: 'converted-leads', label: 'Only converted leads' },
          ]}
          value={action}
          onChange={(conversionAction) => onChange({ ...choices, conversionAction })}
        />
        <p className="max-w-prose text-13 text-muted">
          An average lead is worth {worth('every-lead')}, a converted lead {worth('converted-leads')}.{' '}
          {action === null
            ? 'The next steps wait for your answer.'
            : `Plans, files and look-ups start from ${worth(action)}.`}
          {action === 'converted-leads' && ' Uploads leave out all other leads.'}
        </p>
        {action === 'converted-leads' && (
          <p className="max-w-prose text-13 text-caution">
            <span aria-hidden>! </span>
            Leads that convert more often already bring this action more conversions. The multipliers count
            that a second time.
          </p>
        )}
      </div>
    </WayStep>
  );
}
