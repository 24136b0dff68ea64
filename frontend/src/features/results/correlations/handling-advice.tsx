import type { ReactNode } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { countNoun, formatCount, formatLift } from '#frontend/lib/format.ts';
import { OVERLAP_CUT } from '../figures.tsx';
import { nameSegment } from '../names.tsx';

/** One advice for the pairs that convert worse than predicted, and one for those that convert better. */
export function HandlingAdvice({ analysis }: { analysis: Analysis }) {
  const significant = analysis.interactionTests.filter(({ isSignificant }) => isSignificant);
  const worse = significant.filter(({ difference }) => difference < 0);
  const better = significant.filter(({ difference }) => difference > 0);
  return (
    <section aria-labelledby="handling-advice">
      <h2 id="handling-advice" className="text-14 font-semibold">
        How to handle correlated attributes
      </h2>
      {significant.length > 0 ? (
        <ul className="mt-1 grid gap-x-12 gap-y-2 text-14 text-muted lg:grid-cols-2">
          {worse.length > 0 && (
            <Advice analysis={analysis} tests={worse} direction="worse">
              Use the reduced rules: together, the two full multipliers would promise too much.
            </Advice>
          )}
          {better.length > 0 && (
            <Advice analysis={analysis} tests={better} direction="better">
              Use the reduced rules here too: the cut of {OVERLAP_CUT} applies in both directions, so these
              bids stay cautious.
            </Advice>
          )}
        </ul>
      ) : (
        <p className="mt-1 text-14 text-muted">
          Nothing to do: value rules of different attributes can be used together, and their lifts multiplied.
        </p>
      )}
    </section>
  );
}

interface AdviceProps {
  analysis: Analysis;
  tests: readonly InteractionTest[];
  direction: 'worse' | 'better';
  children: ReactNode;
}

function Advice({ analysis, tests, direction, children }: AdviceProps) {
  const isOne = tests.length === 1;
  const [verb, way] =
    analysis.basis === 'value'
      ? [isOne ? 'is worth' : 'are worth', direction === 'worse' ? 'less' : 'more']
      : [isOne ? 'converts' : 'convert', direction];
  const pairs = `${countNoun(tests.length, 'pair')} ${verb}`;
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-text">
        {pairs} {way} than predicted.
      </span>{' '}
      {children} {listCuts(analysis, tests)}
    </li>
  );
}

/** The table of value rules has all of them. */
const MOST_CUTS = 4;
const LONGEST_NAME = 60;

/** 'Source: Referral 1.42x (was 1.67x), Device: Desktop 1.24x (was 1.45x).', at most four. */
function listCuts({ significantSegments }: Analysis, tests: readonly InteractionTest[]): string {
  const sides = tests.flatMap(({ attributes }) => attributes);
  const isSide = ({ fieldName, value }: JudgedSegment) =>
    sides.some((side) => side.field === fieldName && side.value === value);
  const segments = significantSegments.filter(isSide).toSorted((a, b) => b.liftAfterCut - a.liftAfterCut);
  const names = segments.map(nameSegment);
  const cuts = segments.map((segment) => {
    const { liftAfterCut, adjustedLift } = segment;
    const name = shortName(nameSegment(segment), LONGEST_NAME, names);
    return `${name} ${formatLift(liftAfterCut)} (was ${formatLift(adjustedLift)})`;
  });
  const rest = cuts.length - MOST_CUTS;
  if (rest > 0) cuts.splice(MOST_CUTS, rest, `and ${formatCount(rest)} more`);
  return `${cuts.join(', ')}.`;
}
