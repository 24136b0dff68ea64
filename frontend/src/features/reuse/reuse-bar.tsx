import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReuseNote } from '#frontend/choices/choice.ts';
import { lackedColumns, type KeptSettings, type SettingsOffer } from '#frontend/choices/kept-settings.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { toastFailure } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import { useUnpressed } from '#frontend/features/wizard/hold-while-pressed.ts';
import { useSettingsOffer } from '#frontend/features/wizard/settings-offer.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { Reuse } from '#frontend/features/wizard/workflow-state.ts';
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
  if (shown?.kind === 'used') return <Used used={shown} workflow={workflow} />;
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
  const { isBusy, run } = useAction(async ({ load }: SettingsOffer) => {
    const kept = await load();
    if (!kept) throw new Error('The settings cannot be read');
    const lacked = await takeOver(kept, workflow);
    if (lacked.length > 0) throw new Error('Read by these settings, the file lacks their columns');
  }, tellFailure);
  if (!offer) return null;

  return (
    <section aria-label="Earlier settings">
      <Notice
        tone="info"
        action={
          <>
            <Button
              size="small"
              className="max-w-full"
              aria-disabled={isBusy}
              onClick={() => void run(offer)}
            >
              <span className="truncate">Use the settings of {offer.name}</span>
            </Button>
            <Button variant="ghost" size="small" onClick={() => dispatch({ type: 'reuseDismissed' })}>
              Dismiss
            </Button>
          </>
        }
      >
        This file has the columns of an earlier analysis.
      </Notice>
    </section>
  );
}

function tellFailure(error: unknown, { name }: Pick<SettingsOffer, 'name'>): void {
  console.warn('The settings could not be used.', error);
  toastFailure('Error', `The settings of ${name} could not be loaded. Please try again.`);
}

function Used({ used, workflow }: { used: Extract<Reuse, { kind: 'used' }>; workflow: Workflow }) {
  const { before } = used;
  const { isBusy, run } = useAction(
    async () => before && (await fetchTakeOver()).undoTakeOver(before, workflow),
    (error) => tellFailure(error, used),
  );
  return (
    <section aria-label="Earlier settings">
      <Notice
        tone="info"
        action={
          before && (
            <Button size="small" aria-disabled={isBusy} onClick={() => void run()}>
              Undo
            </Button>
          )
        }
      >
        <p>
          Settings of <strong className="font-medium">{used.name}</strong> in use
          {used.notes.length > 0 ? '. What differs in this file:' : '. This file has the same values.'}
        </p>
        {used.notes.length > 0 && (
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-13 text-muted">
            {used.notes.map((note) => (
              <li key={`${note.kind} ${note.header}`} className="wrap-anywhere">
                {describeNote(note)}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </section>
  );
}

/** Its code is fetched when the visitor takes the settings: most files have no earlier ones. */
const fetchTakeOver = () => fetchPart(() => import('./take-over.ts'));

async function takeOver(kept: KeptSettings, workflow: Workflow): Promise<readonly string[]> {
  return (await fetchTakeOver()).takeOver(kept, workflow);
}

const SHOWN_NAMES = 6;

/** One difference between the file and the earlier one. */
function describeNote(note: ReuseNote): string {
  const { header } = note;
  switch (note.kind) {
    case 'missing':
      return `${header}: not in this file: ${listNames(note.values, SHOWN_NAMES)}`;
    case 'new':
      return `${header}: new in this file: ${listNames(note.values, SHOWN_NAMES)}`;
    case 'column':
      return `${header}: this file has no such column, so what was chosen for it does not apply`;
    case 'ranges':
      return `${header}: has no numbers in this file, so its ranges do not apply`;
    case 'dates':
      return `${header}: has no dates in this file, so its values stay as they are`;
    case 'days':
      return `${header}: the first and last day that count hold no lead of this file, so all its days count`;
  }
}
