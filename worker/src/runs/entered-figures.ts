import { segmentKey } from '#contract/top-segments.ts';
import type { RulesInUse } from '#contract/alerts.ts';
import { MAX_ENTERED } from '#contract/limits.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { PLATFORM_OF, RULE_KINDS } from '#contract/platforms.ts';
import { findRunState } from '#worker/db/alerts.ts';
import type { Database } from '#worker/db/client.ts';
import type { Target } from '#worker/db/shared-analyses.ts';
import { readFrozenRules } from './rules-in-use.ts';

/** The figures of the rules that are in use. */
export async function readInUse(db: Database, target: Target): Promise<StoredToEnter[] | undefined> {
  const { watched } = await findRunState(db, target);
  return watched && readFrozenRules(watched.rules).toEnter;
}

type OnPlatform = Pick<StoredToEnter['figures'][number], 'platform'>;

/**
 * The figures that rules come into use with; undefined where none are known. Rules that were entered have their own. A push has those of
 * its platform, and leaves what is on the others, with the pairs that were ticked there. The numbers of pairs are not told apart by platform:
 * of both the larger one stays, by which a comparison says nothing of the value on a platform without a figure of its own.
 *
 * @param own the figures of the rules; undefined where they are not known
 * @param earlier those of the rules that are in use already
 */
export function mergeEntered(
  by: RulesInUse['by'],
  own: StoredToEnter[] | undefined,
  earlier: readonly StoredToEnter[] = [],
): StoredToEnter[] | undefined {
  if (by === 'entered') return own;
  const platform = PLATFORM_OF[by];
  const pushed = own && ofPlatforms(own, (one) => one === platform);
  const others = ofPlatforms(earlier, (one) => one !== platform);
  if (others.every(({ figures, pairs }) => figures.length === 0 && !pairs)) return pushed;
  const merged = new Map((pushed ?? []).map((one) => [keyOf(one), one]));
  for (const other of others) merged.set(keyOf(other), join(other, merged.get(keyOf(other))));
  return [...merged.values()].slice(0, RULE_KINDS.length * MAX_ENTERED);
}

const keyOf = ({ fieldName, fieldValue }: StoredToEnter) => segmentKey(fieldName, fieldValue);

/** The figures and ticked pairs on some platforms, of the values that have one or are in pairs. */
const ofPlatforms = (
  entered: readonly StoredToEnter[],
  isWanted: (platform: OnPlatform['platform']) => boolean,
): StoredToEnter[] =>
  entered
    .map(({ pairs = [], ...one }) => ({
      ...one,
      figures: one.figures.filter(({ platform }) => isWanted(platform)),
      ...withPairs(pairs.filter(({ platform }) => isWanted(platform))),
    }))
    .filter(({ figures, pairRules, pairs }) => figures.length > 0 || pairRules > 0 || pairs);

/** The multipliers that are entered for a value on several platforms. The order of the platforms is that of their names. */
const join = (
  { pairs = [], ...one }: StoredToEnter,
  { figures = [], pairRules = 0, pairs: further = [] }: Partial<StoredToEnter> = {},
): StoredToEnter => ({
  ...one,
  figures: byPlatform([...one.figures, ...figures]),
  pairRules: Math.max(one.pairRules, pairRules),
  ...withPairs(byPlatform([...pairs, ...further])),
});

const byPlatform = <One extends OnPlatform>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (a.platform < b.platform ? -1 : a.platform > b.platform ? 1 : 0));

/** Without pairs there is no list of them, as in the figures of earlier releases. */
const withPairs = (pairs: StoredToEnter['pairs'] & {}) => (pairs.length > 0 ? { pairs } : {});
