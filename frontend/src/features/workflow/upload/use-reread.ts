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
}

export function useReread({ state, upload, rereadFile }: Workflow): Reread {
  const [hasFailed, setFailed] = useState(false);
  const { status } = upload;
  return {
    isBusy: status.kind === 'reading',
    problem: hasFailed && status.kind === 'problem' && status.purpose === 'reread' ? status.problem : null,
    async reread(change) {
      setFailed(false);
      const isRead = await rereadFile({ ...state.readOptions, ...change });
      setFailed(!isRead);
      return isRead;
    },
  };
}
