import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileProgress } from '#frontend/thread/make-leads-file.ts';

interface MakeHooks {
  signal: AbortSignal;
  onProgress(progress: FileProgress): void;
}

/** Asks the thread for a file. */
export type MakeFile<File> = (hooks: MakeHooks) => Promise<File>;

export type MakingState<File> =
  | { state: 'idle' }
  | { state: 'making'; progress: FileProgress | null }
  | { state: 'cancelled' }
  | { state: 'failed' }
  | { state: 'made'; file: File };

export interface Making<File> {
  making: MakingState<File>;
  /** Resolves to null where the file was cancelled or failed. */
  start(make: MakeFile<File>): Promise<File | null>;
  cancel(): void;
}

/** Lets the thread make a file, one at a time: starting another one, or leaving, cancels the one before. */
export function useMadeFile<File>(): Making<File> {
  const [making, setMaking] = useState<MakingState<File>>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = useCallback(async (make: MakeFile<File>) => {
    controller.current?.abort();
    const { signal } = (controller.current = new AbortController());
    const show = (next: MakingState<File>) => {
      if (!signal.aborted) setMaking(next);
    };
    show({ state: 'making', progress: null });
    try {
      const file = await make({ signal, onProgress: (progress) => show({ state: 'making', progress }) });
      show({ state: 'made', file });
      return signal.aborted ? null : file;
    } catch {
      show({ state: 'failed' });
      return null;
    }
  }, []);

  const cancel = useCallback(() => {
    controller.current?.abort();
    setMaking({ state: 'cancelled' });
  }, []);
  return { making, start, cancel };
}
