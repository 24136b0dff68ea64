import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lackedColumns, type KeptSettings, type SettingsOffer } from '#frontend/choices/kept-settings.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { toastFailure } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';
import { useSettingsOffer } from '#frontend/features/wizard/settings-offer.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { listNames } from '#frontend/lib/cut-name.ts';

interface ReuseBarProps {
  workflow: Workflow;
  /** False for the sample, which shows its results at once. */
  offersSettings: boolean;
}

/** Offers the settings of an earlier analysis for the open file, and reports how they fitted. */
export function ReuseBar(props: ReuseBarProps) {
  return (
    <div aria-live="polite" className="empty:hidden">
      <Content {...props} />
    </div>
  );
}

function Content({ workflow, offersSettings }: ReuseBarProps) {
  const { state, reuse } = workflow;
  // An offer stays while the visitor chooses columns, so that nothing moves under the mouse.
  const [wasUntouched] = useState(() => state.attributeColumns.every((column) => column === null));
  const shown = useUnpressed(state.reuse, state.reuse);
  if (shown?.kind === 'used')
    return (
      <Suspense>
        <usedSettings.Component used={shown} workflow={workflow} />
      </Suspense>
    );
  if (reuse.pending) return <Pending kept={reuse.pending} workflow={workflow} />;
  return shown === null && wasUntouched && offersSettings ? <Offer workflow={workflow} /> : null;
}

/** The settings that the visitor chose before the file. They are used at once if they fit. */
function Pending({ kept, workflow }: { kept: KeptSettings; workflow: Workflow }) {
  const headers = workflow.state.file?.headers ?? [];
  // In another encoding the names of the columns may be those of the settings.
  const [lacked, setLacked] = useState<readonly string[]>(() =>
    kept.choices.reading?.encoding ? [] : lackedColumns(kept, headers),
  );
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (lacked.length > 0 || isBegun.current) return;
    isBegun.current = true;
    takeOver(kept, workflow).then(
      (missing) => (missing.length > 0 ? setLacked(missing) : workflow.reuse.dropPending()),
      (error: unknown) => tellFailure(error, kept),
    );
  });
  useEffect(() => begin(), []);
  if (lacked.length === 0) return null;
  return (
    <Notice
      tone="caution"
      action={
        <Button variant="ghost" size="small" onClick={workflow.reuse.dropPending}>
          Dismiss
        </Button>
      }
    >
      The settings of {kept.name} do not fit this file: it has no {lacked.length === 1 ? 'column' : 'columns'}{' '}
      {listNames(lacked, SHOWN_NAMES)}. Use a file with the same columns, or choose columns below.
    </Notice>
  );
}

function Offer({ workflow }: { workflow: Workflow }) {
  const { dispatch } = workflow;
  const offer = useUnpressed(useSettingsOffer(workflow, true), null);
  const { isBusy, run } = useAction(async ({ load }: SettingsOffer, showsResults: boolean) => {
    const kept = await load();
    if (!kept) throw new Error('The settings cannot be read');
    const lacked = await takeOver(kept, workflow, { showsResults });
    if (lacked.length > 0) throw new Error('Read by these settings, the file lacks their columns');
  }, tellFailure);
  if (!offer) return null;
  const take = (showsResults: boolean) => () => void run(offer, showsResults);

  return (
    <section aria-label="Earlier settings">
      <Notice tone="info">
        <p>This file has the columns of an earlier analysis.</p>
        <div className={ACTIONS}>
          <SameSettings {...offer} isBusy={isBusy} onClick={take(true)} />
          <Button size="small" className="max-w-full" aria-disabled={isBusy} onClick={take(false)}>
            <span className="truncate">Use the settings of {offer.name}</span>
          </Button>
          <Button variant="ghost" size="small" onClick={() => dispatch({ type: 'reuseDismissed' })}>
            Dismiss
          </Button>
        </div>
      </Notice>
    </section>
  );
}

/** Below the words, since a button that names a file may be as wide as the bar. */
export const ACTIONS = 'mt-2 flex flex-wrap gap-2';

interface SameSettingsProps extends Pick<SettingsOffer, 'name' | 'hasFigures'> {
  isBusy?: boolean;
  onClick(): void;
}

/** The one click from a file to its results, and to what has changed since the earlier one where its figures are known. */
export function SameSettings({ name, hasFigures, isBusy, onClick }: SameSettingsProps) {
  return (
    <Button
      size="small"
      variant="primary"
      className="max-w-full py-1 text-left wrap-anywhere whitespace-normal!"
      aria-disabled={isBusy}
      onClick={onClick}
    >
      {`Same settings as ${name}: show results${hasFigures ? ' and what changed' : ''}`}
    </Button>
  );
}

export function tellFailure(error: unknown, { name }: Pick<SettingsOffer, 'name'>): void {
  console.warn('The settings could not be used.', error);
  toastFailure('Error', `The settings of ${name} could not be loaded. Please try again.`);
}

/** Its code is fetched when the visitor takes the settings: most files have no earlier ones. */
const fetchTakeOver = () => fetchPart(() => import('./take-over.ts'));

async function takeOver(
  kept: KeptSettings,
  workflow: Workflow,
  options?: { showsResults: boolean },
): Promise<readonly string[]> {
  return (await fetchTakeOver()).takeOver(kept, workflow, options);
}

/** It comes with that code. */
const usedSettings = lazyWithPreload(async () => (await import('./used-settings.tsx')).UsedSettings);

export const SHOWN_NAMES = 6;
