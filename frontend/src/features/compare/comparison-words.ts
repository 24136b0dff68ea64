import { segmentKey } from '#contract/top-segments.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { compareEntered, type EnteredTwice } from '#frontend/analysis/platforms/moved-figures.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import type { ToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import type { Comparison, SegmentChange } from '#frontend/analysis/compare/compare.ts';
import type { RateChange } from '#frontend/analysis/compare/rate-change.ts';
import { MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { ComparedFile, SharedLeads } from '#frontend/analysis/compare/shared-leads.ts';
import { listDifferences } from '#frontend/choices/saved.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import {
  countNoun,
  formatCount,
  formatLift,
  formatPercent,
  formatPValue,
  formatRate,
} from '#frontend/lib/format.ts';
import type { NoticeTone } from '#frontend/ui/notice.tsx';

/** A notice for the reader of a comparison. */
export interface ComparisonNotice {
  tone: NoticeTone;
  title: string;
  text: string;
}

const SHARED: Readonly<Record<SharedLeads, Omit<ComparisonNotice, 'tone'>>> = {
  'same-file': {
    title: 'Both seem to be the same file',
    text: 'They have the same file name and as many rows, so nothing is tested: a test holds for different leads only.',
  },
  'same-counts': {
    title: 'Both files seem to hold the same leads',
    text: 'They have as many leads in all and in most values, so nothing is tested: a test holds for different leads only.',
  },
  'dates-overlap': {
    title: 'The dates of the two files overlap',
    text: 'Some leads are probably in both, so nothing is tested: a test holds for different leads only. Limit the days of one of them and save it again.',
  },
};

/** All notices: first those that forbid the tests, then differences of meaning, then attributes that are left out. */
export function listNotices(
  before: ComparedSide,
  after: ComparedSide,
  { comparison, shared }: { comparison: Comparison; shared: SharedLeads | null },
): ComparisonNotice[] {
  const { onlyBefore, onlyAfter, splits } = comparison;
  const differences = listDifferences(before.context, after.context);
  const notices: (ComparisonNotice | false | null)[] = [
    shared && { tone: 'caution', ...SHARED[shared] },
    differences.length > 0 && {
      tone: 'caution',
      title: 'The two do not count the same things',
      text: differences.join(' '),
    },
    [before, after].some(({ context }) => context.worth?.kind === 'column') && {
      tone: 'info',
      title: 'Compared by conversions',
      text: 'Amounts are not compared. Lifts and rules here are those by conversions, also where the results are shown by value.',
    },
    onlyBefore.length + onlyAfter.length > 0 && {
      tone: 'info',
      title:
        splits.length === 0 ? 'The two have no attribute in common' : 'Only attributes of both are compared',
      text: [describeOnly('Only before', onlyBefore), describeOnly('Only after', onlyAfter)].join(''),
    },
    (before.toEnter === null) !== (after.toEnter === null) && {
      tone: 'info',
      title: 'The figures to enter are not compared',
      text: before.toEnter === null ? describeMissing('Before', before) : describeMissing('After', after),
    },
    before.settings.thresholdPercent !== after.settings.thresholdPercent && {
      tone: 'info',
      title: 'Rules of both follow one threshold',
      text: `The significance threshold is that of After, ${formatPercent(after.settings.thresholdPercent)}. Before was saved with ${formatPercent(before.settings.thresholdPercent)}.`,
    },
  ];
  return notices.filter((notice) => notice !== null && notice !== false);
}

/** Why one of both has no figures to enter, and how it gets them. */
function describeMissing(name: string, { isOpen }: ComparedSide): string {
  return isOpen
    ? `${name} are the open results, whose plans were not made when you chose Compare. Go back to them, and choose Compare again once To Enter has figures.`
    : `${name} was saved without them. Open it with Edit and choose Update to keep them.`;
}

