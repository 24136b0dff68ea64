import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { baseValueOf } from '#frontend/analysis/judge/lead-worth.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { formatMoney } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { WayStep } from './way-page.tsx';

interface ConversionActionStepProps {
  analysis: Analysis;
  choices: ApplyChoices;
  onChange(choices: ApplyChoices): void;
}

const QUESTION = 'Which conversions does your ad account count?';

/** Asks which leads the conversion action counts. Plans and files wait for the answer, since it says which leads are compared. */
export function ConversionActionStep({ analysis, choices, onChange }: ConversionActionStepProps) {
  const { conversionAction: action } = choices;
  const worth = (counted: ConversionAction) =>
    formatMoney(baseValueOf(analysis, counted), analysis.settings.currency);
  return (
    <WayStep
      title={QUESTION}
      note="Those of the conversion action that receives the values. You answer once, for all ways."
    >
      <div className="flex flex-col gap-3">
        <SegmentedControl
          label={QUESTION}
          options={[
            { value: 'every-lead', label: 'Every form lead' },
            { value: 'converted-leads', label: 'Only customers' },
          ]}
          value={action}
          onChange={(conversionAction) => onChange({ ...choices, conversionAction })}
        />
        <ul className="flex max-w-prose flex-col gap-1 text-13 text-muted">
          <li>
            Every form lead: an action such as ‘Submit lead form’. An average lead is worth{' '}
            {worth('every-lead')}.
          </li>
          <li>
            Only customers: an action such as ‘Closed deal’, imported once the lead is won. A customer is
            worth {worth('converted-leads')}.
          </li>
        </ul>
        <p className="max-w-prose text-13 text-muted">
          {describeAnswer(action, { basis: analysis.basis, worth })}
        </p>
      </div>
    </WayStep>
  );
}

interface Answered extends Pick<Analysis, 'basis'> {
  worth(counted: ConversionAction): string;
}

function describeAnswer(action: ConversionAction | null, { basis, worth }: Answered): string {
  if (action === null) return 'The next steps wait for your answer.';
  if (action === 'every-lead') return `Plans, files and look-ups start from ${worth(action)}.`;
  const use =
    basis === 'value'
      ? `plans start from ${worth(action)}, and files have what each customer brought`
      : `no rule is needed, and files have ${worth(action)} for each customer`;
  return `The account counts already how often leads become customers. So ${use} and leave out all other leads.`;
}
