import { useCallback, useMemo, useState } from 'react';
import type { IntakeProblem, ReadProgress } from '#frontend/csv/read-csv.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import { validateFile, type FileProblem } from '#frontend/csv/validate-file.ts';
import type { Hooks, LeadThread } from '#frontend/threads/leads/client.ts';
import type { OpenedFile } from '#frontend/counting/file-facts.ts';
import type { Result } from '#frontend/csv/result.ts';
import { type Task, useCancellable } from '#frontend/ui/use-cancellable.ts';
import { fetchWork } from './late-work.ts';

/** The reason why a file was not opened. A failure of the thread includes its error. */
export type UploadProblem = FileProblem | IntakeProblem | { reason: 'unreadable'; error: unknown };

/** 'open' reads a new file, 'reread' reads the open file with other options. */
type UploadPurpose = 'open' | 'reread';

/** 'restore' opens the file of a draft or of a saved analysis, which was checked before. */
type OpenPurpose = UploadPurpose | 'restore';

export type UploadStatus =
  | { kind: 'idle' }
  | { kind: 'reading'; purpose: UploadPurpose; fileName: string; progress: ReadProgress | null }
  | {
      kind: 'problem';
      purpose: UploadPurpose;
      fileName: string;
      file: File;
      /** Null for a file that could not be restored, since opening it as a new file would lose its choices. */
      options: OpenOptions | null;
      problem: UploadProblem;
    };

/** An open file, and the list of choices, whose code is fetched with the first file. */
export interface FileWithList {
  file: OpenedFile;
  list: Awaited<ReturnType<typeof fetchList>>;
}

export interface Upload {
  status: UploadStatus;
  /** Returns the open file, or null if it was refused or cancelled, or if a later file replaced it. */
  open(file: File, options: OpenOptions, purpose?: OpenPurpose): Promise<FileWithList | null>;
  cancel(): void;
}

/** The code of the choices for a file, and of the work on one. */
export async function fetchList() {
  const [{ NO_CHOICES, choicesForReread, choicesOf }, { beginWork }] = await Promise.all([
    import('#frontend/choices/list.ts'),
    fetchWork(),
  ]);
  return { NO_CHOICES, choicesForReread, choicesOf, beginWork };
}

type Answer = Result<FileWithList, UploadProblem>;

/** The file of the last call. */
type AskedFile = Pick<
  Extract<UploadStatus, { kind: 'problem' }>,
  'purpose' | 'fileName' | 'file' | 'options'
>;

/** Reads one file at a time in the thread, with progress and cancel. The open file stays if another one is refused. */
export function useUpload(thread: LeadThread): Upload {
  const { task, start, stop } = useCancellable<Answer, ReadProgress>();
  const [asked, setAsked] = useState<AskedFile | null>(null);

  const open = useCallback(
    async (file: File, options: OpenOptions, openPurpose: OpenPurpose = 'open') => {
      const isRestored = openPurpose === 'restore';
      const purpose = isRestored ? 'open' : openPurpose;
      setAsked({ purpose, fileName: file.name, file, options: isRestored ? null : options });
      const invalid = openPurpose === 'open' ? validateFile(file) : null;
      if (invalid) {
        stop({ state: 'done', result: { ok: false, error: invalid } });
        return null;
      }
      const answer = await start((hooks) => read(thread, { file, options }, hooks));
      return answer?.ok ? answer.value : null;
    },
    [thread, start, stop],
  );

  const cancel = useCallback(() => stop(), [stop]);
  return useMemo(() => ({ status: statusOf(asked, task), open, cancel }), [asked, task, open, cancel]);
}

async function read(
  thread: LeadThread,
  asked: { file: File; options: OpenOptions },
  hooks: Hooks<'open'>,
): Promise<Answer> {
  try {
    const [opened, list] = await Promise.all([thread.ask('open', asked, hooks), fetchPart(fetchList)]);
    if (opened.ok) return { ok: true, value: { file: opened.value, list } };
    if (opened.error.reason === 'unreadable') logUnreadable(opened.error);
    return opened;
  } catch (error) {
    if (!hooks.signal.aborted) logUnreadable(error);
    return { ok: false, error: { reason: 'unreadable', error } };
  }
}

const logUnreadable = (error: unknown) => console.error('The file could not be read.', error);

function statusOf(asked: AskedFile | null, task: Task<Answer, ReadProgress>): UploadStatus {
  if (asked && task.state === 'running')
    return { kind: 'reading', purpose: asked.purpose, fileName: asked.fileName, progress: task.progress };
  if (asked && task.state === 'done' && !task.result.ok)
    return { kind: 'problem', ...asked, problem: task.result.error };
  return { kind: 'idle' };
}
