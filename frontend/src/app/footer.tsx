import { PAGE_ENTRIES } from '#contract/pages.ts';
import { CREATOR, PRODUCT_NAME } from '#frontend/lib/product.ts';
import { Link } from '#frontend/ui/link.tsx';

const LINK_CLASSES =
  'inline-flex min-h-6 items-center rounded-control underline-offset-4 hover:text-text hover:underline coarse:min-h-11';

export function Footer() {
  return (
    // It comes with the page: under the shape of one that is being fetched it would have to move.
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
