import { Link } from 'react-router-dom';
import { buttonClasses } from '#frontend/ui/button-classes.ts';
import { PageMeta } from '#frontend/ui/page-meta.tsx';

export interface AccountsToComeProps {
  title: string;
  /** What an account will be good for on this page. */
  purpose: string;
}

/** Stands in for a page that needs accounts, which this version does not have. */
export function AccountsToCome({ title, purpose }: AccountsToComeProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col gap-4 px-4 py-18">
      <PageMeta title={title} />
      <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
      <div className="flex flex-col gap-3 text-16 text-muted">
        <p>{purpose}</p>
        <p>
          Accounts are on their way. Until then the whole analysis works without one, with every download, and
          your file stays in this browser.
        </p>
      </div>
      <Link to="/" className={buttonClasses('primary') + ' mt-2 self-start'}>
        Analyze a file
      </Link>
    </div>
  );
}