function describeOnly(name: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${name}: ${names.join(', ')}. `;
}

/** '2 of 24 tested values have changed; all else is within chance.' */
export function describeChanges({ tested, changed }: Comparison, shared: SharedLeads | null): string {
  if (shared) return 'Nothing is tested, since the two seem to share leads.';
  if (tested === 0) return 'No value could be tested.';
  if (changed === 0) return `None of ${countNoun(tested, 'tested value')} has changed beyond chance.`;
  const have = changed === 1 ? 'has' : 'have';
  return `${formatCount(changed)} of ${countNoun(tested, 'tested value')} ${have} changed; all else is within chance.`;
}

/** The reason why values have no test; empty if all have one, or if the files share leads. */
export function describeUntested({ tested, segments }: Comparison): string {
  const untested = segments.length - tested;
  const isForbidden = segments.some(({ verdict }) => verdict === 'Not tested');
  return untested === 0 || isForbidden
    ? ''
    : `${countNoun(untested, 'value')} could not be tested: in one file only, fewer than ${MIN_TESTED_LEADS} leads in one, or all leads of one.`;
}

/** 'Conversion fell from 13.1% to 11.7%; probably real, and partly by the mix of Source.' */
export function describeRate({ before, after, pValue, isClear, mix }: RateChange): string {
  const rates = [formatRate(before), formatRate(after)] as const;
  if (rates[0] === rates[1]) return `Conversion is ${rates[0]} in both.`;
  const moved = `Conversion ${after < before ? 'fell' : 'rose'} from ${rates[0]} to ${rates[1]}`;
  if (pValue === null) return `${moved}.`;
  if (!isClear) return `${moved}; it may be chance.`;
  return `${moved}; probably real${mix && mix.part !== 'none' ? describeMix(mix) : ''}.`;
}

const describeMix = ({ fieldName, part }: NonNullable<RateChange['mix']>): string =>
  `, and ${part === 'some' ? 'partly' : 'mostly'} by the mix of ${fieldName}`;

/** 'The change of the rate has p 0.02.' Empty where it was not tested. */
export function describeRateTest({ before, after, pValue }: RateChange): string {
  if (pValue === null || formatRate(before) === formatRate(after)) return '';
  return `The change of the rate has p ${formatPValue(pValue).replace(/[.,]?0+$/, '')}.`;
}

/**
 * The rules of before: those in use where these are known, else those that are labelled Use or entered.
 */
export const isOwnRule = (
  { before }: Pick<SegmentChange, 'before'>,
  entered: EnteredTwice | undefined,
  isInUse = false,
) => (entered?.before.figures.length ?? 0) > 0 || (!isInUse && before?.label === 'Use');

/**
 * The advice for the rules of before: 'Keep your rules as they are.', 'Change 2 of your 5 rules: Source: Ads, Device: Mobile.' or 'Enter 1
 * more rule: Source: Chat.' A rule is to be changed if its value has changed, or its figure to enter has moved. Empty where the figures to
 * enter do not tell: without them, where rules of two conditions may have moved, and where a rule in use is in no attribute of both. Without
 * tests it names what has moved, and keeps nothing.
 */
export function describeAdvice({ segments, tested }: Comparison, figures: ComparedFigures): string {
  if (!figures) return '';
  const compared = segments.map((segment) => ({ segment, entered: figures.of(segment) }));
  const isEntered = ({ before }: EnteredTwice) => before.figures.length > 0;
  const hasMoved = ({ movedOn }: EnteredTwice) => movedOn.length > 0;
  const own = compared.filter(({ segment, entered }) => isOwnRule(segment, entered, figures.isInUse));
  const changed = own.filter(
    ({ segment, entered }) => segment.isChanged || (hasMoved(entered) && isEntered(entered)),
  );
  const names = (of: typeof compared) =>
    listNames(
      of.map(({ segment: { fieldName, value } }) => `${fieldName}: ${value}`),
      MOST_NAMED,
    );
  const shared = new Set(segments.map(({ fieldName, value }) => segmentKey(fieldName, value)));
  const unseen = figures.entered.filter((key) => !shared.has(key)).length;
  const rules = own.length + unseen;
  if (changed.length > 0) {
    const which =
      rules === 1 ? 'your rule' : `${formatCount(changed.length)} of your ${formatCount(rules)} rules`;
    return `Change ${which}: ${names(changed)}.`;
  }
  if (compared.some(({ entered: { before, after } }) => before.pairRules + after.pairRules > 0)) return '';
  const added = compared.filter(({ entered }) => hasMoved(entered));
  if (added.length > 0) {
    const more = countNoun(added.length, rules > 0 ? 'more rule' : 'rule');
    return `Enter ${more}: ${names(added)}.`;
  }
  if (own.length === 0 || unseen > 0 || tested === 0) return '';
  return `Keep your ${own.length === 1 ? 'rule as it is' : 'rules as they are'}.`;
}

const MOST_NAMED = 3;

/** The multipliers that both analyses enter; null where one of them does not tell, or where both enter none. */
export type ComparedFigures = {
  /** True where the earlier figures are those of the rules in use. */
  isInUse: boolean;
  /** The values with a figure of their own before, by `segmentKey`. */
  entered: readonly string[];
  of(value: { fieldName: string; value: string }): EnteredTwice;
} | null;

/** Compares what both enter, if both tell. The threshold is that of the later one, as for the rules. */
export function compareToEnter(
  before: Pick<ComparedSide, 'toEnter' | 'isInUse'>,
  after: Pick<ComparedSide, 'toEnter' | 'settings'>,
): ComparedFigures {
  if (!before.toEnter || !after.toEnter) return null;
  if (before.toEnter.length + after.toEnter.length === 0) return null;
  const [first, second] = [before.toEnter, after.toEnter].map(
    (entered) => new Map(entered.map((one) => [segmentKey(one.fieldName, one.fieldValue), one])),
  );
  const compared = {
    thresholdPercent: after.settings.thresholdPercent,
    platforms: before.isInUse ? platformsIn(before.toEnter) : PLATFORM_IDS,
  };
  return {
    isInUse: before.isInUse ?? false,
    entered: before.toEnter.flatMap(({ fieldName, fieldValue, figures }) =>
      figures.length > 0 ? [segmentKey(fieldName, fieldValue)] : [],
    ),
    of({ fieldName, value }) {
      const key = segmentKey(fieldName, value);
      return compareEntered(first?.get(key) ?? NOT_ENTERED, second?.get(key) ?? NOT_ENTERED, compared);
    },
  };
}

/** The platforms on which rules are in use: a push goes to one of them, and says nothing of the others. */
const platformsIn = (entered: readonly StoredToEnter[]): PlatformId[] =>
  PLATFORM_IDS.filter((id) => entered.some(({ figures }) => figures.some(({ platform }) => platform === id)));

const NOT_ENTERED: ToEnter = { figures: [], pairRules: 0 };

/**
 * 'To enter anew: Source: Ads from 0.67x to 0.90x on Google.' Empty where one of both does not tell. Rules of two conditions are not
 * compared, and where there are any the words say so.
 */
export function describeMoved({ segments }: Comparison, figures: ComparedFigures): string {
  if (!figures) return '';
  const compared = segments.map((segment) => ({ segment, entered: figures.of(segment) }));
  const hasPairs = compared.some(({ entered: { before, after } }) => before.pairRules + after.pairRules > 0);
  const moved = compared.flatMap(({ segment, entered }) => {
    const [platform] = entered.movedOn;
    if (platform === undefined) return [];
    const moves = [entered.before, entered.after].map((of) => describeFigureOn(platform, of));
    const name = PLATFORMS[platform].shortName;
    return [`${segment.fieldName}: ${segment.value} from ${moves.join(' to ')} on ${name}`];
  });
  const ofPairs = hasPairs ? ` ${PAIRS_NOT_COMPARED}` : '';
  if (moved.length === 0) {
    const which = `${figures.isInUse ? 'in use' : 'to enter'}${hasPairs ? ' for a single value' : ''}`;
    return `No figure ${which} has moved by more than the threshold.${ofPairs}`;
  }
  const rest = moved.length - MOST_NAMED;
  const more = rest > 0 ? `; ${formatCount(rest)} more` : '';
  return `To enter anew: ${moved.slice(0, MOST_NAMED).join('; ')}${more}.${ofPairs}`;
}

const PAIRS_NOT_COMPARED = 'Rules of two conditions are not compared: check them against the newest plan.';

function describeFigureOn(platform: PlatformId, { figures }: ToEnter): string {
  const figure = figures.find((one) => one.platform === platform);
  return figure ? formatLift(figure.multiplier) : 'no rule';
}

/**
 * How the rules of the earlier file do in the later one: 'Of your 7 rules, 5 still stand, 1 has changed (Source: Ads from 0.51x to 0.93x)
 * and 1 is unclear in the later leads. 2 rules are new.' A rule whose figure to enter has moved does not stand. Where it is not known
 * whether it has moved, the words say what the leads tell: 'still clear'.
 */
export function describeOwnRules({ segments }: Comparison, figures: ComparedFigures): string {
  const isOwn = (segment: SegmentChange) => isOwnRule(segment, figures?.of(segment), figures?.isInUse);
  const own = segments.filter(isOwn);
  const added = segments.filter((segment) => !isOwn(segment) && segment.after?.label === 'Use');
  const changed = own.filter(({ isChanged }) => isChanged);
  const isInBoth = ({ isChanged, before, after }: SegmentChange) =>
    !isChanged && after?.isSignificant && before && after.adjustedLift > 1 === before.adjustedLift > 1;
  const inBoth = own.filter(isInBoth);
  const standings = inBoth.map((segment) => standingOf(figures?.of(segment)));
  const count = (standing: Standing) => standings.filter((one) => one === standing).length;
  const isOne = own.length === 1;
  const parts = [
    [count('stands'), 'still stands', 'still stand'],
    [count('unknown'), 'is still clear', 'are still clear'],
    [changed.length, `has changed (${nameChanged(changed)})`, `have changed (${nameChanged(changed)})`],
    [count('moved'), 'has another figure to enter', 'have another figure to enter'],
    [
      own.length - changed.length - inBoth.length,
      'is unclear in the later leads',
      'are unclear in the later leads',
    ],
  ] as const;
  const said = parts.flatMap(([rules, one, several]) =>
    rules === 0 ? [] : [`${isOne ? '' : `${formatCount(rules)} `}${rules === 1 ? one : several}`],
  );
  const whose = isOne ? 'Your rule' : `Of your ${formatCount(own.length)} rules,`;
  const words = own.length === 0 ? describeNoRule(figures) : `${whose} ${joinParts(said)}.`;
  if (added.length === 0) return words;
  return `${words} ${countNoun(added.length, 'rule')} ${added.length === 1 ? 'is' : 'are'} new.`;
}

const describeNoRule = (figures: ComparedFigures): string =>
  figures?.isInUse ? 'No rule in use is about one of these values.' : 'The earlier leads gave no clear rule.';

type Standing = 'stands' | 'moved' | 'unknown';

/** Whether the figure to enter of a rule is as before; unknown without figures, and where rules of two conditions have its value. */
export function standingOf(entered: EnteredTwice | undefined): Standing {
  if (!entered) return 'unknown';
  const { before, after, movedOn } = entered;
  if (movedOn.length > 0) return 'moved';
  return before.pairRules + after.pairRules > 0 ? 'unknown' : 'stands';
}

function nameChanged(changed: readonly SegmentChange[]): string {
  const named = changed.slice(0, MOST_NAMED).map(({ fieldName, value, before, after }) => {
    const lifts = [before, after].map((segment) => formatLift(segment?.lift ?? 1));
    return `${fieldName}: ${value} from ${lifts.join(' to ')}`;
  });
  const rest = changed.length - named.length;
  return `${named.join('; ')}${rest > 0 ? `; ${formatCount(rest)} more` : ''}`;
}

function joinParts(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}

/** One of two analyses to compare, with its name for the reader. */
export interface ComparedSide extends ComparedFile {
  name: string;
  settings: Settings;
  /** The multipliers that the plans of the platforms enter; null where they are not known. */
  toEnter: readonly StoredToEnter[] | null;
  /** Absent where the file tells no stages, and where they are not known. */
  stageFigures?: ShownStages | undefined;
  /** True where these are the figures of its rules in use. */
  isInUse?: boolean;
  /** True for the results that are open in this tab. */
  isOpen?: boolean;
}
