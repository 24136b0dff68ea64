import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { LeftView, TabName, ViewName } from '#frontend/features/results/shown-results.tsx';
import { LEFT_VIEW, tabStorage } from '#frontend/lib/storage.ts';

/** The tab and the view of the results that are shown. */
export interface ResultsAddress {
  tab: TabName;
  view: ViewName | null;
  chooseTab(tab: TabName): void;
  openView(view: ViewName): void;
  closeView(): void;
}

/** For a page whose fragment is something else, such as the token of a read-only link. */
export function useAddressInMemory(): ResultsAddress {
  const [tab, chooseTab] = useState<TabName>(FIRST_TAB);
  const [view, openView] = useState<ViewName | null>(null);
  return useMemo(() => ({ tab, view, chooseTab, openView, closeView: () => openView(null) }), [tab, view]);
}

const FIRST_TAB = 'value-rules';
const TABS: readonly TabName[] = [FIRST_TAB, 'segment-details', 'correlations', 'lead-calculator'];
const VIEWS: readonly ViewName[] = ['apply', 'check', 'over-time', 'stages', 'what-changed'];

/**
 * In the fragment of the address: '#apply', '#correlations'; the first tab has none. A view adds an entry to the browser's history, a tab
 * replaces the present one.
 *
 * @param openedAt of the open work, which comes back to its view after another page; absent for figures that are saved
 */
export function useAddressInFragment(openedAt: number | undefined): ResultsAddress {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const named = hash.slice(1);
  const view = VIEWS.find((name) => name === named) ?? null;
  const tab = TABS.find((name) => name === named) ?? FIRST_TAB;
  const show = useCallback(
    (name: TabName | ViewName, entry: { replace: boolean; state: unknown }) =>
      void navigate({ pathname, search, hash: name === FIRST_TAB ? '' : name }, entry),
    [pathname, search, navigate],
  );
  const returnToView = useEffectEvent(() => {
    const left = tabStorage.readValue<LeftView>(LEFT_VIEW);
    tabStorage.forget(LEFT_VIEW);
    if (view === null && left && left.openedAt === openedAt) show(left.view, { replace: true, state });
  });
  useEffect(() => returnToView(), []);
  useEffect(() => {
    if (view === null || openedAt === undefined) return;
    tabStorage.keepValue(LEFT_VIEW, { openedAt, view } satisfies LeftView);
    return () => {
      if (window.location.pathname === pathname) tabStorage.forget(LEFT_VIEW);
    };
  }, [view, openedAt, pathname]);
  return useMemo(
    () => ({
      tab,
      view,
      chooseTab: (next) => show(next, { replace: true, state }),
      openView: (next) =>
        show(next, view ? { replace: true, state } : { replace: false, state: { ...state, isView: true } }),
      closeView: () =>
        view && isViewEntry(state) ? void navigate(-1) : show(FIRST_TAB, { replace: true, state }),
    }),
    [tab, view, show, state, navigate],
  );
}

/** Whether the entry of the history was added by a view, so that the previous one shows the results. */
function isViewEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isView' in state;
}
