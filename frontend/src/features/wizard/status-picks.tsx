import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { formatCount, shortText } from '#frontend/lib/format.ts';

const TEXT_LENGTH = 40;

interface Pick {
  key: string;
  text: string;
  /** Stands behind the text: the leads of a value. */
  note?: string;
}

interface SeveralPicksProps {
  question: string;
  offered: readonly Pick[];
  isChosen(key: string): boolean;
  onToggle(key: string): void;
}

/** A question with answers of which several may be chosen. It stays after an answer. */
export function SeveralPicks({ question, offered, isChosen, onToggle }: SeveralPicksProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-14">{question}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map(({ key, text, note }) => (
          <button
            key={key}
            type="button"
            aria-pressed={isChosen(key)}
            title={text}
            onClick={() => onToggle(key)}
            className="inline-flex min-h-control-small max-w-full items-baseline gap-2 rounded-full border border-control px-3 py-1 text-14 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-wash"
          >
            <span className="truncate">{shortText(text, TEXT_LENGTH)}</span>
            {note !== undefined && <span className="text-13 text-muted tabular-nums">{note}</span>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface StatusPicksProps {
  question: string;
  offered: readonly { value: string; leads: number }[];
  chosen: ReadonlySet<string>;
  onToggle(value: string): void;
}

/** Asks which of some statuses count as converted. */
export function StatusPicks({ question, offered, chosen, onToggle }: StatusPicksProps) {
  return (
    <SeveralPicks
      question={question}
      offered={offered.map(({ value, leads }) => ({ key: value, text: value, note: formatCount(leads) }))}
      isChosen={(value) => chosen.has(value)}
      onToggle={onToggle}
    />
  );
}

/** The statuses of a column: those of `first`, then the others, both with the most leads first. */
export function listStatuses({ values, leads }: ColumnDetail, first: readonly string[]) {
  const isFirst = new Set(first);
  return values
    .map((value, code) => ({ value: value || BLANK_LABEL, leads: leads[code] ?? 0 }))
    .sort((a, b) => Number(isFirst.has(b.value)) - Number(isFirst.has(a.value)) || b.leads - a.leads);
}
