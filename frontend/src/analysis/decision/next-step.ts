import type { PlatformPlan } from '../platforms/plan.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import {
  REACHED_FORMATS,
  type ReachedFormat,
  type UploadReach,
  type UploadGap,
} from '../platforms/upload-reach.ts';
import type { Decision } from './decide.ts';

/** The next thing to do about a decision. */
export type NextStep =
  | ({ step: 'upload' } & ReachByUpload)
  | ({ step: 'rules' } & ReachByRules)
  | { step: 'form' }
  | { step: 'add-to-export'; gap: UploadGap }
  /** Something can be done, and which way it is stays open. */
  | { step: 'choose-way' }
  | { step: 'leave-out-open' }
  | { step: 'choose-converted' }
  | { step: 'choose-columns' };

type KnownPlans = Readonly<Partial<Record<PlatformId, Pick<PlatformPlan, 'rules' | 'share'>>>>;

/** The ways to use clear differences. */
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
      return { step: decision.reason === 'one-value' ? 'choose-columns' : 'choose-converted' };
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
  const upload = reachByUpload(reach);
  if (isUploadEnough(upload)) return { step: 'upload', ...upload };
  if (!plans) return { step: 'choose-way' };
  const rules = reachByRules(plans);
  if (areRulesEnough(rules)) return { step: 'rules', ...rules };
  if (isForForms) return { step: 'form' };
  const [gap] = reach.gaps;
  return gap ? { step: 'add-to-export', gap } : { step: 'choose-way' };
}

/** How many of the leads that count the upload takes that takes most. */
export interface ReachByUpload {
  format: ReachedFormat;
  taken: number;
  leads: number;
}

/** The format that takes most leads, the first one of several. */
export function reachByUpload({ leads, taken }: UploadReach): ReachByUpload {
  const format = REACHED_FORMATS.reduce((best, next) => (taken[next] > taken[best] ? next : best));
  return { format, taken: taken[format], leads };
}

/** Whether the button may name the upload: half of the leads that count pass. Without such leads never. */
export const isUploadEnough = ({ taken, leads }: ReachByUpload): boolean =>
  leads > 0 && taken >= LEAST_REACH * leads;

/** The plan that explains most. */
export interface ReachByRules {
  platform: PlatformId;
  rules: number;
  /** Of what the best estimates explain; 0 where they explain nothing. */
  share: number;
}

/** The plan that explains most, the first one of several. */
export function reachByRules(plans: KnownPlans): ReachByRules {
  const explained = PLATFORM_IDS.map((platform) => {
    const { rules, share } = plans[platform] ?? { rules: [], share: null };
    return { platform, rules: rules.length, share: share ?? 0 };
  });
  return explained.reduce((best, next) => (next.share > best.share ? next : best));
}

/** Whether the button may name the rules: they explain 30% of what the best estimates explain. */
export const areRulesEnough = ({ rules, share }: ReachByRules): boolean =>
  rules > 0 && share >= LEAST_EXPLAINED;
