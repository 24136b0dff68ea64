import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import type { ToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { countNoun, formatLift } from '#frontend/lib/format.ts';

/** Nothing is entered for the value. */
export const NOTHING_TO_ENTER = '–';

/** '0.67x Google · 0.70x Meta', '0.70x Google, Meta' for one figure, 'in 2 rules' of two conditions, or a dash. */
export function describeToEnter(entered: ToEnter): string {
  return listToEnter(entered).join(' · ');
}

/** The same in parts: one for each figure. */
export function listToEnter({ figures, pairRules }: ToEnter): string[] {
  if (figures.length === 0) return [pairRules > 0 ? `in ${countNoun(pairRules, 'rule')}` : NOTHING_TO_ENTER];
  const byFigure = Map.groupBy(figures, ({ multiplier }) => formatLift(multiplier));
  return [...byFigure].map(
    ([figure, on]) => `${figure} ${on.map(({ platform }) => PLATFORMS[platform].shortName).join(', ')}`,
  );
}
