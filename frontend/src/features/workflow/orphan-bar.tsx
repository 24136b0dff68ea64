import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import type { DraftKeeper } from './use-draft.ts';

/** Work of a tab that was closed or crashed, offered in the bar where the name of a file will stand. */
export function OrphanBar({ draft }: { draft: DraftKeeper }) {
  if (!draft.orphan) return null;
  const { file, savedAt } = draft.orphan.draft;
  const text = `${file.name}, last changed ${formatDateTime(new Date(savedAt))}.`;
  return (
    <section aria-label="Kept work" className="border-b border-hairline bg-surface">
      <div className="mx-auto flex min-h-10 w-full max-w-results items-center gap-2 px-4 coarse:min-h-11 sm:px-6">
        <p className="line-clamp-2 flex-1 text-12 leading-tight sm:text-13" title={text}>
          <strong className="font-medium max-sm:sr-only">Go on where you left off? </strong>
          <span className="text-muted">
            {text}
            <span className="max-sm:sr-only"> It never left this browser.</span>
          </span>
        </p>
        <Button size="small" onClick={() => void draft.adoptOrphan()}>
          Restore
        </Button>
        <Button variant="ghost" size="small" className="-mr-2.5" onClick={() => void draft.discardOrphan()}>
          Discard
        </Button>
      </div>
    </section>
  );
}
