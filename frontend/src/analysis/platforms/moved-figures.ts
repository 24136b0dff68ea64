import { exceedsThreshold } from '../judge/settings.ts';
import type { ToEnter } from './to-enter.ts';
import type { PlatformId } from '#contract/platforms.ts';

/** The multipliers that two analyses enter for one value. */
export interface EnteredTwice {
  before: ToEnter;
  after: ToEnter;
  /** The platforms on which the figure has moved, in their order. */
  movedOn: readonly PlatformId[];
}

/**
 * Compares what two analyses enter for a value. On a platform the figure has moved where after / before - 1 exceeds the significance
 * threshold. Without a rule the figure is 1; where one of both has the value in rules of two conditions instead, it has no figure of its
 * own, and nothing is said.
 * `platforms` are those of which both analyses tell.
 * Example: 0.67 before and 0.7 after, threshold 10%: +4.5%, not moved. 0.67 and no rule after: 1 / 0.67 is +49%, moved.
 */
export function compareEntered(
  before: ToEnter,
  after: ToEnter,
  { thresholdPercent, platforms }: { thresholdPercent: number; platforms: readonly PlatformId[] },
): EnteredTwice {
  const movedOn = platforms.filter((platform) => {
    const [first, second] = [figureOn(platform, before), figureOn(platform, after)];
    return first !== null && second !== null && exceedsThreshold(second / first - 1, thresholdPercent);
  });
  return { before, after, movedOn };
}

/** 1 without a rule; null where only rules of two conditions have the value. */
function figureOn(platform: PlatformId, { figures, pairRules }: ToEnter): number | null {
  const own = figures.find((figure) => figure.platform === platform);
  return own?.multiplier ?? (pairRules > 0 ? null : 1);
}
