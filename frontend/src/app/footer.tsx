import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { Link } from '#frontend/ui/link.tsx';
import { PATHS } from './paths.ts';

const LINKS = [
  { to: PATHS.docs, text: 'Architecture Docs' },
  { to: PATHS.privacy, text: 'Privacy' },
  { to: PATHS.roadmap, text: 'Roadmap' },
  { to: PATHS.changelog, text: 'Changelog' },
];

const LINK_CLASSES =
  'inline-flex min-h-6 items-center rounded-control underline-offset-4 hover:text-text hover:underline coarse:min-h-11';

export function Footer() {
  return (
    // It comes with the page: under the shape of one that is being fetched it would have to move.
    <footer className="border-t border-hairline print:hidden [main:has(.ui-skeleton,[data-arriving])+&]:hidden">
      <div className="mx-auto flex w-full max-w-results flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-13 text-faint sm:px-6">
        <span className="text-muted">{PRODUCT_NAME}</span>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 gap-y-1 sm:mr-auto">
          {LINKS.map(({ to, text }) => (
            <Link key={to} to={to} className={LINK_CLASSES}>
              {text}
            </Link>
          ))}
        </nav>
        <a href={CREATOR.url} rel="noreferrer" target="_blank" className={LINK_CLASSES}>
          {CREATOR.name}
        </a>
      </div>
    </footer>
  );
}
