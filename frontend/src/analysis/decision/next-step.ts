import type { PlatformPlan } from '../platforms/plan.ts';
import { PLATFORM_IDS, type PlatformId } from '../platforms/platforms.ts';
import type { UploadGap } from '../platforms/ways-to-apply.ts';
import { REACHED_FORMATS, type ReachedFormat, type UploadReach } from '../uploads/upload-reach.ts';
import type { Decision } from './decide.ts';

/** The next thing to do about a decision. */
export type NextStep =
  | { step: 'upload'; format: ReachedFormat; taken: number; leads: number }
  | { step: 'rules'; platform: PlatformId; rules: number; share: number }
  | { step: 'form' }
  | { step: 'add-to-export'; gap: UploadGap }
  /** Something can be done, and which way it is stays open. */
  | { step: 'choose-way' }
  | { step: 'leave-out-open' }
  | { step: 'choose-converted' }
  | { step: 'choose-columns' };

type KnownPlans = Readonly<Partial<Record<PlatformId, Pick<PlatformPlan, 'rules' | 'share'>>>>;

/** What can be done with clear differences. */
export interface OpenWays {
  /** Null until it is counted. */
  reach: UploadReach | null;
  /** Null until they are made; empty where they could not be. */
  plans: KnownPlans | null;
  /** Whether the ad account counts customers only. A form does not know yet who becomes one. */
  isOfCustomers?: boolean;
}

/** An upload is named where a platform takes this share of the leads that count. */
const LEAST_REACH = 0.5;
/** Rules are named where the plan of a platform explains this share of what the best estimates explain. */
const LEAST_EXPLAINED = 0.3;

/**
 * The next step. Clear differences are used by the first way that holds: an upload that at least half of the leads that count pass, the
 * rules of a plan that explains at least 30% of what the best estimates explain, a look-up in a form that may know an attribute, and
 * else the column that the file lacks. Until the figures for an earlier way have arrived no later one is named.
 * Example: 1,620 of 1,834 leads pass the checks of Google: upload to Google. 300 of them do, and two rules explain 62%: these rules.
 */
export function findNextStep(decision: Decision, ways: OpenWays): NextStep {
  switch (decision.pattern) {
    case 'nothing':
      return { step: 'choose-converted' };
    case 'most-open':
      return { step: 'leave-out-open' };
    case 'like-outcome':
    case 'nothing-solid':
      return { step: 'choose-columns' };
    case 'solid': {
      const isOnForms = decision.takers?.some((field) => field.isOnForms) ?? false;
      return findWay(ways, isOnForms && !ways.isOfCustomers);
    }
  }
}

function findWay({ reach, plans }: OpenWays, isForForms: boolean): NextStep {
  if (!reach) return { step: 'choose-way' };
  const upload = findUpload(reach);
  if (upload) return upload;
  if (!plans) return { step: 'choose-way' };
  const rules = findRules(plans);
  if (rules) return rules;
  if (isForForms) return { step: 'form' };
  const [gap] = reach.gaps;
  return gap ? { step: 'add-to-export', gap } : { step: 'choose-way' };
}

/** The format that takes most leads, the first one of several. */
function findUpload({ leads, taken }: UploadReach): NextStep | null {
  const [format] = REACHED_FORMATS.toSorted((a, b) => taken[b] - taken[a]);
  if (!format || leads === 0 || taken[format] < LEAST_REACH * leads) return null;
  return { step: 'upload', format, taken: taken[format], leads };
}

/** The plan that explains most, the first one of several. */
function findRules(plans: KnownPlans): NextStep | null {
  const explained = PLATFORM_IDS.map((platform) => {
    const { rules, share } = plans[platform] ?? { rules: [], share: null };
    return { step: 'rules' as const, platform, rules: rules.length, share: share ?? 0 };
  });
  const [best] = explained.toSorted((a, b) => b.share - a.share);
  return best && best.rules > 0 && best.share >= LEAST_EXPLAINED ? best : null;
}
