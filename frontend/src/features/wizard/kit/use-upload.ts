import { useCallback, useEffect, useRef, useState } from 'react';
import type { IntakeProblem, ReadProgress } from '#frontend/csv/read-csv.ts';
import type { OpenOptions } from '#frontend/thread/leave-out.ts';
import { validateFile, type FileProblem } from '#frontend/csv/validate-file.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';

/** A failure of the thread comes with its error. */
export type UploadProblem = FileProblem | IntakeProblem | { reason: 'unreadable'; error: unknown };

/** A file is opened, or the open file is read again with other options. */
type UploadPurpose = 'open' | 'reread';

/** A draft or a saved analysis is restored: its file was checked before. */
type OpenPurpose = UploadPurpose | 'restore';

export type UploadStatus =
  | { kind: 'idle' }
  | { kind: 'reading'; purpose: UploadPurpose; fileName: string; progress: ReadProgress | null }
  | {
      kind: 'problem';
      purpose: UploadPurpose;
      fileName: string;
      file: File;
      /** Null for a file that could not be restored: opening it again as a new file would lose its choices. */
      options: OpenOptions | null;
      problem: UploadProblem;
    };

export interface Upload {
  status: UploadStatus;
  /** Returns the opened file, or null after a refusal or a cancel, or where a later file took its place. */
  open(file: File, options: OpenOptions, purpose?: OpenPurpose): Promise<OpenedFile | null>;
  cancel(): void;
}

const IDLE: UploadStatus = { kind: 'idle' };

/** Reads one file at a time in the thread, with progress and cancel. A refused file does not close the open one. */
export function useUpload(thread: LeadThread): Upload {
  const [status, setStatus] = useState<UploadStatus>(IDLE);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const open = useCallback(
    async (file: File, options: OpenOptions, openPurpose: OpenPurpose = 'open') => {
      running.current?.abort();
      const purpose = openPurpose === 'reread' ? 'reread' : 'open';
      const isRestored = openPurpose === 'restore';
      const refuse = (problem: UploadProblem) => {
        const known = isRestored ? null : options;
        setStatus({ kind: 'problem', purpose, fileName: file.name, file, options: known, problem });
        return null;
      };
      const invalid = isRestored ? null : validateFile(file);
      if (invalid) return refuse(invalid);

      const controller = new AbortController();
      running.current = controller;
      const onProgress = (progress: ReadProgress | null) =>
        setStatus({ kind: 'reading', purpose, fileName: file.name, progress });
      // Before the change of state, so that the thread reads while the page renders.
      const reading = thread.ask('open', { file, options }, { onProgress, signal: controller.signal });
      onProgress(null);
      try {
        const result = await reading;
        if (!result.ok) return refuse(result.error);
        setStatus(IDLE);
        return result.value;
      } catch (error) {
        if (controller.signal.aborted) return null;
        console.error('The file could not be read.', error);
        return refuse({ reason: 'unreadable', error });
      }
    },
    [thread],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setStatus(IDLE);
  }, []);

  return { status, open, cancel };
}
