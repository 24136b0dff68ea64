import type { ReachByRules, ReachByUpload } from '#frontend/analysis/decision/next-step.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { REACHED_NAMES } from '#frontend/analysis/platforms/upload-reach.ts';
import { countNoun, formatConfidence, formatCount } from '#frontend/lib/format.ts';

/** '1,620 of 1,834 leads to Google Ads' */
export function describeUploads({ taken, leads, format }: ReachByUpload, noun = 'lead'): string {
  return `${formatCount(taken)} of ${countNoun(leads, noun)} to ${REACHED_NAMES[format]}`;
}

/** '2 rules on Google' and 'explain 62%' */
export function describeExplained({
  platform,
  rules,
  share,
}: ReachByRules): [rules: string, explained: string] {
  return [
    `${countNoun(rules, 'rule')} on ${PLATFORMS[platform].shortName}`,
    `${rules === 1 ? 'explains' : 'explain'} ${formatConfidence(Math.max(0, share))}`,
  ];
}
