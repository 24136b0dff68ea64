import type { ReactNode } from 'react';
import { measureMiss, type Decision } from '#frontend/analysis/decision/decide.ts';
import type { FieldTakers } from '#frontend/analysis/decision/rule-takers.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { useOpenWays } from '#frontend/features/platforms/platform-plans.tsx';
import type { Task } from '#frontend/ui/use-cancellable.ts';
import { describeDecision } from './decision-words.ts';
import type { Line, Part } from './line.ts';
import { LONGEST_UNSEEN, describeTakers, describeUnchecked, describeUnseen } from './support-words.ts';
import { roomOfWorth } from './worth-words.ts';
import { CONVERSION_VALUE_INPUT } from '#contract/limits.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { useResults, useScreen, type ViewName } from '#frontend/features/results/shown-results.tsx';
import { formatWholeMoney } from '#frontend/lib/format.ts';
import { useTypedNumber } from '#frontend/ui/stepper.tsx';

/** The check on unseen leads: its state, and its result once it is done. */
export type UnseenState = Task<UnseenCheck, unknown>;

/** On small screens the lines form one paragraph. */
const LINES = 'max-sm:*:inline sm:flex sm:flex-col sm:gap-1';

/**
 * The decision in sentences. Below them, unseen, lie the same with the longest that may still come, so that late figures and answers move
 * nothing.
 */
export function DecisionText({ unseen }: { unseen: UnseenState }) {
  const { analysis, decision, meanDeal, combinations, checkUnseen } = useResults();
  const isWaiting = combinations === null && decision.pattern === 'solid';
  const shown = isWaiting ? withGuessedWorth(decision, analysis) : decision;
  const { lines, worth } = describeDecision(shown, analysis, meanDeal);
  const names = namesIn(lines);
  const isSolid = decision.pattern === 'solid';
  const isChecked = isSolid && checkUnseen !== undefined;
  const room = combinations !== undefined && isSolid ? roomOfWorth(decision, analysis, meanDeal) : null;
  const longest = [
    ...lines.map((line) => (line === worth && room) || textOf(line)),
    ...(isChecked ? [`${textOf(LONGEST_UNSEEN)} ${HOW_CHECKED}`] : []),
  ];
  return (
    <div className="grid *:[grid-area:1/1]">
      <div aria-hidden className={cx('invisible', LINES)}>
        {longest.map((text, at) => (
          // Text of a pseudo-element is neither read aloud nor found.
          // oxlint-disable-next-line react/no-array-index-key -- a line has only its position
          <p key={at} data-text={`${text} `} className="wrap-break-word before:content-[attr(data-text)]" />
        ))}
      </div>
      <div className={LINES}>
        {lines.map((line, at) => (
          <DecisionLine
            // oxlint-disable-next-line react/no-array-index-key -- the field in a line keeps its focus while the text changes
            key={at}
            line={line}
            names={names}
            canChange
            isWaiting={isWaiting && line === worth}
          />
        ))}
        {isChecked && <UnseenLine unseen={unseen} isWaiting={isWaiting} />}
      </div>
    </div>
  );
}

const textOf = (line: Line) => line.map(({ text }) => text).join('');

/** The lines of the decision that have no room above the button. */
export function BesideChart() {
  const { analysis, decision, meanDeal } = useResults();
  const { beside } = describeDecision(decision, analysis, meanDeal);
  const names = namesIn(beside);
  return beside.map((line) => <DecisionLine key={textOf(line)} line={line} names={names} />);
}

/** While the combinations are counted, the adjusted lifts give a line of about the same length. */
function withGuessedWorth(decision: Decision, { baselineLeadValue }: Analysis): Decision {
  if (decision.pattern !== 'solid') return decision;
  const guess = (named: typeof decision.raise) =>
    named && { ...named, worth: named.segment.adjustedLift * baselineLeadValue };
  return { ...decision, raise: guess(decision.raise), cut: guess(decision.cut) };
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
  /** Whether the conversion value in it is a field, where it can be changed. */
  canChange?: boolean;
  className?: string;
  /** Stands behind the sentences. */
  children?: ReactNode;
}

const NO_NAMES: ReturnType<typeof namesIn> = { field: [], value: [] };

