import type { KeyboardEvent, ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  MAX_DUPLICATES_PERCENT,
  MIN_INTERACTION_LEADS,
  MIN_RULE_CONVERSIONS,
  MIN_RULE_LEADS,
} from '#frontend/analysis/constants.ts';
import { countChanceFlags } from '#frontend/analysis/judge/label-segment.ts';
import type { SegmentLabel } from '#frontend/analysis/measure/measurement.ts';
import type { PairLabel, InteractionTest } from '#frontend/analysis/measure/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { LabelLimit } from '#frontend/analysis/judge/label-limits.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, formatCount, formatPercent, formatRate } from '#frontend/lib/format.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import { Tooltip } from '#frontend/ui/tooltip.tsx';

/** Explains the label of this segment in one sentence. */
export function explainSegmentLabel(segment: JudgedSegment, analysis: Analysis): string {
  const { label, limit, q, isClearAmongShown } = segment;
  const { discoveries, settings } = analysis;
  if (limit) return `Significant, but at most Test: ${LIMITS[limit]}`;
  if (label === 'No difference') return describeNoDifference(settings.thresholdPercent);
  if (label === 'Unclear') return `Not significant; ${describeLeadsToTell(segment, analysis)}.`;
  if (isClearAmongShown && discoveries.all)
    return `Clear among these attributes; may be chance among all ${formatCount(discoveries.all.tested)} tests (${describeByChance(q)}).`;
  const among = `${describeTests(discoveries)} (${describeByChance(q)}).`;
  return label === 'Use'
    ? `Significant, also among all ${among}`
    : `Significant alone, but it may be chance among ${among}`;
}

const LIMITS: Readonly<Record<LabelLimit, string>> = {
  split: 'the outcome chose these ranges, so later leads may differ less.',
  duplicates: `over ${MAX_DUPLICATES_PERCENT}% of the leads are duplicates, which make chance look sure.`,
  'few-leads': `Use takes ${MIN_RULE_LEADS} leads and ${MIN_RULE_CONVERSIONS} expected conversions.`,
  'few-amounts': `by value it takes ${MIN_RULE_CONVERSIONS} conversions with amounts.`,
  'few-values': 'too few other values to say whether it holds.',
  'may-fade': 'it is not likely to hold on new leads.',
  younger: 'its leads are younger, and among leads of the same age the difference may be chance.',
  older: 'its leads are older, and among leads of the same age the difference may be chance.',
  stored: 'it was labelled Test when it was saved.',
};

/** A smaller q is not shown exactly. */
const LEAST_Q = 0.001;

/** '0.3% by chance': of findings with this q or a lower one, about this share is chance. */
export function describeByChance(q: number): string {
  return `${q < LEAST_Q ? `under ${formatRate(LEAST_Q)}` : formatRate(q)} by chance`;
}

/** Says that each definition of converted is another try that q does not know of; null for the first. */
export function describeDefinitions(definitions = 1): string | null {
  return definitions > 1
    ? `You tried ${formatCount(definitions)} definitions of converted; q does not count that.`
    : null;
}

/** '12 tested segments and 230 of other columns' */
function describeTests({ tested, all }: Analysis['discoveries']): string {
  const shown = countNoun(tested, 'tested segment');
  return all ? `${shown} and ${formatCount(all.tested - tested)} of other columns` : shown;
}

/** 'about 400 leads would tell', or 'too close to ±10% to tell'. */
export function describeLeadsToTell(segment: JudgedSegment, analysis: Analysis): string {
  const leads = leadsToTell(segment, analysis);
  return leads === null
    ? `too close to ±${formatPercent(analysis.settings.thresholdPercent)} to tell`
    : `about ${formatCount(leads)} leads would tell`;
}

/** Explains the label of this tested pair in one sentence. */
export function explainPairLabel({ label, q, isExplained }: InteractionTest, analysis: Analysis): string {
  if (label === 'No difference') return describeNoDifference(analysis.settings.thresholdPercent);
  if (label === 'Unclear') return 'Not significant; the difference may be chance.';
  if (isExplained) return `Significant, but ${EXPLAINED_PAIR}.`;
  const among = `${countNoun(analysis.interactionTests.length, 'tested pair')} (${describeByChance(q)}).`;
  return label === 'Real'
    ? `Significant, also among all ${among}`
    : `Significant alone, but it may be chance among ${among}`;
}

/** Why a pair is Test though it is significant among all pairs. */
export const EXPLAINED_PAIR = 'explained by how the attributes go together';

function describeNoDifference(thresholdPercent: number): string {
  return `Any difference is smaller than your ±${formatPercent(thresholdPercent)}.`;
}

/** '41 pairs tested; chance alone would flag up to 3'. */
export function describeTestedPairs({ interactionTests }: Pick<Analysis, 'interactionTests'>): string {
  const { length } = interactionTests;
  return `${countNoun(length, 'pair')} tested; chance alone would flag up to ${formatCount(countChanceFlags(length))}`;
}

