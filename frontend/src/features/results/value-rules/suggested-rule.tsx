import { LOW_CONFIDENCE } from '#frontend/analysis/constants.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatLift } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Lift } from '../figures.tsx';

/** The multiplier, what it was before the cut, and what to know before using it. */
export function SuggestedRule({ rule }: { rule: ValueRule }) {
  const { suggested, liftBeforeCut, isCut, turnsRaiseIntoReduction, isSignificant, segment } = rule;
  const isMarked = turnsRaiseIntoReduction || !isSignificant;
  return (
    <div className="md:w-58">
      <div className="flex items-baseline gap-x-2 whitespace-nowrap max-md:flex-wrap">
        <Lift lift={suggested} isLarge hasChange />
        {isCut && (
          <span className="text-13 text-muted tabular-nums max-md:ml-4">
            (was {formatLift(liftBeforeCut)})
          </span>
        )}
      </div>
      {isMarked && (
        <div className="mt-1 ml-4 flex flex-wrap gap-1">
          {turnsRaiseIntoReduction && (
            <Badge tone="caution" sign="!" className="whitespace-normal">
              The cut turns a raise into a reduction
            </Badge>
          )}
          {!isSignificant && <Badge>Not significant</Badge>}
        </div>
      )}
      {segment.confidence < LOW_CONFIDENCE && (
        <p className="mt-1 ml-4 text-12 text-caution">
          <span aria-hidden>! </span>
          Low confidence due to small sample size. Use conservative value shown.
        </p>
      )}
    </div>
  );
}
