import { headerText } from '../columns/words.ts';
import { hasPhrase, isKnownAfterClick, list } from './header-words.ts';

/**
 * Words of further headers that may say so. They have other meanings too, such as the duration of a contract, so they only keep a
 * column from being suggested.
 */
const MAYBE_LATER_HEADERS = list(
  'duration, score, scores, rating, probability, forecast, page value, page values, bounce rate, bounce rates, ' +
    'exit rate, exit rates',
);

/** Known before the lead came. */
const EARLIER_SCORES = list('credit score, credit rating');

/** Click ids of ad platforms, as they stand in the addresses that ads lead to. */
const CLICK_IDS =
  /\b(?:gcl ?id|gbraid|wbraid|mscl ?kid|fbcl ?id|ttcl ?id|twcl ?id|li fat id|rdt cid|dcl ?id|click ?id)\b/;

/** True for 'Last Activity', and for 'Call Duration', 'Lead Score' or 'Page Values'; not for 'Credit Score'. */
export function mayBeKnownLater(header: string): boolean {
  return (
    isKnownAfterClick(header) ||
    (hasPhrase(header, MAYBE_LATER_HEADERS) && !hasPhrase(header, EARLIER_SCORES))
  );
}

/** True for 'GCLID', 'fbclid' or 'Google Click ID', whose cells name one click each. */
export function isClickId(header: string): boolean {
  return CLICK_IDS.test(headerText(header));
}
