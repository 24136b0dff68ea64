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
      {state.step === 2 && <ShelvedNotice draft={draft} />}
    </>
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