/** The values that the tests of pairs include. Independence is known only for values in a test. */
interface Coverage {
  /** Whether the value of a rule was in a test. True with one attribute, since there is nothing to test. */
  isTested(rule: ValueRule): boolean;
  /** Whether the values of all rules were in a test. */
  isComplete: boolean;
  /** '11 pairs tested; 500 segments have too few leads to test'. */
  words: string;
}

export function findCoverage({ fields, interactionTests, valueRules, hidden }: Analysis): Coverage {
  const tested = new Map(fields.map(({ name }) => [name, new Set<string>()]));
  for (const { attributes } of interactionTests)
    for (const { field, value } of attributes) tested.get(field)?.add(value);
  for (const { field, value } of hidden.tested) tested.get(field)?.add(value);
  const isTested = ({ segment }: ValueRule) =>
    fields.length === 1 || (tested.get(segment.fieldName)?.has(segment.value) ?? false);
  const untested = valueRules.filter((rule) => !isTested(rule));
  const small = untested.filter(({ segment }) => segment.leads < MIN_INTERACTION_LEADS).length;
  const others = untested.length - small;
  const words = [
    `${countNoun(interactionTests.length + hidden.tests, 'pair')} tested`,
    hidden.tests > 0 && `${formatCount(hidden.tests)} of them not shown`,
    small > 0 && `${countNoun(small, 'segment')} ${small === 1 ? 'has' : 'have'} too few leads to test`,
    others > 0 && `${formatCount(others)} could not be tested together with others`,
  ];
  return { isTested, isComplete: untested.length === 0, words: words.filter(Boolean).join('; ') };
}

export type Label = SegmentLabel | PairLabel;

/** The word of a label on the screen. Stored results and files have labels of their own for pairs. */
export function wordOfLabel(label: Label): string {
  return label === 'Real' ? 'Use' : label === 'Possible' ? 'Test' : label;
}

const CIRCLE = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z';
const FULL = { path: CIRCLE, fill: 'fill-text', text: 'font-semibold text-text' };
const HALF = {
  path: `${CIRCLE}M0-2.75a2.75 2.75 0 0 1 0 5.5Z`,
  fill: 'fill-text',
  text: 'font-medium text-text',
};
const HOLLOW = {
  path: `${CIRCLE}M-2.75 0a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0Z`,
  fill: 'fill-muted',
  text: 'text-muted',
};
const DASH = { path: 'M-4-0.75h8v1.5h-8Z', fill: 'fill-muted', text: 'text-muted' };

/** The looks of labels. Their colours are neutral, since green and red mean the direction of a lift. */
const LOOKS: Readonly<Record<Label, typeof FULL>> = {
  Use: FULL,
  Real: FULL,
  Test: HALF,
  Possible: HALF,
  Unclear: HOLLOW,
  'No difference': DASH,
};

/** The sign of a label inside an `svg`, centred on the origin, 8 pixels wide: full, half full, hollow, or a dash. */
export function LabelShape({ label }: { label: Label }) {
  const { path, fill } = LOOKS[label];
  return <path d={path} fillRule="evenodd" className={fill} />;
}

/** The sign and the word of a label. */
export function LabelWord({ label, className }: { label: Label; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', LOOKS[label].text, className)}>
      <svg aria-hidden viewBox="-5 -5 10 10" width={10} height={10} className="shrink-0">
        <LabelShape label={label} />
      </svg>
      {wordOfLabel(label)}
    </span>
  );
}

interface RowLabelProps {
  label: Label;
  /** The explanation in one sentence. */
  hint: ReactNode;
  stop: TabStop;
}

const ROW_LABEL = 'data-row-label';

/** The label of a row, explained on hover, focus and tap. Tab reaches one row, arrow keys the others. */
export function RowLabel({ label, hint, stop: { isTabStop, onFocus } }: RowLabelProps) {
  return (
    <Tooltip content={hint}>
      <button
        {...{ [ROW_LABEL]: '' }}
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={(event) => focusNeighbour(event, `[${ROW_LABEL}]`)}
        className="min-h-6 cursor-help rounded-[3px] text-left text-13"
      >
        <LabelWord label={label} />
      </button>
    </Tooltip>
  );
}

/** The labels of a chart with their signs. */
export function LabelLegend({ labels }: { labels: readonly Label[] }) {
  return (
    <span className="mb-1 flex flex-wrap gap-x-4">
      {labels.map((label) => (
        <LabelWord key={label} label={label} />
      ))}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus to the same control of the next row or of the one before. */
export function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>, selector: string): void {
  const step = STEPS[event.key];
  const table = event.currentTarget.closest('table');
  if (!step || !table) return;
  event.preventDefault();
  const controls = [...table.querySelectorAll<HTMLButtonElement>(selector)];
  controls[controls.indexOf(event.currentTarget) + step]?.focus();
}
