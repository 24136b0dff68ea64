import { PAGES } from '#contract/pages.ts';
import { logOut } from '#frontend/features/account/leave.ts';
import { NarrowColumn } from '#frontend/features/sign-in/auth-frame.tsx';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';

/** Asks before it logs out if a link of another site or a typed address led here. */
export function LogOutPage() {
  return (
    <NarrowColumn
      title="Log out?"
      text="You leave your account in this browser, and work in progress that is kept here is removed."
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void logOut()}>
          Log out
        </Button>
        <Link to={PAGES.home.path} className={buttonClasses('ghost')}>
          Stay and go to the start page
        </Link>
      </div>
    </NarrowColumn>
  );
}
