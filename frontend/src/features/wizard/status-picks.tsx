import type { ReactNode } from 'react';
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { formatCount, shortText } from '#frontend/lib/format.ts';
import { Checkbox } from '#frontend/ui/field.tsx';

const TEXT_LENGTH = 40;

interface Pick {
  key: string;
  text: string;
  /** Stands behind the text: the leads of a value. */
  note?: string;
}

interface PicksProps {
  question: string;
  offered: readonly Pick[];
  isChosen(key: string): boolean;
  onPick(key: string): void;
}

/** A question with answers of which several may be chosen. It stays after an answer. */
export function SeveralPicks({ question, offered, isChosen, onPick }: PicksProps) {
  return (
    <Question text={question}>
      {offered.map(({ key, text, note }) => (
        <Checkbox
          key={key}
          label={note === undefined ? text : `${text} ${note}`}
          checked={isChosen(key)}
          onChange={() => onPick(key)}
          className="max-w-full gap-2 rounded-control border border-control px-3 py-1 hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash"
        >
          <PickText text={text} note={note} />
        </Checkbox>
      ))}
    </Question>
  );
}

/** A question with one answer. It stays after an answer. */
export function OnePick({ question, offered, isChosen, onPick }: PicksProps) {
  return (
    <Question text={question}>
      {offered.map(({ key, text, note }) => (
        <button
          key={key}
          type="button"
          aria-pressed={isChosen(key)}
          onClick={() => onPick(key)}
          className="inline-flex min-h-control-small max-w-full items-baseline gap-2 rounded-full border border-control px-3 py-1 text-14 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-wash"
        >
          <PickText text={text} note={note} />
        </button>
      ))}
    </Question>
  );
}

function Question({ text, children }: { text: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-14">{text}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

function PickText({ text, note }: Omit<Pick, 'key'>) {
  return (
    <>
      <span className="truncate" title={text}>
        {shortText(text, TEXT_LENGTH)}
      </span>
      {note !== undefined && <span className="text-13 text-muted tabular-nums">{note}</span>}
    </>
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
      onPick={onToggle}
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
