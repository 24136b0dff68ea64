import { PAGES } from '#contract/pages.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto flex w-full max-w-step flex-1 flex-col items-start justify-center gap-4 px-4 py-18 sm:px-6">
      <p className="text-14 font-medium text-faint tabular-nums">404</p>
      <h1 className="text-28 tracking-[-0.02em] sm:text-40">{PAGES['not-found'].title}</h1>
      <p className="text-16 text-muted">Did you forget to add the page to the router?</p>
      <Link to={PAGES.home.path} className={buttonClasses('primary') + ' mt-4'}>
        Back to Home
      </Link>
    </div>
  );
}
