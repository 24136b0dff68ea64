import { Suspense } from 'react';
import { readOffers } from '#contract/platforms.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useTabChoice, type TabChoice } from '#frontend/features/results/shown-results.tsx';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import type { SendValuesProps } from './send-values.tsx';

const sendValues = lazyWithPreload(async () => (await import('./send-values.tsx')).SendValues);

/** Whether the part for sending is open. */
const IS_SENDING: TabChoice<boolean> = { first: false };

/** 'Send to Google Ads': the values of the file for Data Manager, where the site offers it. */
export function useSendOffer({ kind }: Pick<UploadForm, 'kind'>) {
  const [isOpen, setOpen] = useTabChoice(IS_SENDING);
  const isOffered =
    kind === 'google-data-manager' &&
    readOffers(document.documentElement.getAttribute(OFFERS_ATTRIBUTE)).includes('google-values');
  return { isOffered, isOpen: isOffered && isOpen, toggle: () => setOpen(!isOpen) };
}

/** The code of it is fetched when it is opened. */
export function SendToGoogle(props: SendValuesProps) {
  return (
    <Suspense fallback={<SkeletonLines label="Loading…" lines={4} />}>
      <sendValues.Component {...props} />
    </Suspense>
  );
}
