import { Suspense } from 'react';
import type { WorkToSave } from '#frontend/thread/work.ts';
import { Button, type ButtonProps } from '#frontend/ui/button.tsx';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { contentOf } from './content.ts';
import { useSaveAnalysis } from './use-save-analysis.ts';

const deletionWatch = lazyWithPreload(async () => (await import('./saved-work.tsx')).DeletionWatch);

/**
 * The button that saves: 'Save Analysis' before the first save, 'Saved' while the saved analysis holds what is shown, then
 * 'Update' and 'Save as new'.
 */
export function SaveAction({ work, size }: { work: WorkToSave } & Pick<ButtonProps, 'size'>) {
  const { isSaving, save } = useSaveAnalysis(work);
  const { saved, attempt } = work.save;
  const kept = saved?.isGone === false ? saved : null;
  const isSaved = kept?.content === contentOf(work);
  const isAtRest = isSaving || isSaved;
  return (
    <div className="flex gap-2">
      {/* One button for all states, so that it keeps the focus. */}
      <Button
        size={size}
        variant={isSaved && !isSaving ? 'ghost' : 'primary'}
        className={isSaved && !isSaving ? 'opacity-100!' : undefined}
        icon={isSaved && !isSaving && <Glyph name="check" />}
        aria-disabled={isAtRest}
        onClick={() => !isAtRest && void save(kept ? 'update' : 'new')}
      >
        {isSaving ? 'Saving...' : isSaved ? 'Saved' : nameSave(saved)}
      </Button>
      {kept && !isSaved && (
        <Button size={size} aria-disabled={isSaving} onClick={() => !isSaving && void save('new')}>
          Save as new
        </Button>
      )}
      {kept && !isSaving && (
        <Suspense>
          <deletionWatch.Component
            id={kept.id}
            onGone={() => work.onSaveChange({ saved: { ...kept, isGone: true }, attempt })}
          />
        </Suspense>
      )}
    </div>
  );
}

function nameSave(saved: WorkToSave['save']['saved']): string {
  if (!saved) return 'Save Analysis';
  return saved.isGone ? 'Save as new' : 'Update';
}
