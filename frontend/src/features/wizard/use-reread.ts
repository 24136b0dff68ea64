import { useState } from 'react';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { UploadProblem } from './use-upload.ts';
import type { OpenWizard } from './use-workflow.ts';

export interface Reread {
  /** Reads the open file again with these options changed. False after a failure, which leaves the open file unchanged. */
  reread(change: OpenOptions): Promise<boolean>;
  isBusy: boolean;
  /** The reason why the last attempt of this hook failed. */
  problem: UploadProblem | null;
  /** Repeats the failed attempt. */
  retry(): void;
}

export function useReread({ state, upload, rereadFile }: OpenWizard): Reread {
  const [failed, setFailed] = useState<OpenOptions | null>(null);
  const { status } = upload;
  const reread = async (change: OpenOptions) => {
    setFailed(null);
    const isRead = (await rereadFile({ ...state.readOptions, ...change })) !== null;
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
