import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { Multipliers } from '#frontend/analysis/lead-values.ts';
import { baseForSameTotal, baseValueOf } from '#frontend/analysis/balanced.ts';
import { formatMoney, formatLift } from '#frontend/lib/format.ts';

interface SameTotalProps {
  analysis: Analysis;
  multipliers: Multipliers;
  isCounting: boolean;
}

/** The base value that makes up for the rules. It changes nothing on the page, which shows what a lead is worth. */
export function SameTotal({ analysis, multipliers, isCounting }: SameTotalProps) {
  const { estimates, settings } = analysis;
  const base = useMemo(
    () => estimates && baseForSameTotal(analysis, estimates, multipliers),
    [analysis, estimates, multipliers],
  );
  // About as high as the text to come.
  if (isCounting) return <div aria-hidden className="min-h-16" />;
  if (!base) return null;
  const before = baseValueOf(analysis);
  return (
    <p className="max-w-prose text-14">
      To keep total reported value the same, use a base value of{' '}
      <strong className="font-semibold tabular-nums">{formatMoney(base, settings.currency)}</strong> instead
      of {formatMoney(before, settings.currency)} in the ad platform.{' '}
      <span className="text-muted">
        These rules multiply the value of the average lead by {formatLift(before / base)}. Leads without a
        rule stay at 1x, so only the base can make up for that.
      </span>
    </p>
  );
}
