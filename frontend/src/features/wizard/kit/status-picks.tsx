import { formatCount } from '#frontend/lib/format.ts';
import { shortText } from './short-text.ts';

const VALUE_LENGTH = 40;

interface StatusPicksProps {
  question: string;
  offered: readonly { value: string; leads: number }[];
  chosen: ReadonlySet<string>;
  onToggle(value: string): void;
}

/** Asks which of some statuses count as converted. It stays after an answer, so that a second one can be chosen. */
export function StatusPicks({ question, offered, chosen, onToggle }: StatusPicksProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-14">{question}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map(({ value, leads }) => (
          <button
            key={value}
            type="button"
            aria-pressed={chosen.has(value)}
            title={value}
            onClick={() => onToggle(value)}
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
