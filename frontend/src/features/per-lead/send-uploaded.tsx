import { useMemo } from 'react';
import { SendToGoogle } from '#frontend/features/send-leads/send-offer.tsx';
import { useTabChoice, type TabChoice } from '#frontend/features/results/shown-results.tsx';
import type { StageCounts } from '#frontend/threads/leads/check-leads.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';

/** The stage whose conversions are sent, by its name; null until the visitor chooses. */
const SENT_STAGE: TabChoice<string | null> = { first: null };

interface SendUploadedProps extends Omit<Parameters<typeof SendToGoogle>[0], 'stage'> {
  /** Absent where each lead is a conversion. */
  stages: readonly StageCounts[] | undefined;
}

/** The values of the file, sent: of stages those of one after the other, since a send goes to one conversion action. */
export function SendUploaded({ stages, question, ...props }: SendUploadedProps) {
  const [chosen, choose] = useTabChoice(SENT_STAGE);
  const only = stages?.findIndex(({ name, value }) => name === chosen && value !== null) ?? -1;
  const asked = useMemo(
    () => (question.stages && only >= 0 ? { ...question, stages: { ...question.stages, only } } : question),
    [question, only],
  );
  if (!stages) return <SendToGoogle {...props} question={question} />;
  return (
    <div className="flex flex-col gap-4">
      <Dropdown
        className="max-w-80"
        label="Stage to send"
        options={stages.flatMap(({ name, action, value, taken }) =>
          value === null
            ? []
            : [{ value: name, label: name, detail: `${action}, ${countNoun(taken, 'conversion')}` }],
        )}
        value={only < 0 ? null : chosen}
        onChange={choose}
        hint="One stage after the other: each has a conversion action of its own."
      />
      {only >= 0 && <SendToGoogle {...props} question={asked} stage={stages[only]?.name ?? ''} />}
    </div>
  );
}
