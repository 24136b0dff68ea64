import type { PlatformId } from '#contract/platforms.ts';
import type { Chance } from './chance-to-win.ts';
import { VOLUME_DAYS, type StageVolume } from './stage-volume.ts';

/** The volume that an ad platform asks for before it bids by a conversion, as its own help says it. */
interface PlatformVolume {
  platform: PlatformId;
  name: string;
  /** Bids by the values of conversions, or by their number. */
  bidsBy: 'value' | 'number';
  /** Conversions that it needs, or, where it needs none, those from which it can be judged. */
  conversions: number;
  isNeeded: boolean;
  /** In this many days, */
  days: number;
  /** and in each of these. The file does not say which campaign its leads come from, so one is assumed to get them all. */
  per: 'campaign' | 'ad set';
  /** The page of the platform's help that says so, */
  source: string;
  /** and the day on which it was read. */
  read: string;
}

/** In the order in which platforms are shown. */
export const PLATFORM_VOLUMES: readonly PlatformVolume[] = [
  {
    // 'Search campaigns [...] need at least 15 conversions in the past 30 days'; 50 are recommended.
    platform: 'google',
    name: 'Google Ads value-based bidding',
    bidsBy: 'value',
    conversions: 15,
    isNeeded: true,
    days: 30,
    per: 'campaign',
    source: 'https://support.google.com/google-ads/answer/6268637',
    read: '2026-11-29',
  },
  {
    // No minimum; performance is to be looked at 'over longer periods of time, like a month, or at least 50 conversions'.
    platform: 'google',
    name: 'Google Ads Smart Bidding',
    bidsBy: 'number',
    conversions: 50,
    isNeeded: false,
    days: 30,
    per: 'campaign',
    source: 'https://support.google.com/google-ads/answer/6268633',
    read: '2026-11-29',
  },
  {
    // 'About 50 optimisation events' end the learning phase of an ad set, within the week after its last significant edit.
    platform: 'meta',
    name: 'Meta',
    bidsBy: 'number',
    conversions: 50,
    isNeeded: true,
    days: 7,
    per: 'ad set',
    source: 'https://www.facebook.com/business/help/112167992830700',
    read: '2026-11-29',
  },
  {
    // 'If your campaign falls below 15 conversions [...] over any 30-day period, Target ROAS will stop optimizing your bids.'
    platform: 'microsoft',
    name: 'Microsoft Advertising',
    bidsBy: 'value',
    conversions: 15,
    isNeeded: true,
    days: 30,
    per: 'campaign',
    source:
      'https://docs.microsoft.com/en-us/advertising/campaign-management-service/targetroasbiddingscheme?view=bingads-13',
    read: '2026-11-29',
  },
];

/** A stage and how many conversions it has in the days that a platform counts. */
interface CountedStage {
  stage: number;
  conversions: number;
}

/** The conversion to bid on at a platform. */
export interface BidAdvice {
  volume: PlatformVolume;
  /** The deepest stage with enough volume; null where none has. */
  bidOn: CountedStage | null;
  /** The next deeper stage, which has too few; null where the deepest one has enough. */
  next: CountedStage | null;
}

/** A stage as the advice sees it. */
interface AdvisedStage {
  chance: { kind: Chance['kind'] };
  volume: StageVolume | null;
}

/**
 * Picks for each platform the deepest stage with enough volume. The volume of the last 30 days is taken as even: 30 leads are 7 in 7 days.
 * Without a stage there is no advice.
 * Example: 40 qualified leads and 9 won in 30 days: 'bid on qualified leads; Google asks for 15 won deals'.
 *
 * @param stages all of a file, in their order, the last one the deepest; those without a known chance are left out
 */
export function adviseBids(stages: readonly AdvisedStage[]): BidAdvice[] {
  const advised = stages.flatMap(({ chance: { kind }, volume }, stage) =>
    volume && (kind === 'known' || kind === 'between') ? [{ stage, leads: volume.leads }] : [],
  );
  if (advised.length === 0) return [];
  return PLATFORM_VOLUMES.map((volume) => {
    const counted = advised.map(({ stage, leads }) => {
      return { stage, conversions: (leads * volume.days) / VOLUME_DAYS };
    });
    const at = counted.findLastIndex(({ conversions }) => conversions >= volume.conversions);
    return { volume, bidOn: counted[at] ?? null, next: counted[at + 1] ?? null };
  });
}