/** A line of sentences. Lines in a container that is no column of boxes form one paragraph. */
export function DecisionLine(props: DecisionLineProps) {
  const { line, names = NO_NAMES, isWaiting = false, canChange = false, className, children } = props;
  return (
    <>
      <p
        aria-hidden={isWaiting || undefined}
        className={cx('wrap-break-word', isWaiting && 'invisible', className)}
      >
        {line.map((part, at) => (
          // Another text is a new node; a field keeps its place, and so its focus.
          // oxlint-disable-next-line react/no-array-index-key -- a part of a sentence has only its position
          <PartText
            key={part.kind ? at : `${at} ${part.text}`}
            part={part}
            names={names}
            canChange={canChange}
          />
        ))}
        {children && <> {children}</>}
      </p>{' '}
    </>
  );
}

/** Longer names are cut, so that the sentence stays readable. */
const LONGEST_NAME = 48;

interface PartProps {
  part: Part;
  names: ReturnType<typeof namesIn>;
  canChange: boolean;
}

function PartText({ part: { text, kind }, names, canChange }: PartProps): ReactNode {
  const { analysis, onSettingsChange } = useResults();
  if (!kind) return text;
  if (kind === 'conversion-value' && canChange && onSettingsChange)
    return (
      <ValueField
        onChange={(conversionValue) => onSettingsChange({ ...analysis.settings, conversionValue })}
      />
    );
  if (kind === 'figure' || kind === 'conversion-value')
    return <strong className="font-semibold whitespace-nowrap">{text}</strong>;
  const shown = shortName(text, LONGEST_NAME, names[kind]);
  // A name that is written from right to left keeps the figures behind it in their place.
  return (
    <bdi className={cx(kind === 'value' && 'font-medium')} title={shown === text ? undefined : text}>
      {shown}
    </bdi>
  );
}

/** How far values were off on unseen leads. It waits for the line before it, whose length would move it in a paragraph. */
function UnseenLine({ unseen, isWaiting }: { unseen: UnseenState; isWaiting: boolean }) {
  const miss = unseen.state === 'done' ? measureMiss(unseen.result) : null;
  return (
    <DecisionLine
      line={miss ? describeUnseen(miss) : describeUnchecked(unseen)}
      className={miss ? undefined : 'text-muted'}
      isWaiting={isWaiting}
    >
      <ViewLink view="check">{HOW_CHECKED}</ViewLink>
    </DecisionLine>
  );
}

export const HOW_CHECKED = 'How this was checked';

/** A link in the text to a view of the results. */
export function ViewLink({ view, children }: { view: ViewName; children: string }) {
  const { openView } = useScreen();
  return (
    <button
      type="button"
      onClick={() => openView(view)}
      className="whitespace-nowrap text-muted underline underline-offset-4 hover:text-text coarse:py-2"
    >
      {children}
    </button>
  );
}

/** The differences that platforms can use, and the line that says so; none where only customers count, whom other plans compare. */
export function useTakers(): { takers: readonly FieldTakers[] | null; line: Line } {
  const { decision } = useResults();
  const ways = useOpenWays();
  const takers = decision.pattern === 'solid' && !ways?.isOfCustomers ? decision.takers : null;
  return { takers, line: takers ? describeTakers(takers) : [] };
}

/** The same sentences on paper, without those that have not arrived. */
export function PrintedDecision({ unseen }: { unseen: UnseenState }) {
  const { analysis, decision, meanDeal } = useResults();
  const miss = unseen.state === 'done' && decision.pattern === 'solid' ? measureMiss(unseen.result) : null;
  const { lines, beside } = describeDecision(decision, analysis, meanDeal);
  const { line } = useTakers();
  const all = [
    ...lines,
    ...(miss ? [describeUnseen(miss)] : []),
    ...beside,
    ...(line.length > 0 ? [line] : []),
  ];
  const names = namesIn(all);
  return all.map((line) => <DecisionLine key={textOf(line)} line={line} names={names} />);
}

/** A longer number scrolls inside its field. */
const LONGEST = 9;

/** The conversion value as a field within a sentence, between the signs of its currency. */
function ValueField({ onChange }: { onChange(conversionValue: number): void }) {
  const { settings } = useResults().analysis;
  const { conversionValue, currency } = settings;
  const { input } = useTypedNumber({ ...CONVERSION_VALUE_INPUT, value: conversionValue, onChange });
  // '€' of '€0' before the number, or of '0 €' behind it.
  const [before, behind] = formatWholeMoney(0, currency).split('0');
  const signs = Math.min(LONGEST, Math.max(3, String(conversionValue).length));
  return (
    <span className="font-semibold whitespace-nowrap">
      {before}
      <input
        {...input}
        aria-label={nameMoney('Worth of one conversion', currency)}
        className="ui-sentence-field"
        style={{ width: `${signs + 1}ch` }}
      />
      {behind}
    </span>
  );
}
