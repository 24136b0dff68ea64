import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { NextStep, UnseenMiss } from '#frontend/analysis/decision/decide.ts';
import type { RuleTaker } from '#frontend/analysis/decision/rule-takers.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { countTold } from '#frontend/analysis/judge/leads-to-tell.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { wordMiss } from '#frontend/features/check/kit/miss-words.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { Task } from '#frontend/ui/use-cancellable.ts';
import { figure, listInWords, plain, type Line, type Part } from './line.ts';

const CHECKED = 'Checked on leads that it had not seen: off ';

/**
 * 'Checked on leads that it had not seen: off no more than chance explains.' Beyond the 95th percentile of what chance gives both figures
 * are named.
 */
export function wordUnseen({ offBy, byChance, isChance }: UnseenMiss): Line {
  if (isChance) return [plain(`${CHECKED}no more than chance explains.`)];
  return [
    plain(`${CHECKED}by `),
    figure(wordMiss(offBy)),
    plain(` where chance explains ${wordMiss(byChance)}: take these amounts as rough.`),
  ];
}

/** The longest of these sentences, for its room. */
export const LONGEST_UNSEEN = wordUnseen({ offBy: 0.99, byChance: 0.99, isChance: false });

/** 'Google, Meta and Microsoft take none of these as rules.' or 'Google takes 5 of the 7 as rules, Meta 3, Microsoft none.' */
export function wordTakers(takers: readonly RuleTaker[], count: number): Line {
  const nameOf = ({ id }: RuleTaker) => plain(PLATFORMS[id].shortName);
  const [first] = takers;
  if (!first) return [];
  const all = listInWords(takers.map(nameOf), 'and');
  if (takers.every(({ takes }) => takes === first.takes)) {
    const one = count === 1;
    if (first.takes === 0)
      return [...all, plain(one ? ' do not take it as a rule.' : ' take none of these as rules.')];
    if (first.takes < count)
      return [...all, plain(` take ${formatCount(first.takes)} of the ${formatCount(count)} as rules.`)];
    if (first.takes === count)
      return [...all, plain(one ? ' take it as a rule.' : ' take all of these as rules.')];
  }
  const sorted = takers.toSorted((a, b) => b.takes - a.takes);
  return [
    ...sorted.flatMap((taker, at): Part[] => {
      const { takes } = taker;
      if (at > 0) return [plain(', '), nameOf(taker), plain(` ${takes === 0 ? 'none' : formatCount(takes)}`)];
      return [
        nameOf(taker),
        plain(
          count === 1
            ? ' takes it as a rule'
            : ` takes ${formatCount(takes)} of the ${formatCount(count)} as rules`,
        ),
      ];
    }),
    plain('.'),
  ];
}

/** What stands in the place of the sentence about unseen leads while there is none. */
export function wordUnchecked(check: Task<UnseenCheck, unknown>): Line {
  switch (check.state) {
    case 'idle':
    case 'running':
      return [plain('Being checked on leads that it has not seen, which takes a moment…')];
    case 'cancelled':
      return [plain('Not checked on leads that it had not seen: the check was cancelled.')];
    case 'failed':
      return [plain('Not checked on leads that it had not seen: the check failed.')];
    case 'done':
      return [plain(wordNoCheck(check.result))];
  }
}

function wordNoCheck(check: UnseenCheck): string {
  return check.kind === 'too-few-conversions'
    ? `Checking on leads that it had not seen takes ${formatCount(check.needed)} conversions or more.`
    : 'Not checked on leads that it had not seen: none of them has converted.';
}

/** The words of the button for the next step. */
export function wordNextStep(next: NextStep, openLeads: number): string {
  switch (next.step) {
    case 'apply': {
      const [first, second] = next.platforms;
      if (next.way === 'per-lead' || !first) return 'Upload a value per lead';
      return second ? 'Enter the rules' : `Enter rules in ${PLATFORMS[first].shortName}`;
    }
    case 'leave-out-open':
      return `Leave out ${countNoun(openLeads, 'open lead')}`;
    case 'choose-converted':
      return 'Choose what counts as converted';
    case 'choose-columns':
      return 'Choose other attributes';
  }
}

/** The labels of all segments in one line; see `wordLabels`. */
export function wordLabelCounts(analysis: Analysis): Line {
  return wordLabels(analysis.labelCounts, countTold(analysis));
}

/**
 * '7 differences are clear, 4 worth a test. More leads would decide 4; 2 are near average'.
 *
 * @param told how many of the unclear ones have a number of leads that would decide them; null where it is not counted
 * @internal
 */
export function wordLabels(
  { Use: clear, Test: tests, Unclear: unclear }: Analysis['labelCounts'],
  told: number | null,
): Line {
  const found = [
    { count: clear, state: 'clear' },
    { count: tests, state: 'worth a test' },
  ].filter(({ count }) => count > 0);
  const first = found.flatMap(({ count, state }, at): Part[] => {
    const begin = `${count === 1 ? 'difference is' : 'differences are'} `;
    return [
      ...(at === 0 ? [] : [plain(', ')]),
      figure(formatCount(count)),
      plain(` ${at === 0 ? begin : ''}${state}`),
    ];
  });
  const rest = wordUnclear(unclear, told);
  return first.length > 0 && rest.length > 0 ? [...first, plain('. '), ...rest] : [...first, ...rest];
}

function wordUnclear(unclear: number, told: number | null): Part[] {
  if (unclear === 0) return [];
  if (told === null) return [figure(formatCount(unclear)), plain(' need more leads or are near average')];
  const near = unclear - told;
  const decided = told > 0 ? [plain('More leads would decide '), figure(formatCount(told))] : [];
  if (near === 0) return decided;
  return [
    ...decided,
    ...(told > 0 ? [plain('; ')] : []),
    figure(formatCount(near)),
    plain(near === 1 ? ' is near average' : ' are near average'),
  ];
}

/** With fewer leads, a lift of 1.5 is usually missed: see the simulations of `docs`. */
const FEW_LEADS = 1000;

/** 'With 640 leads, only differences of about 2x can be found.' Null with 1,000 leads or more. */
export function wordFewLeads({ totalLeads }: Pick<Analysis, 'totalLeads'>): Line | null {
  return totalLeads < FEW_LEADS
    ? [
        plain('With '),
        figure(countNoun(totalLeads, 'lead')),
        plain(', only differences of about 2x can be found.'),
      ]
    : null;
}
