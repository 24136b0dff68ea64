import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { DraftKeeper } from './use-draft.ts';
import type { WorkflowState } from './workflow-state.ts';

interface DraftNoticesProps {
  draft: DraftKeeper;
  state: WorkflowState;
}

/** What the visitor should know about the work that this browser keeps. */
export function DraftNotices({ draft, state }: DraftNoticesProps) {
  return (
    <>
      <CannotKeepNotice draft={draft} />
      {!state.file && <OrphanOffer draft={draft} />}
      {state.step === 2 && <ShelvedNotice draft={draft} />}
    </>
  );
}

/** Work of a tab that was closed or crashed, offered once. */
function OrphanOffer({ draft }: { draft: DraftKeeper }) {
  if (!draft.orphan) return null;
  const { file, savedAt } = draft.orphan.draft;
  return (
    <Notice
      tone="info"
      title="Go on where you left off?"
      action={
        <>
          <Button size="small" onClick={() => void draft.adoptOrphan()}>
            Restore
          </Button>
          <Button variant="ghost" size="small" onClick={() => void draft.discardOrphan()}>
            Discard
          </Button>
        </>
      }
    >
      {file.name}, last changed {formatDateTime(new Date(savedAt))}. It never left this browser.
    </Notice>
  );
}

/** Said when a saved analysis was opened while there was work of another kind. */
function ShelvedNotice({ draft }: { draft: DraftKeeper }) {
  if (!draft.shelvedFile) return null;
  return (
    <Notice tone="info" className="mx-auto w-full max-w-step">
      Your work on {draft.shelvedFile} is kept in this browser and offered again when you start over.
    </Notice>
  );
}

/** Said as soon as the browser refuses to keep the work. */
function CannotKeepNotice({ draft }: { draft: DraftKeeper }) {
  if (draft.canKeep) return null;
  return (
    <Notice tone="caution">
      This browser cannot keep your work: its storage is full or switched off. Everything works, but a reload
      or a closed tab begins again.
    </Notice>
  );
}
