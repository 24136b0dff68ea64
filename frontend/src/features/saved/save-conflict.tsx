import type { CurrentVersion } from '#contract/errors.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import type { SavedAs } from '#frontend/features/results/save-state.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { nameChanger } from './changed-by.ts';

/** On phones the three buttons take two lines, which they fill. */
const FILLS_LINE = 'max-sm:grow';

interface SaveConflictProps {
  /** The version that this tab saved or opened last. */
  saved: SavedAs;
  /** The version that another tab or device has saved since. */
  newer: CurrentVersion;
  onClose(): void;
  onSaveNew(): void;
  onReplace(): void;
}

/** Asks whether an update shall replace the version that another tab or device has saved meanwhile. */
export function SaveConflict({ saved, newer, onClose, onSaveNew, onReplace }: SaveConflictProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Saved elsewhere in the meantime"
      description={`${nameChanger(newer.updatedBy)} has saved this analysis with other choices. Nothing of yours is lost yet.`}
      footer={
        <>
          <Link
            to={addressInTeam(`/?loadAnalysis=${encodeURIComponent(saved.id)}`)}
            className={cx(buttonClasses('secondary'), FILLS_LINE)}
          >
            Open theirs
          </Link>
          <Button onClick={onSaveNew} className={FILLS_LINE}>
            Save mine as new
          </Button>
          <Button variant="danger" onClick={onReplace} className={FILLS_LINE}>
            Replace
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-14">
        <dt className="text-muted">Theirs</dt>
        <dd>
          saved on <Time iso={newer.updatedAt} />
        </dd>
        <dt className="text-muted">Yours</dt>
        <dd>
          {saved.updatedAt === undefined ? (
            'made from an earlier version'
          ) : (
            <>
              made from the version of <Time iso={saved.updatedAt} />
            </>
          )}
        </dd>
      </dl>
      <p className="mt-3 text-13 text-muted">
        <em>Open theirs</em> puts your work aside; this browser offers it again later. <em>Replace</em> writes
        yours over theirs.
      </p>
    </Dialog>
  );
}

function Time({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatLongDateTime(new Date(iso))}
    </time>
  );
}
