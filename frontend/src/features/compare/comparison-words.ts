import type { Comparison } from '#frontend/analysis/compare/compare.ts';
import { MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { ComparedFile, SharedLeads } from '#frontend/analysis/compare/shared-leads.ts';
import { listDifferences } from '#frontend/choices/saved.ts';
import { countNoun, formatCount, formatPercent } from '#frontend/lib/format.ts';
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
    onlyBefore.length + onlyAfter.length > 0 && {
      tone: 'info',
      title:
        splits.length === 0 ? 'The two have no attribute in common' : 'Only attributes of both are compared',
      text: [wordOnly('Only before', onlyBefore), wordOnly('Only after', onlyAfter)].join(''),
    },
    before.settings.thresholdPercent !== after.settings.thresholdPercent && {
      tone: 'info',
      title: 'Rules of both follow one threshold',
      text: `The significance threshold is that of After, ${formatPercent(after.settings.thresholdPercent)}. Before was saved with ${formatPercent(before.settings.thresholdPercent)}.`,
    },
  ];
  return notices.filter((notice) => notice !== null && notice !== false);
}

function wordOnly(name: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${name}: ${names.join(', ')}. `;
}

/** '2 of 24 tested values have changed; all else is within chance.' */
export function wordChanges({ tested, changed }: Comparison, shared: SharedLeads | null): string {
  if (shared) return 'Nothing is tested, since the two seem to share leads.';
  if (tested === 0) return 'No value could be tested.';
  if (changed === 0) return `None of ${countNoun(tested, 'tested value')} has changed beyond chance.`;
  const have = changed === 1 ? 'has' : 'have';
  return `${formatCount(changed)} of ${countNoun(tested, 'tested value')} ${have} changed; all else is within chance.`;
}

/** The reason why values have no test; empty if all have one, or if the files share leads. */
export function wordUntested({ tested, segments }: Comparison): string {
  const untested = segments.length - tested;
  const isForbidden = segments.some(({ verdict }) => verdict === 'Not tested');
  return untested === 0 || isForbidden
    ? ''
    : `${countNoun(untested, 'value')} could not be tested: in one file only, fewer than ${MIN_TESTED_LEADS} leads in one, or all leads of one.`;
}

/** 'Rules: 1 added, 2 gone, 1 changed, 3 kept.' */
export function wordRules({ ruleCounts: { added, gone, changed, kept } }: Comparison): string {
  const counts = [
    [added, 'added'],
    [gone, 'gone'],
    [changed, 'changed'],
    [kept, 'kept'],
  ] as const;
  return `Rules: ${counts.map(([count, word]) => `${formatCount(count)} ${word}`).join(', ')}.`;
}

/** One of two analyses to compare, with its name for the reader. */
export interface ComparedSide extends ComparedFile {
  name: string;
  settings: Settings;
}
