import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { PAGE_ENTRIES } from '#contract/pages.ts';
import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { ErrorBoundary } from '#frontend/ui/error-boundary.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { Header } from './header.tsx';
import { Messages } from './messages.tsx';

/** The frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const mainRef = useFocusAndScrollOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="ui-skip">
        Skip to content
      </a>
      <Header />
      <main ref={mainRef} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary key={pathname} note="Your file and your choices are still in this browser.">
          {children}
        </ErrorBoundary>
      </main>
      <Footer />
      <Messages />
    </div>
  );
}

/** The skeleton of a page whose code is being fetched. */
export function PageShape() {
  return (
    <div className="mx-auto w-full max-w-step flex-1 px-4 py-12">
      <SkeletonLines label="Loading…" lines={5} />
    </div>
  );
}

const LINK_CLASSES =
  'inline-flex min-h-6 items-center rounded-control underline-offset-4 hover:text-text hover:underline coarse:min-h-11';

function Footer() {
  return (
    // Hidden while a page is being fetched, since it would jump when the page appears.
    <footer className="border-t border-hairline print:hidden [main:has(.ui-skeleton,[data-arriving])+&]:hidden">
      <div className="mx-auto flex w-full max-w-results flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-13 text-faint sm:px-6">
        <span className="text-muted">{PRODUCT_NAME}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-1 sm:mr-auto">
          {PAGE_ENTRIES.map(
            ([name, { path, footerLink }]) =>
              footerLink && (
                <Link key={name} to={path} className={LINK_CLASSES}>
                  {footerLink}
                </Link>
              ),
          )}
        </nav>
        <a href={CREATOR.url} rel="noreferrer" target="_blank" className={LINK_CLASSES}>
          {CREATOR.name}
        </a>
      </div>
    </footer>
  );
}

/**
 * After a link to another page, shows the top of that page and moves the focus to it. Back and forward keep the position,
 * which the browser restores.
 */
function useFocusAndScrollOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef<string>(undefined);
  const { pathname, hash } = useLocation();
  const isBackOrForward = useNavigationType() === 'POP';

  useEffect(() => {
    const isFirstPage = lastPath.current === undefined;
    const isSamePage = lastPath.current === pathname;
    lastPath.current = pathname;
    if (isFirstPage || isSamePage || isBackOrForward || hash) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, isBackOrForward]);
  return main;
}
