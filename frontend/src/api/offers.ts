import { OFFERS_ATTRIBUTE } from '#contract/connection-kinds.ts';

/** Whether the site offers what the word stands for, as the document says. */
export function siteOffers(word: string): boolean {
  return document.documentElement.getAttribute(OFFERS_ATTRIBUTE)?.split(' ').includes(word) ?? false;
}
