import { PAGES } from '#contract/pages.ts';
import { AccountSlot } from '#frontend/features/account/account-slot.tsx';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import { buttonClasses } from '#frontend/ui/button-classes.ts';
import { Link } from '#frontend/ui/link.tsx';
import { Wordmark } from '#frontend/ui/wordmark.tsx';
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
