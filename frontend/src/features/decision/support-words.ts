import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { UnseenMiss } from '#frontend/analysis/decision/decide.ts';
import type { NextStep } from '#frontend/analysis/decision/next-step.ts';
import type { FieldTakers, RuleTaker } from '#frontend/analysis/decision/rule-takers.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { countTold } from '#frontend/analysis/judge/leads-to-tell.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import type { UploadGap } from '#frontend/analysis/platforms/upload-reach.ts';
import { describeExplained, describeUploads } from '#frontend/features/platforms/reach-words.ts';
import { describeMiss } from '#frontend/features/results/outcome-words.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { Task } from '#frontend/ui/use-cancellable.ts';
import { fieldName, figure, listInWords, plain, type Line, type Part } from './line.ts';

const CHECKED = 'Checked on leads that it had not seen: off ';

/**
 * 'Checked on leads that it had not seen: off no more than chance explains.' Beyond the 95th percentile of what chance gives both figures
 * are named.
 */
export function describeUnseen({ offBy, byChance, isChance }: UnseenMiss): Line {
  if (isChance) return [plain(`${CHECKED}no more than chance explains.`)];
  return [
    plain(`${CHECKED}by `),
    figure(describeMiss(offBy)),
    plain(` where chance explains ${describeMiss(byChance)}: take these amounts as rough.`),
  ];
}

/** The longest of these sentences, for its room. */
export const LONGEST_UNSEEN = describeUnseen({ offBy: 0.99, byChance: 0.99, isChance: false });

/**
 * 'Google, Meta and Microsoft can use the two Device rules. Source needs a value per lead.' A platform that depends on what the visitor
 * offers is not in it until they have said so.
 */
export function describeTakers(fields: readonly FieldTakers[]): Line {
  const closed = fields.filter(
    ({ takers, unanswered }) => unanswered.length === 0 && takers.every(isTakingNone),
  );
  const needs: Part[] =
    closed.length === 0
      ? []
      : [
          ...listInWords(
            closed.map(({ fieldName: name }) => [fieldName(name)]),
            'and',
          ),
          plain(` ${closed.length === 1 ? 'needs' : 'need'} a value per lead.`),
        ];
  const uses = groupByUse(fields).flatMap(({ ids, use }): Part[] => [
    ...listInWords(
      ids.map((id) => [plain(PLATFORMS[id].shortName)]),
      'and',
    ),
    plain(' can use '),
    ...use,
    plain('. '),
  ]);
  return [...uses, ...needs];
}

const isTakingNone = ({ takes }: RuleTaker) => takes === 0;

/** The platforms that can use something, those that can use the same together. */
function groupByUse(fields: readonly FieldTakers[]): { ids: PlatformId[]; use: Part[] }[] {
  const groups = new Map<string, { ids: PlatformId[]; use: Part[] }>();
  for (const id of PLATFORM_IDS) {
    const rules = fields.flatMap(({ fieldName: name, count, takers }): Part[][] => {
      const takes = takers.find((taker) => taker.id === id)?.takes ?? 0;
      return takes === 0 ? [] : [nameTakenRules(name, takes, count)];
    });
    if (rules.length === 0) continue;
    const key = JSON.stringify(rules);
    const group = groups.get(key) ?? { ids: [], use: listInWords(rules, 'and') };
    groups.set(key, { ...group, ids: [...group.ids, id] });
  }
  return [...groups.values()];
}

/** 'the Device rule', 'the two Device rules' or 'one of the 12 Device rules'. */
function nameTakenRules(name: string, takes: number, count: number): Part[] {
  const part = takes < count ? `${smallNumber(takes)} of ` : '';
  const all = count === 1 ? 'the ' : `the ${smallNumber(count)} `;
  return [plain(part + all), fieldName(name), plain(count === 1 ? ' rule' : ' rules')];
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const smallNumber = (count: number): string => SMALL_NUMBERS[count] ?? formatCount(count);

/** The line in the place of the sentence about unseen leads while there is none. */
export function describeUnchecked(check: Task<UnseenCheck, unknown>): Line {
  switch (check.state) {
    case 'idle':
    case 'running':
      return [plain('Being checked on leads that it has not seen, which takes a moment…')];
    case 'cancelled':
      return [plain('Not checked on leads that it had not seen: the check was cancelled.')];
    case 'failed':
      return [plain('Not checked on leads that it had not seen: the check failed.')];
    case 'done':
      return [plain(describeNoCheck(check.result))];
  }
}

function describeNoCheck(check: UnseenCheck): string {
  return check.kind === 'too-few-conversions'
    ? `Checking on leads that it had not seen takes ${formatCount(check.needed)} conversions or more.`
    : 'Not checked on leads that it had not seen: none of them has converted.';
}

const EXPORT_WORDS: Readonly<Record<UploadGap, string>> = {
  identifier: 'Add the click ID to your export',
  time: 'Add the time of the lead to your export',
};

/** The words of the button for the next step. */
export function describeNextStep(next: NextStep, openLeads: number): string {
  switch (next.step) {
    case 'upload':
      return `Upload ${describeUploads(next, 'value')}`;
    case 'rules': {
      const [rules, explained] = describeExplained(next);
      return `Enter ${rules} (${explained})`;
    }
    case 'form':
      return 'Look the value up in your form';
    case 'add-to-export':
      return EXPORT_WORDS[next.gap];
    case 'choose-way':
      return 'Use these values';
    case 'leave-out-open':
      return `Leave out ${countNoun(openLeads, 'open lead')}`;
    case 'choose-converted':
      return 'Choose what counts as converted';
    case 'choose-columns':
      return 'Choose other attributes';
  }
}

/** The labels of all segments in one line; see `describeLabels`. A short one ends behind the clear ones. */
export function describeLabelCounts(analysis: Analysis, isShort: boolean): Line {
  const { labelCounts } = analysis;
  return isShort && labelCounts.Use > 0
    ? describeLabels({ ...labelCounts, Unclear: 0 }, 0)
    : describeLabels(labelCounts, countTold(analysis));
}

/**
 * '7 differences are clear. More leads would decide 4; 2 are near average'. Without a clear one those worth a test are counted.
 *
 * @param told how many of the unclear ones have a number of leads that would decide them; null where it is not counted
 * @internal
 */
export function describeLabels(
  { Use: clear, Test: tests, Unclear: unclear }: Analysis['labelCounts'],
  told: number | null,
): Line {
  const count = clear || tests;
  const found = `${count === 1 ? 'difference is' : 'differences are'} ${clear > 0 ? 'clear' : 'worth a test'}`;
  const first: Part[] = count > 0 ? [figure(formatCount(count)), plain(` ${found}`)] : [];
  const rest = describeUnclear(unclear, told);
  return first.length > 0 && rest.length > 0 ? [...first, plain('. '), ...rest] : [...first, ...rest];
}

function describeUnclear(unclear: number, told: number | null): Part[] {
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
export function describeFewLeads({ totalLeads }: Pick<Analysis, 'totalLeads'>): Line | null {
  return totalLeads < FEW_LEADS
    ? [
        plain('With '),
        figure(countNoun(totalLeads, 'lead')),
        plain(', only differences of about 2x can be found.'),
      ]
    : null;
}
