import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';

/** Whether the site offers what the word stands for, as the document says. */
export function siteOffers(word: string): boolean {
  return document.documentElement.getAttribute(OFFERS_ATTRIBUTE)?.split(' ').includes(word) ?? false;
}
