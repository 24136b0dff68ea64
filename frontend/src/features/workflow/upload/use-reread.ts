import { useState } from 'react';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import type { UploadProblem } from '../use-upload.ts';
import type { Workflow } from '../use-workflow.ts';

export interface Reread {
  /** Reads the open file with these options changed; false when that failed and the file stays as it was read before. */
  reread(change: ReadOptions): Promise<boolean>;
  isBusy: boolean;
  /** Why the last attempt made from here failed. */
  problem: UploadProblem | null;
  /** Makes that attempt once more. */
  retry(): void;
}

export function useReread({ state, upload, rereadFile }: Workflow): Reread {
  const [failed, setFailed] = useState<ReadOptions | null>(null);
  const { status } = upload;
  const reread = async (change: ReadOptions) => {
    setFailed(null);
    const isRead = await rereadFile({ ...state.readOptions, ...change });
    if (!isRead) setFailed(change);
    return isRead;
  };
  return {
    reread,
    isBusy: status.kind === 'reading',
    problem: failed && status.kind === 'problem' && status.purpose === 'reread' ? status.problem : null,
    retry: () => void (failed && reread(failed)),
  };
}
