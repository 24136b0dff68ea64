import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '#frontend/ui/error-boundary.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Messages } from './messages.tsx';
import { usePageStart } from './page-start.ts';

/** The frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const mainRef = usePageStart();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="ui-skip">
        Skip to content
      </a>
      <Header />
      <main ref={mainRef} id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <ErrorBoundary
          key={pathname}
          note="Your draft, the file and what you chose for it, is kept in this browser."
        >
          {children}
        </ErrorBoundary>
      </main>
      <Footer />
      <Messages />
    </div>
  );
}

/** Stands for a page that is being fetched. */
export function PageShape() {
  return (
    <div className="mx-auto w-full max-w-step flex-1 px-4 py-12">
      <SkeletonLines label="Loading…" lines={5} />
    </div>
  );
}
