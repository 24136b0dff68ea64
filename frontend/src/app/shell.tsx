import {
  useEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigationType, useNavigate } from 'react-router-dom';
import { PAGE_ENTRIES, PAGES } from '#contract/pages.ts';
import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { ErrorBoundary } from '#frontend/ui/error-boundary.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { lazyWithPreload, NamedPart } from '#frontend/ui/lazy-with-preload.tsx';
import { readToast, subscribeToToast } from '#frontend/ui/toast-store.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { ThemeToggle } from './theme.tsx';

/** The frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const mainRef = useFocusAndScrollOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="ui-skip"
        onClick={(event) => {
          // Followed by the browser, it would add an entry to the history, beside those of the steps.
          event.preventDefault();
          mainRef.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Header />
      <main ref={mainRef} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary key={pathname} note="An open file and your choices stay in this browser.">
          {children}
        </ErrorBoundary>
      </main>
      <Footer />
      <Messages />
    </div>
  );
}

/** The skeleton that is shown while the code of a page is fetched. */
export function PageShape() {
  return (
    <div className="mx-auto w-full max-w-step flex-1 px-4 py-12">
      <SkeletonLines label="Loading…" lines={5} />
    </div>
  );
}

/** Shown instead of a page if its code could not be fetched. */
export function MissingPage(props: ComponentProps<typeof NamedPart>) {
  return (
    <div className="mx-auto w-full max-w-step flex-1 px-4 py-12">
      <NamedPart {...props} />
    </div>
  );
}

const LINK_CLASSES =
  'inline-flex min-h-6 items-center rounded-control underline-offset-4 hover:text-text hover:underline coarse:min-h-11';

function Footer() {
  return (
    // The footer is hidden while a page is fetched, since it would jump when the page appears.
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

const FETCH_AFTER_MS = 3000;

const toaster = lazyWithPreload(
  async () => (await import('#frontend/ui/toast.tsx')).Toaster,
  // If the code of messages cannot be fetched, the message is lost and the page stays.
  () => null,
);

/**
 * Messages to the visitor. Their code is not part of the first page: it is fetched some seconds later, or at the
 * first message.
 */
function Messages() {
  const navigate = useNavigate();
  const hasMessage = useSyncExternalStore(
    subscribeToToast,
    () => readToast() !== null,
    () => false,
  );
  useEffect(() => {
    // The message about a lost connection can only appear if its code was fetched before.
    const timer = setTimeout(toaster.preload, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasMessage) return null;
  return (
    <Suspense>
      <toaster.Component onNavigate={(href) => void navigate(href)} />
    </Suspense>
  );
}

function Header() {
  return (
    <header className="group/header border-b border-hairline bg-canvas print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-results items-center justify-between gap-2 px-4 sm:gap-4 sm:px-6">
        <Link to={PAGES.home.path} aria-label={PRODUCT_NAME} className="flex rounded-control">
          <Wordmark />
        </Link>
        <div className="flex items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <AccountSlot>
            <Link to={PAGES.login.path} className={`${buttonClasses('secondary')} max-sm:px-3!`}>
              Get started
            </Link>
          </AccountSlot>
        </div>
      </div>
    </header>
  );
}

/** Two bars above a line and one below it: lift over the baseline. */
function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className}>
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path fill="var(--on-accent)" d="M6 5h3v8H6zM10.5 9h3v4h-3zM15 15h3v4h-3zM4 13.5h16v1H4z" />
    </svg>
  );
}

function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark className="size-6 shrink-0" />
      {/* On small screens a signed-in user has links in its place. */}
      <span className="text-14 font-semibold tracking-[-0.01em] max-sm:in-data-account:hidden max-sm:group-has-data-work/header:hidden">
        {PRODUCT_NAME}
      </span>
    </span>
  );
}
