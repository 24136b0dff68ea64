import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useSWRConfig } from 'swr';
import type { LabelChange } from '#contract/analyses.ts';
import type { AnalysisSummary, AnalysisLabels } from '#contract/answers.ts';
import { MAX_FILE_NAME_LENGTH, MAX_NOTE_LENGTH } from '#contract/limits.ts';
import {
  ANALYSES_KEY,
  fetchAnalyses,
  isGone,
  labelAnalysis,
  newerVersionOf,
} from '#frontend/api/analyses.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CONTROL_CLASSES, Field, TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { nameChanger } from './changed-by.ts';
import { LoggedOut } from './login-required.tsx';

type Labelled = Pick<
  AnalysisSummary,
  'id' | 'name' | 'note' | 'fileName' | 'version' | 'updatedAt' | 'updatedBy'
>;

interface LabelFormProps {
  analysis: Labelled;
  /** Called after a save, and after Cancel. */
  onClose(): void;
}

/** A form that replaces the name and the note of an analysis. Typed texts stay until they are saved. */
export function LabelForm({ analysis: current, onClose }: LabelFormProps) {
  // Another tab may change the analysis. The user's change is compared with the texts at the start.
  const [analysis] = useState(current);
  const [name, setName] = useState(analysis.name);
  const [note, setNote] = useState(analysis.note);
  const { isSaving, problem, newer, save } = useSaveLabels(analysis, onClose);
  const change = changeOf(analysis, { name, note });
  const isNameTooLong = name.trim().length > MAX_FILE_NAME_LENGTH;
  const isNoteTooLong = note.trim().length > MAX_NOTE_LENGTH;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSaving || isNameTooLong || isNoteTooLong) return;
    if (change) void save(change);
    else onClose();
  };
  const leave = (event: KeyboardEvent) => {
    // Escape does not close a form with changes, so that a long note is not lost.
    if (event.key === 'Escape' && !change) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key works in all its fields
    <form
      aria-label={`Name and note of ${analysis.name}`}
      className="relative flex max-w-2xl min-w-0 flex-col gap-4 py-1 lg:col-span-full"
      onSubmit={submit}
      onKeyDown={leave}
    >
      <TextField
        label="Name"
        value={name}
        readOnly={isSaving}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens at the press of a button
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        error={isNameTooLong && `A name has at most ${MAX_FILE_NAME_LENGTH} characters.`}
        hint={
          <span className="wrap-anywhere">
            Exports keep the name of the file, {analysis.fileName}. An empty name is the name of the file.
          </span>
        }
      />
      <NoteField note={note} isReadOnly={isSaving} onChange={setNote} isTooLong={isNoteTooLong} />
      {newer && (
        <Notice
          tone="caution"
          title="Changed elsewhere in the meantime"
          action={
            <>
              <Button
                size="small"
                onClick={() => {
                  setName(newer.name);
                  setNote(newer.note);
                }}
              >
                Open theirs
              </Button>
              <Button size="small" onClick={() => change && void save(change, newer)}>
                Replace
              </Button>
            </>
          }
        >
          {nameChanger(newer.updatedBy)} changed the name or the note on{' '}
          {formatLongDateTime(new Date(newer.updatedAt))}. You began with those of{' '}
          {formatLongDateTime(new Date(analysis.updatedAt))}.
        </Notice>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" aria-disabled={isSaving || isNameTooLong || isNoteTooLong}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="ghost" aria-disabled={isSaving} onClick={() => !isSaving && onClose()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface NoteFieldProps {
  note: string;
  isReadOnly: boolean;
  isTooLong: boolean;
  onChange(note: string): void;
}

function NoteField({ note, isReadOnly, isTooLong, onChange }: NoteFieldProps) {
  const id = useId();
  const count = `${formatCount(note.trim().length)} of ${formatCount(MAX_NOTE_LENGTH)} characters`;
  return (
    <Field id={id} label="Note" hint={!isTooLong && count} error={isTooLong && count}>
      <textarea
        id={id}
        rows={3}
        value={note}
        readOnly={isReadOnly}
        aria-invalid={isTooLong ? true : undefined}
        aria-describedby={isTooLong ? `${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        className={cx(CONTROL_CLASSES, 'field-sizing-content max-h-80 min-h-20 w-full py-2')}
      />
    </Field>
  );
}

/** The user's change; null without one. */
function changeOf(before: Labelled, { name, note }: { name: string; note: string }): LabelChange | null {
  const isRenamed = name.trim() !== before.name;
  const isNoted = note.trim() !== before.note;
  if (!isRenamed && !isNoted) return null;
  const isFileName = name.trim() === '' || name.trim() === before.fileName;
  return {
    ...(isRenamed && { name: isFileName ? null : name.trim() }),
    ...(isNoted && { note: note.trim() }),
  };
}

function Failure({ error }: { error: unknown }) {
  if (isUnauthorized(error)) return <LoggedOut>and press Save again: what you typed stays here.</LoggedOut>;
  if (isGone(error))
    return 'This analysis was deleted in the meantime. Copy what you need before you press Cancel.';
  return reasonOf(error) ?? 'It could not be saved. What you typed is still here: please try again.';
}

/** The analysis as it is stored now. Throws the failure of the change if the analysis is gone. */
async function findStored(id: string, failure: unknown): Promise<AnalysisSummary> {
  const stored = (await fetchAnalyses(ANALYSES_KEY)).find((one) => one.id === id);
  if (!stored) throw failure;
  return stored;
}

/** @param before the analysis at the time when the user began to type */
function useSaveLabels(before: Labelled, onSaved: () => void) {
  const { id } = before;
  const { mutate } = useSWRConfig();
  /** The analysis as another tab or device has changed it; null without such a change. */
  const [newer, setNewer] = useState<Labelled | null>(null);
  /** Sends the change. Null if another tab or device has changed the same label; its other changes stay. */
  const send = async (change: LabelChange, known: Labelled): Promise<AnalysisLabels | null> => {
    try {
      return await labelAnalysis(known, change);
    } catch (error) {
      if (!newerVersionOf(error)) throw error;
      const stored = await findStored(id, error);
      const isOther = (key: 'name' | 'note') => key in change && stored[key] !== known[key];
      if (!isOther('name') && !isOther('note')) return await labelAnalysis(stored, change);
      setNewer(stored);
      return null;
    }
  };
  const {
    isBusy: isSaving,
    problem,
    run: save,
  } = useAction(
    // `replaced` has the texts that the save may overwrite. They may differ from the texts at the start.
    async (change: LabelChange, replaced: Labelled = newer ?? before) => {
      const labels = await send(change, replaced);
      if (!labels) return;
      const withLabels = (list: AnalysisSummary[] | undefined) =>
        list?.map((analysis) => (analysis.id === id ? { ...analysis, ...labels } : analysis));
      void mutate<AnalysisSummary[]>(ANALYSES_KEY, withLabels, { revalidate: true });
      onSaved();
    },
    (error) => <Failure error={error} />,
  );
  return { isSaving, problem, newer, save };
}
