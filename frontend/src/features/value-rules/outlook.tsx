import { LEARNING_SHARE } from '#frontend/analysis/constants.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { expectSegment } from '#frontend/analysis/judge/expectations.ts';
import {
  EXPECTATION_WORDS,
  showChance,
  type Expectation,
} from '#frontend/analysis/judge/expected-to-hold.ts';
import { LATEST_WORDS, type LatestVerdict } from '#frontend/analysis/judge/latest-leads.ts';
import { judgeLatestRules } from '#frontend/analysis/judge/latest-rules.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { DECIMALS, formatPercent } from '#frontend/lib/format.ts';
import { downloadColumn, type Columns } from '#frontend/features/results/columns.tsx';

/** The chance in percent as it is shown; null where it is below 50%, and without a chance. */
const chanceOf = (expected: Expectation): number | null =>
  'chance' in expected ? showChance(expected.chance) : null;

/** 'Likely to hold: 95%', 'Don't count on it', 'Too few leads'; empty where there is nothing to compare. */
function describeExpectation(expected: Expectation): string {
  const chance = chanceOf(expected);
  const word = EXPECTATION_WORDS[expected.kind];
  return chance === null ? word : `${word}: ${formatPercent(chance)}`;
}

/** 'not enough leads to tell, same side so far' */
export function describeLatest(verdict: LatestVerdict): string {
  const isSoFar = verdict.kind === 'unclear' && verdict.isSameSide;
  return `${LATEST_WORDS[verdict.kind]}${isSoFar ? ', same side so far' : ''}`;
}

export const LATEST_PART = `Latest ${formatPercent(100 * (1 - LEARNING_SHARE))}`;

/** How likely a rule is to hold, and the verdict of the latest leads on it; null without dates. */
interface Outlook {
  expected: Expectation;
  latest: LatestVerdict | null;
}

/** Finds the outlook of each rule. The latest leads are judged once one is asked for. */
export function findOutlooks(analysis: Analysis): (rule: ValueRule) => Outlook {
  let verdicts: ReturnType<typeof judgeLatestRules> | undefined;
  return (rule) => {
    if (analysis.latest) verdicts ??= judgeLatestRules(analysis, analysis.latest);
    return {
      expected: expectSegment(rule.segment, analysis),
      latest: verdicts?.get(rule) ?? null,
    };
  };
}

/** An outlook in sentences: 'Likely to hold: 95%', 'Latest 30%: held'. */
export function describeOutlook({ expected, latest }: Outlook): string[] {
  const word = describeExpectation(expected);
  return [...(word ? [word] : []), ...(latest ? [`${LATEST_PART}: ${describeLatest(latest)}`] : [])];
}

/** Explains the outlook of a rule. */
export function explainOutlook({ basis, latest }: Analysis): string {
  const { expectedToHold, latestLeads } = METHOD[basis];
  return latest ? `${expectedToHold.words} ${latestLeads.words}` : expectedToHold.words;
}

/** The columns of the outlook of each rule in Copy, files and on paper, after all others. The page shows it in the open row. */
export function outlookColumns(
  analysis: Analysis,
  outlookOf: (rule: ValueRule) => Outlook,
): Columns<ValueRule> {
  return [
    {
      ...downloadColumn<ValueRule>(
        'Expected to Hold',
        (rule) => EXPECTATION_WORDS[outlookOf(rule).expected.kind],
      ),
      key: 'expected',
      meaning: explainOutlook(analysis),
      isCopied: true,
      isShort: true,
      report: (rule) => <RuleOutlook {...shortOf(outlookOf(rule))} />,
    },
    {
      ...downloadColumn<ValueRule>('Chance to Hold (%)', (rule) => chanceOf(outlookOf(rule).expected) ?? ''),
      isNumeric: true,
      isCopied: true,
      precisionOf: () => ({ decimals: DECIMALS.count }),
    },
    ...(analysis.latest
      ? [
          {
            ...downloadColumn<ValueRule>(LATEST_PART, (rule) => {
              const verdict = outlookOf(rule).latest;
              return verdict ? describeLatest(verdict) : '';
            }),
            isCopied: true as const,
          },
        ]
      : []),
  ];
}

/** On paper, which has little room, the latest leads are named where they tell something. */
const shortOf = ({ expected, latest }: Outlook): Outlook => ({
  expected,
  latest: latest?.kind === 'unclear' ? null : latest,
});

/** A word for what to expect, with its chance. */
export function ExpectedWord({ expected }: Pick<Outlook, 'expected'>) {
  const chance = chanceOf(expected);
  return (
    <span className={expected.kind === 'likely' ? 'font-medium' : 'text-muted'}>
      {EXPECTATION_WORDS[expected.kind]}
      {chance !== null && (
        <span className="font-normal text-muted tabular-nums"> {formatPercent(chance)}</span>
      )}
    </span>
  );
}

/** On paper: what to expect, and below it what the latest leads say. */
export function RuleOutlook({ expected, latest }: Outlook) {
  return (
    <span className="block text-12">
      <ExpectedWord expected={expected} />
      {latest && (
        <span className={cx('block', latest.kind === 'fell' ? 'text-caution' : 'text-muted')}>
          {latest.kind === 'fell' && <span aria-hidden>! </span>}
          {LATEST_PART}: {LATEST_WORDS[latest.kind]}
        </span>
      )}
    </span>
  );
}
