import { Suspense, useEffect, type ReactNode, useMemo } from 'react';
import { useUser, useKnownPreferences } from '#frontend/api/user.ts';
import { mayHoldDrafts } from '#frontend/drafts/draft-mark.ts';
import { onLeave } from '#frontend/drafts/leave-signal.ts';
import { prefetch, PART_MISSING } from '#frontend/lib/prefetch.ts';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { beginAnew } from './leave.ts';
import { toastPartMissing } from '#frontend/ui/toast-store.ts';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';
import { DEFAULT_SETTINGS, type Settings } from '#frontend/analysis/judge/settings.ts';

const userMenu = lazyWithPreload(
  async () => (await import('./user-menu.tsx')).UserMenu,
  ({ onRetry }) => (
    <Button size="small" title={PART_MISSING} onClick={onRetry}>
      Load your menu
    </Button>
  ),
);

/** The menu of the signed-in user, or `children` if nobody is signed in. The menu's code is fetched for users only. */
export function AccountSlot({ children }: { children: ReactNode }) {
  const { user, isLoading } = useUser();
  useLeaveTogether();
  const account = user?.email ?? null;
  useEffect(() => {
    if (!isLoading)
      prefetch(async () => {
        if (await mayHoldDrafts())
          await (await import('#frontend/drafts/draft-store.ts')).tidyDrafts(account);
      });
  }, [isLoading, account]);
  // Until the answer comes, the style sheet hides these controls in a browser with a signed-in user.
  if (!user) return <span data-guest={isLoading ? 'perhaps' : 'yes'}>{children}</span>;
  return (
    <Suspense fallback={<span className="size-control" />}>
      <userMenu.Component user={user} />
    </Suspense>
  );
}

/** A log-out in another tab reloads this one without its drafts. */
function useLeaveTogether(): void {
  useEffect(() => onLeave(() => void beginAnew()), []);
}

/** Shows the notice about the account that the address of the first page names. */
export function useAccountNotice(): void {
  useAddressMessage(
    'notice',
    // Few visits bring a notice, so its texts are fetched with the account menu.
    (reason) =>
      void import('./user-menu.tsx').then(
        (menu) => menu.showAccountNotice(reason),
        () => toastPartMissing('There is news about your account'),
      ),
  );
}

/** The settings of a new analysis: the user's own defaults, and the product's until these have arrived. */
export function useDefaultSettings(): Settings {
  const preferences = useKnownPreferences();
  return useMemo(
    () =>
      preferences
        ? {
            conversionValue: preferences.defaultConversionValue,
            thresholdPercent: preferences.defaultSignificanceThreshold,
            currency: preferences.defaultCurrency,
          }
        : DEFAULT_SETTINGS,
    [preferences],
  );
}
