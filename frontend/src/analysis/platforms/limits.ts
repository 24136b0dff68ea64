import type { ConditionKind } from './conditions.ts';

export type Platform = 'google' | 'meta' | 'microsoft';
export const PLATFORMS: readonly Platform[] = ['google', 'meta', 'microsoft'];

/** Where a limit is written down. */
interface LimitSource {
  title: string;
  address: string;
}

/** What a platform accepts as rules, and how it combines them. */
export interface PlatformLimits {
  name: string;
  /** The first word of the name, for short notes such as 'limited by Google'. */
  shortName: string;
  /** A rule changes the reported value of a conversion, or only the bid. */
  adjusts: 'value' | 'bid';
  conditions: readonly ConditionKind[];
  maxConditions: number;
  /** Null where the platform names no limit. */
  maxRules: number | null;
  leastMultiplier: number;
  /** Null where the platform names no limit. */
  mostMultiplier: number | null;
  /** Figures are multiples of this. */
  step: number;
  /** A multiplier of exactly 1 can be entered. */
  takesOne: boolean;
  /** Which of several matching rules applies. */
  picks: 'most-specific' | 'first';
  /** All rules must have the same kinds of conditions. */
  needsSameConditions: boolean;
  /** Conditions that offers of housing, employment, or financial products and services may not adjust by. */
  barredForSpecialOffers: readonly ConditionKind[];
  sources: readonly LimitSource[];
  /** What the rules touch, where the platform says so; '' elsewhere. */
  reach: string;
  /** What we know from other sources only, and what we could not verify. */
  doubts: readonly string[];
}

/** The month in which the limits below were looked up. */
export const LIMITS_DATE = '2026-11';

/** Beside every limit: platforms change them, and roll changes out account by account. */
export const CHECK_NOTE = 'Check in your account: limits change, and not every account has the same.';

/** The limits of each platform in November 2026. */
export const LIMITS: Readonly<Record<Platform, PlatformLimits>> = {
  google: {
    name: 'Google Ads',
    shortName: 'Google',
    adjusts: 'value',
    conditions: ['location', 'device', 'audience'],
    maxConditions: 2,
    maxRules: 500,
    leastMultiplier: 0.5,
    mostMultiplier: 10,
    step: 0.01,
    takesOne: true,
    picks: 'most-specific',
    needsSameConditions: true,
    barredForSpecialOffers: [],
    sources: [
      {
        title: 'About conversion value rules',
        address: 'https://support.google.com/google-ads/answer/10518330',
      },
      {
        title: 'Set up conversion value rules',
        address: 'https://support.google.com/google-ads/answer/10520348',
      },
      {
        title: 'Google Ads API: conversion value rules',
        address: 'https://developers.google.com/google-ads/api/docs/conversions/conversion-value-rules',
      },
      {
        title: 'Conversion value rules: frequently asked questions',
        address: 'https://support.google.com/google-ads/answer/16031752',
      },
    ],
    reach:
      'Rules touch all biddable conversion actions of the account, in Search, Shopping, Display and Performance Max campaigns. They work with Target ROAS and Maximize conversion value. If a manager account tracks your conversions, enter the rules there.',
    doubts: ['Which of two equally specific rules Google applies, we could not verify.'],
  },
  meta: {
    name: 'Meta',
    shortName: 'Meta',
    adjusts: 'bid',
    conditions: [
      'location',
      'device',
      'audience',
      'age',
      'gender',
      'operating-system',
      'placement',
      'conversion-location',
    ],
    maxConditions: 4,
    maxRules: 10,
    leastMultiplier: 0.1,
    mostMultiplier: 11,
    step: 0.01,
    takesOne: false,
    picks: 'first',
    needsSameConditions: false,
    // Cities and states stay open to such offers, but a location may also be a postal code, which does not.
    barredForSpecialOffers: ['age', 'gender', 'location', 'audience'],
    sources: [
      {
        title: 'Marketing API: value rules',
        address:
          'https://developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules',
      },
      {
        title: 'Housing, employment or financial products',
        address: 'https://www.facebook.com/business/help/2220749868045706',
      },
    ],
    reach: '',
    doubts: [
      'The range of -90% to +1000%, up to 4 criteria in a rule and 6 rule sets in an account are second-hand: we have them from others, not from Meta itself.',
      'So are the ages of Ads Manager and its way to value rules and audience labels.',
    ],
  },
  microsoft: {
    name: 'Microsoft Advertising',
    shortName: 'Microsoft',
    adjusts: 'value',
    conditions: ['location', 'device', 'audience'],
    maxConditions: 2,
    maxRules: null,
    // Above 0. Rounded to two decimals, as with Google.
    leastMultiplier: 0.01,
    mostMultiplier: null,
    step: 0.01,
    takesOne: true,
    picks: 'most-specific',
    needsSameConditions: false,
    barredForSpecialOffers: [],
    sources: [
      {
        title: 'Bulk record: conversion value rule',
        address: 'https://learn.microsoft.com/en-us/advertising/bulk-service/conversion-value-rule',
      },
      {
        title: 'Campaign Management: conversion value rule',
        address:
          'https://learn.microsoft.com/en-us/advertising/campaign-management-service/conversionvaluerule',
      },
    ],
    reach: '',
    doubts: [
      'Which of several matching rules Microsoft applies, we could not verify: the most specific one is assumed.',
      'Its public pages do not name the way to the rules in the menus.',
    ],
  },
};

/** A figure as a platform accepts it. */
export interface EnteredFigure {
  multiplier: number;
  /** The platform's end of the range, where it cut the figure. */
  limitedBy: 'least' | 'most' | null;
}

/**
 * The multiplier that a platform accepts and that is nearest to a computed one: rounded to its step, and cut to its least
 * and its most. Where a platform has no figure of 1, the change is one step up from 1 and above, else one step down.
 * Example: 0.31 is 0.5 with Google, limited; 1.376 is 1.38 (+38%) with Meta, and 1.003 is 1.01 (+1%).
 *
 * @param computed a ratio, 1 = no effect; infinity is cut, too
 */
export function enterMultiplier(
  computed: number,
  { leastMultiplier, mostMultiplier, step, takesOne }: PlatformLimits,
): EnteredFigure {
  const perOne = Math.round(1 / step);
  if (mostMultiplier !== null && computed > mostMultiplier)
    return { multiplier: mostMultiplier, limitedBy: 'most' };
  if (computed < leastMultiplier) return { multiplier: leastMultiplier, limitedBy: 'least' };
  const steps = Math.round(computed * perOne);
  if (steps === perOne && !takesOne)
    return { multiplier: (perOne + (computed >= 1 ? 1 : -1)) / perOne, limitedBy: null };
  return { multiplier: steps / perOne, limitedBy: null };
}
