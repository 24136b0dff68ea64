import { useUser } from '#frontend/api/user.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { cx } from '#frontend/lib/class-names.ts';
import { CURRENT, keepCurrent, type SideToCompare } from './compared-side.ts';

/** Leads from the open results to their comparison. Absent without a user, who alone has saved analyses. */
export function CompareAction({ measurement, context, settings }: Omit<SideToCompare, 'knownBy'>) {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Link
      to={`/compare?after=${CURRENT}`}
      aria-label="Compare with a saved analysis"
      onClick={() => keepCurrent({ measurement, context, settings, knownBy: Date.now() })}
      className={cx(buttonClasses('secondary', 'small'), 'max-sm:flex-1')}
    >
      Compare
    </Link>
  );
}
