import type { ReactNode } from 'react';
import { measureMiss, type Decision } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { Task } from '#frontend/ui/use-cancellable.ts';
import { wordDecision } from './decision-words.ts';
import type { Line, Part } from './line.ts';
import { wordTakers, wordUnchecked, wordUnseen } from './support-words.ts';

/** The check on unseen leads: its state, and its result once it is done. */
export type UnseenState = Task<UnseenCheck, unknown>;

/** The decision in sentences, one or two to a line. Lines that arrive late stand in the place of others of about their length. */
export function DecisionText({ unseen }: { unseen: UnseenState }) {
  const { analysis, decision, combinations, checkUnseen } = useShownResults();
  const isWaiting = combinations === null && decision.pattern === 'solid';
  // While the combinations are counted, the adjusted lifts give a line of about the same length.
  const lines = wordDecision(isWaiting ? withGuessedWorth(decision, analysis) : decision, analysis);
  const names = namesIn(lines);
  const isSolid = decision.pattern === 'solid';
  return (
    <>
      {lines.map((line, at) => (
        <DecisionLine
          key={line.map(({ text }) => text).join('')}
          line={line}
          names={names}
          isWaiting={isWaiting && at === lines.length - 1}
        />
      ))}
      {isSolid && checkUnseen && <UnseenLine unseen={unseen} />}
    </>
  );
}

function withGuessedWorth(decision: Decision, { baselineLeadValue }: Analysis): Decision {
  if (decision.pattern !== 'solid') return decision;
  const guess = (named: typeof decision.raise) =>
    named && { ...named, worth: named.segment.adjustedLift * baselineLeadValue };
  return { ...decision, raise: guess(decision.raise), cut: guess(decision.cut), turned: null };
}

/** The names of the file in these lines, by kind, so that cut names stay apart. */
function namesIn(lines: readonly Line[]): Readonly<Record<'field' | 'value', readonly string[]>> {
  const parts = lines.flat();
  const namesOf = (kind: Part['kind']) => parts.flatMap((part) => (part.kind === kind ? [part.text] : []));
  return { field: namesOf('field'), value: namesOf('value') };
}

interface DecisionLineProps {
  line: Line;
  /** Absent for a line without names of the file. */
  names?: ReturnType<typeof namesIn>;
  /** The line only keeps the room for one that is still to come. */
  isWaiting?: boolean;
  className?: string;
}

const NO_NAMES: ReturnType<typeof namesIn> = { field: [], value: [] };

/** A line of sentences. Lines in a container that is no column of boxes form one paragraph. */
export function DecisionLine({ line, names = NO_NAMES, isWaiting = false, className }: DecisionLineProps) {
  return (
    <>
      <p
        aria-hidden={isWaiting || undefined}
        className={cx('wrap-break-word', isWaiting && 'invisible', className)}
      >
        {line.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part of a sentence has only its position
          <PartText key={at} part={part} names={names} />
        ))}
      </p>{' '}
    </>
  );
}

/** Longer names are cut, so that the sentence stays readable. */
const LONGEST_NAME = 48;

function PartText({
  part: { text, kind },
  names,
}: {
  part: Part;
  names: ReturnType<typeof namesIn>;
}): ReactNode {
  if (!kind) return text;
  if (kind === 'figure') return <strong className="font-semibold whitespace-nowrap">{text}</strong>;
  const shown = shortName(text, LONGEST_NAME, names[kind]);
  return (
    <span className={cx(kind === 'value' && 'font-medium')} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}

/** How far values were off on unseen leads. */
function UnseenLine({ unseen }: { unseen: UnseenState }) {
  const miss = unseen.state === 'done' ? measureMiss(unseen.result) : null;
  return miss ? (
    <DecisionLine line={wordUnseen(miss)} />
  ) : (
    <DecisionLine line={wordUnchecked(unseen)} className="text-muted" />
  );
}

/** The same sentences on paper, without those that have not arrived. */
export function PrintedDecision({ unseen }: { unseen: UnseenState }) {
  const { analysis, decision } = useShownResults();
  const miss = unseen.state === 'done' && decision.pattern === 'solid' ? measureMiss(unseen.result) : null;
  const lines = [
    ...wordDecision(decision, analysis),
    ...(miss ? [wordUnseen(miss)] : []),
    ...(decision.pattern === 'solid' && decision.takers ? [wordTakers(decision.takers)] : []),
  ];
  const names = namesIn(lines);
  return lines.map((line) => (
    <DecisionLine key={line.map(({ text }) => text).join('')} line={line} names={names} />
  ));
}
