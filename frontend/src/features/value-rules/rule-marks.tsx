import { LOW_CONFIDENCE, MIN_INTERACTION_LEADS } from '#frontend/analysis/constants.ts';
import type { Explanation } from '#frontend/analysis/judge/mostly-explained.ts';
import { Tooltip } from '#frontend/ui/tooltip.tsx';
import { NOTES } from '#frontend/features/results/columns.tsx';
import { countLargeDeals } from '#frontend/features/results/figures.tsx';
import { useState } from 'react';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatLift, formatPercent } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { FieldValueName, nameFieldValue } from '#frontend/features/results/names.tsx';

/** A caveat of a rule: a word for its row, and a sentence for hint, files and paper. */
export interface RuleCaveat {
  word:
    | 'Its leads are younger'
    | 'Its leads are older'
    | 'Cut into the band'
    | 'Cut into the band: see To Enter'
    | 'Raise cut to a reduction'
    | `Much of this comes from ${string}`
    | 'One large deal'
    | `${string} large deals`
    | 'Few leads'
    | 'Not significant'
    | 'Not tested';
  sentence: string;
}

interface CaveatOptions {
  /** Whether a pair of this value and a value of another attribute was tested. */
  isTested: boolean;
  thresholdPercent: number;
  explanation: Explanation | null;
  /** The sentence about large deals; null without any. */
  largeDeals: string | null;
  /** Whether the column To Enter has a figure for it. */
  hasToEnter: boolean;
}

/** All caveats of a rule, the most important first. */
export function findCaveats(
  rule: ValueRule,
  { isTested, thresholdPercent, explanation, largeDeals, hasToEnter }: CaveatOptions,
): RuleCaveat[] {
  const { isCutIntoBand, turnsRaiseIntoReduction, isSignificant, segment } = rule;
  const caveats: (RuleCaveat | false)[] = [
    explanation !== null && {
      word: `Much of this comes from ${explanation.field}`,
      sentence: `Corrected for overlap its multiplier is ${formatLift(explanation.balanced)}: most of the difference comes with ${explanation.field}.`,
    },
    (segment.limit === 'younger' || segment.limit === 'older') && {
      word: `Its leads are ${segment.limit}`,
      sentence: 'Among leads of the same age the difference may be chance.',
    },
    isCutIntoBand && {
      word: hasToEnter ? 'Cut into the band: see To Enter' : 'Cut into the band',
      sentence: `Within ±${formatPercent(thresholdPercent)} of average after the cut.${hasToEnter ? ' To Enter has the figure to type.' : ''}`,
    },
    turnsRaiseIntoReduction && {
      word: 'Raise cut to a reduction',
      sentence: 'The cut turns a raise into a reduction.',
    },
    largeDeals !== null && { word: nameLargeDeals(countLargeDeals(segment)), sentence: largeDeals },
    segment.confidence < LOW_CONFIDENCE && { word: 'Few leads', sentence: NOTES.lowConfidence },
    !isSignificant && { word: 'Not significant', sentence: NOTES.notSignificant },
    !isTested && {
      word: 'Not tested',
      sentence: `Not tested for overlaps: no pairing of significant values has ${MIN_INTERACTION_LEADS} or more leads.`,
    },
  ];
  return caveats.filter((caveat) => caveat !== false);
}

function nameLargeDeals(deals: number): RuleCaveat['word'] {
  return deals === 1 ? 'One large deal' : `${formatCount(deals)} large deals`;
}

/**
 * The word of the mark of a row: that of the first caveat, but a cut into the band before all others, since it says where the figure to
 * type stands.
 *
 * @internal
 */
export function chooseMark(caveats: readonly RuleCaveat[]): RuleCaveat['word'] | undefined {
  return caveats.find(({ word }) => word.startsWith('Cut into the band'))?.word ?? caveats[0]?.word;
}

/** Caveats of the suggested rule itself stand beside it. The others open with the row. */
export function isInRow({ word }: RuleCaveat): boolean {
  return (
    word.startsWith('Cut into the band') ||
    word.startsWith('Much of this') ||
    word.endsWith('large deal') ||
    word.endsWith('large deals') ||
    word === 'Raise cut to a reduction'
  );
}

/** The word of a caveat as a badge. */
export function CaveatBadge({ word }: Pick<RuleCaveat, 'word'>) {
  const isLoud = word !== 'Not tested';
  return (
    <Badge tone={isLoud ? 'caution' : 'neutral'} sign={isLoud && '!'}>
      {word}
    </Badge>
  );
}

/** One of these caveats as a mark, with all of them in the hint. */
export function RuleMark({ caveats }: { caveats: readonly RuleCaveat[] }) {
  const word = chooseMark(caveats);
  if (!word) return null;
  return (
    <Tooltip
      content={caveats.map(({ sentence }) => (
        <span key={sentence} className="block">
          {sentence}{' '}
        </span>
      ))}
    >
      <button type="button" className="min-h-6 cursor-help rounded-full">
        <CaveatBadge word={word} />
      </button>
    </Tooltip>
  );
}

/** The status of a rule without partners. Independence is claimed only after a test. */
function nameAlone(isTested: boolean): string {
  return isTested ? 'Independent' : 'Not tested';
}

/** 'Independent', 'Not tested', or 'Overlapping (2): Source: Referral; Device: Mobile'. */
export function writeStatus({ partners }: ValueRule, isTested: boolean): string {
  if (partners.length === 0) return nameAlone(isTested);
  return `Overlapping (${partners.length}): ${partners.map(nameFieldValue).join('; ')}`;
}

interface StatusProps {
  rule: ValueRule;
  /** Whether a pair of this value and a value of another attribute was tested. */
  isTested: boolean;
}

/** The status, and the partners of an overlap on one line that opens. */
export function RuleStatus({ rule: { partners }, isTested }: StatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return <span className="text-muted max-md:text-13">{nameAlone(isTested)}</span>;
  }
  const rest = partners.length - 1;
  return (
    <div className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
      <Badge tone="caution" sign="!">
        Overlapping ({formatCount(partners.length)})
      </Badge>
      <div className={cx('mt-0.5 text-12 text-muted', !isOpen && 'flex items-baseline gap-1')}>
        <ul className="min-w-0">
          {partners.slice(0, isOpen ? partners.length : 1).map((partner) => (
            <li key={nameFieldValue(partner)}>
              <FieldValueName {...partner} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-1 min-h-6 shrink-0 rounded-[3px] text-accent hover:underline"
          >
            {isOpen ? 'Fewer' : `and ${formatCount(rest)} more`}
          </button>
        )}
      </div>
    </div>
  );
}

export function PrintedStatus({ rule: { partners }, isTested }: StatusProps) {
  const overlap =
    partners.length === 0 ? nameAlone(isTested) : `Overlapping (${formatCount(partners.length)})`;
  return (
    <>
      {overlap}
      {partners.length > 0 && (
        <span className="block text-muted">{partners.map(nameFieldValue).join(', ')}</span>
      )}
    </>
  );
}
