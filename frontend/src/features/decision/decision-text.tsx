import type { ReactNode } from 'react';
import { measureMiss, type Decision } from '#frontend/analysis/decision/decide.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import type { Task } from '#frontend/ui/use-cancellable.ts';
import { type Line, type Part, wordDecision, wordTakers, wordUnseen, wordUnchecked } from './decision-words.ts';

/** The check on unseen leads: its state, and its result once it is done. */
export type UnseenState = Task<UnseenCheck, unknown>;

/** The decision in sentences, one or two to a line. Lines that arrive late have their room from the start. */
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
      {isSolid && decision.takers && (
        <DecisionLine line={wordTakers(decision.takers, decision.count)} names={names} />
      )}
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
  names: ReturnType<typeof namesIn>;
  /** The line only keeps the room for one that is still to come. */
  isWaiting?: boolean;
  className?: string;
}

/** @internal */
export function DecisionLine({ line, names, isWaiting = false, className }: DecisionLineProps) {
  return (
    <p aria-hidden={isWaiting || undefined} className={cx('wrap-break-word', isWaiting && 'invisible', className)}>
      {line.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part of a sentence has only its position
        <PartText key={at} part={part} names={names} />
      ))}
    </p>
  );
}

/** Longer names are cut, so that the sentence stays readable. */
const LONGEST_NAME = 48;

function PartText({ part: { text, kind }, names }: { part: Part; names: DecisionLineProps['names'] }): ReactNode {
  if (!kind) return text;
  if (kind === 'figure') return <strong className="font-semibold whitespace-nowrap">{text}</strong>;
  const shown = shortName(text, LONGEST_NAME, names[kind]);
  return (
    <span className={cx(kind === 'value' && 'font-medium')} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}

const NO_NAMES = { field: [], value: [] };
/** The longest usual line. It keeps the room until the check has ended. */
const LONGEST_UNSEEN = wordUnseen({ offBy: 0.88, byChance: 0.88 });

/** How far values were off on unseen leads. The line has the same height before and after the check. */
function UnseenLine({ unseen }: { unseen: UnseenState }) {
  const miss = unseen.state === 'done' ? measureMiss(unseen.result) : null;
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <DecisionLine line={LONGEST_UNSEEN} names={NO_NAMES} isWaiting />
      {miss ? (
        <DecisionLine line={wordUnseen(miss)} names={NO_NAMES} />
      ) : (
        <DecisionLine line={wordUnchecked(unseen)} names={NO_NAMES} className="text-muted" />
      )}
    </div>
  );
}

/** The same sentences on paper, without those that have not arrived. */
export function PrintedDecision({ unseen }: { unseen: UnseenState }) {
  const { analysis, decision } = useShownResults();
  const miss = unseen.state === 'done' && decision.pattern === 'solid' ? measureMiss(unseen.result) : null;
  const lines = [
    ...wordDecision(decision, analysis),
    ...(miss ? [wordUnseen(miss)] : []),
    ...(decision.pattern === 'solid' && decision.takers
      ? [wordTakers(decision.takers, decision.count)]
      : []),
  ];
  const names = namesIn(lines);
  return lines.map((line) => (
    <DecisionLine key={line.map(({ text }) => text).join('')} line={line} names={names} />
  ));
}
