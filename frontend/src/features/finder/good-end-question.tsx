import { formatCount } from '#frontend/lib/format.ts';
import { shortText } from '#frontend/features/wizard/kit/short-text.ts';
import type { GoodEnds } from '#frontend/features/wizard/kit/column-findings.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';

const VALUE_LENGTH = 40;

interface GoodEndQuestionProps {
  workflow: Workflow;
  ends: GoodEnds;
}

/** Asks which of several plausible values count as converted. It stays after an answer, so that a second value can be chosen. */
export function GoodEndQuestion({ workflow, ends }: GoodEndQuestionProps) {
  const { dispatch } = workflow;
  const chosen = new Set(ends.values);
  const toggle = (value: string) => {
    const values = new Set(chosen);
    if (!values.delete(value)) values.add(value);
    dispatch({ type: 'convertedReplaced', values: [...values] });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-14">Which of these count as converted?</legend>
      <div className="flex flex-wrap gap-2">
        {ends.plausible.map(({ value, leads }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.has(value)}
            title={value}
            onClick={() => toggle(value)}
            className="inline-flex min-h-control-small max-w-full items-baseline gap-2 rounded-full border border-control px-3 py-1 text-14 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-wash"
          >
            <span className="truncate">{shortText(value, VALUE_LENGTH)}</span>
            <span className="text-13 text-muted tabular-nums">{formatCount(leads)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
