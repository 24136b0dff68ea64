import { Button } from '#frontend/ui/button.tsx';
import type { ResultsActions } from './results-actions.ts';

export function BackButton({ onBack }: Pick<ResultsActions, 'onBack'>) {
  return onBack && <Button onClick={onBack}>Back</Button>;
}

export function SaveButton({ onSave, isSaving }: Pick<ResultsActions, 'onSave' | 'isSaving'>) {
  return (
    onSave && (
      <Button variant="primary" onClick={onSave} disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Save Analysis'}
      </Button>
    )
  );
}

/** Class names for what stands above the pinned buttons: scrolled to, it stops short of them. */
export const ABOVE_PINNED = 'max-sm:[&_:is(input,button)]:scroll-mb-28';

/** On small screens the way back and the primary action stay in view, as in the other steps. */
export function PinnedButtons(actions: Pick<ResultsActions, 'onBack' | 'onSave' | 'isSaving'>) {
  if (!actions.onBack && !actions.onSave) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex justify-between gap-4 border-t border-hairline bg-canvas px-4 py-3">
      <BackButton {...actions} />
      <SaveButton {...actions} />
    </div>
  );
}
