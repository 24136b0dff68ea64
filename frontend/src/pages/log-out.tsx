import { logOut } from '#frontend/features/account/leave.ts';
import { PAGES } from '#contract/pages.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';

/** Asks before it logs out if a link of another site or a typed address led here. */
export function LogOutPage() {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col items-start gap-6 px-4 py-12 sm:py-18">
      <div className="flex flex-col gap-2">
        <h1 className="text-28 tracking-[-0.02em]">Log out?</h1>
        <p className="text-14 text-muted">
          You leave your account in this browser, and work in progress that is kept here is removed.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void logOut()}>
          Log out
        </Button>
        <Link to={PAGES.home.path} className={buttonClasses('ghost')}>
          Stay and go to the start page
        </Link>
      </div>
    </div>
  );
}
