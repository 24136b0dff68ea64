import { PAGES } from '#contract/pages.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { ComparedFile } from '#frontend/analysis/compare/shared-leads.ts';
import { useUser } from '#frontend/api/user.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';

/** A link from the open results to a comparison. Absent without a user, since a visitor has no saved analyses. */
export function CompareAction({ measurement, context, settings }: Omit<SideToCompare, 'knownBy'>) {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Link
      to={`${PAGES.compare.path}?after=${CURRENT}`}
      aria-label="Compare with a saved analysis"
      onClick={() => rememberCurrent({ measurement, context, settings, knownBy: Date.now() })}
      className={cx(buttonClasses('secondary', 'small'), 'max-sm:flex-1')}
    >
      Compare
    </Link>
  );
}

/** One of two analyses to compare. */
export interface SideToCompare extends ComparedFile {
  settings: Settings;
}

/** Used in place of the id of a saved analysis, for the results that are open in this tab. */
export const CURRENT = 'current';

let current: SideToCompare | null = null;

/** Remembers the open results for the page that compares them, until the next page load. */
function rememberCurrent(side: SideToCompare): void {
  current = side;
}

export function readCurrent(): SideToCompare | null {
  return current;
}
