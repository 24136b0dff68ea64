import { PAGES } from '#contract/pages.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { ThemeToggle } from './theme.tsx';

export function Header() {
  return (
    <header className="border-b border-hairline bg-canvas print:hidden">
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
      <span className="text-14 font-semibold tracking-[-0.01em] whitespace-nowrap">{PRODUCT_NAME}</span>
    </span>
  );
}
