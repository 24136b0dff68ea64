import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { serve, type Call, type Port } from '../rpc.ts';
import { yieldToMessages } from '../yield-to-messages.ts';
import { LEAD_QUESTIONS, type Asking } from './questions.ts';

/** The checks of file and columns wait until no question was asked or worked on for this time, so that a quick visitor never waits for them. */
const PAUSE_MS = 30;

/** The part of every question that tells of the open file. */
export interface AboutFile {
  /** The number of the page's open file, which the question is about; 0 if none is open. */
  file: number;
  /** The lists of names that came with the last measurement. */
  known: readonly number[];
}

/**
 * Answers the page's questions. Each question names its file. The previous file is dropped only when the page asks about the
 * new one, so that a cancelled or unreadable upload loses nothing, and a question from before is answered from the old file.
 */
export function serveThread(port: Port): void {
  /** The page's file by its number, and perhaps a new one whose answer has not reached the page yet. */
  const files = new Map<number, LoadedFile>();
  const page = { isVisible: true };
  let lastAsked = 0;

  function loadedFile(number: number): LoadedFile {
    const file = files.get(number);
    if (!file) throw new Error('No file is open');
    return file;
  }

  const restOfPause = () => lastAsked + PAUSE_MS - performance.now();

  async function pause(file: number, signal: AbortSignal): Promise<void> {
    await yieldToMessages();
    for (let rest = restOfPause(); rest > 0; rest = restOfPause())
      await new Promise((resolve) => setTimeout(resolve, rest));
    signal.throwIfAborted();
    loadedFile(file);
  }

  function toolsOf(call: Call<unknown>, { file, known }: AboutFile): Asking<unknown> {
    lastAsked = performance.now();
    // The page no longer asks about earlier files.
    for (const opened of files.keys()) if (opened < file) files.delete(opened);
    return {
      ...call,
      known,
      page,
      loaded: () => loadedFile(file),
      setLoaded: (opened) => void files.set(call.id, opened),
      pause: () => pause(file, call.signal),
      async yieldToQuestions() {
        lastAsked = performance.now();
        await yieldToMessages();
        loadedFile(file);
      },
      async report(progress) {
        call.tell(progress);
        await yieldToMessages();
        call.signal.throwIfAborted();
      },
    };
  }

  serve<Asking>(port, LEAD_QUESTIONS, {
    // `connectThread` sends it.
    toolsOf: (call, message) => toolsOf(call, message as AboutFile),
    onCancel: (id) => void files.delete(id),
  });
}
