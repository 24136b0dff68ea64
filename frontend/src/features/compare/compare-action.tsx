import { PAGES } from '#contract/pages.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import { usePlannedNow } from '#frontend/features/platforms/platform-plans.tsx';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { ComparedFile } from '#frontend/analysis/compare/shared-leads.ts';
import { useUser } from '#frontend/api/user.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';

/**
 * The way from the open results to a comparison: with the earlier analysis whose settings they have, else with a saved one. Absent without
 * either: a visitor has no saved analyses.
 */
export function CompareAction() {
  const { earlier } = useResults();
  const { openView } = useScreen();
  return earlier ? (
    <Button size="small" onClick={() => openView('what-changed')}>
      What changed
    </Button>
  ) : (
    <CompareLink className={buttonClasses('secondary', 'small')}>Compare</CompareLink>
  );
}

interface CompareLinkProps {
  className: string;
  children: string;
}

/** The link to a comparison of the open results with a saved analysis. Absent without a user. */
export function CompareLink({ className, children }: CompareLinkProps) {
  const { measurement, context, settings } = useResults();
  const { user } = useUser();
  const plans = usePlannedNow();
  const stageFigures = useStagesRun()?.figures ?? undefined;
  if (!user) return null;
  return (
    <Link
      to={`${PAGES.compare.path}?after=${CURRENT}`}
      aria-label="Compare with a saved analysis"
      onClick={() => {
        current = { measurement, context, settings, plans, stageFigures, knownBy: Date.now() };
      }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** One of two analyses to compare. */
export interface SideToCompare extends ComparedFile {
  settings: Settings;
  /** The multipliers that the plans of the platforms enter; null where they are not known. */
  toEnter: readonly StoredToEnter[] | null;
  /** Absent where the file tells no stages, and where they are not known. */
  stageFigures?: ShownStages | undefined;
  /** True where these are the figures of its rules in use, as they were typed or pushed. */
  isInUse?: boolean;
  /** True for the results that are open in this tab. */
  isOpen?: boolean;
}

/** Used in place of the id of a saved analysis, for the results that are open in this tab. */
export const CURRENT = 'current';

/** The open results. Their figures to enter are packed by the page that compares them, whose code comes late. */
export interface OpenSide extends ComparedFile {
  settings: Settings;
  plans: ReturnType<typeof usePlannedNow>;
  stageFigures: ShownStages | undefined;
}

let current: OpenSide | null = null;

/** The open results that were left for the page that compares them, until the next page load. */
export function readCurrent(): OpenSide | null {
  return current;
}
