import { PartMissing } from '#frontend/csv/part-missing.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import { yieldToMessages } from '../yield-to-messages.ts';
import type { FromThread, Port, ProgressOf, Question, QuestionName, Sent, ToThread } from './protocol.ts';
import { QUESTIONS, type Asking } from './questions.ts';
import { transferablesOf } from './transferables.ts';

/** The checks of file and columns wait for this time without a question, so that a quick visitor never waits for them. */
const PAUSE_MS = 100;

/**
 * Answers the page's questions. Each question names its file. The previous file is dropped only when the page asks about the
 * new one, so that a cancelled or unreadable upload loses nothing, and a question from before is answered from the old file.
 */
export function serveThread(port: Port): void {
  /** The page's file by its number, and perhaps a new one whose answer has not reached the page yet. */
  const files = new Map<number, LoadedFile>();
  /** The questions that are being answered. */
  const running = new Map<number, AbortController>();
  let isPageVisible = true;
  let lastAsked = 0;

  const send = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  function cancel(id: number): void {
    running.get(id)?.abort();
    files.delete(id);
  }

  function loadedFile(number: number): LoadedFile {
    const file = files.get(number);
    if (!file) throw new Error('No file is open');
    return file;
  }

  const restOfPause = () => lastAsked + PAUSE_MS - performance.now();

  async function pause(file: number): Promise<void> {
    await yieldToMessages();
    for (let rest = restOfPause(); rest > 0; rest = restOfPause())
      await new Promise((resolve) => setTimeout(resolve, rest));
    loadedFile(file);
  }

  function begin({ id, file, known }: Question): Asking<ProgressOf<QuestionName>> {
    const answering = new AbortController();
    running.set(id, answering);
    const { signal } = answering;
    return {
      id,
      known,
      signal,
      loaded: () => loadedFile(file),
      setLoaded: (opened) => void files.set(id, opened),
      isPageVisible: () => isPageVisible,
      pause: () => pause(file),
      async report(progress) {
        send({ id, kind: 'progress', progress });
        await yieldToMessages();
        signal.throwIfAborted();
      },
    };
  }

  async function reply(message: Question): Promise<void> {
    const { id, file, question, ask } = message;
    // The page no longer asks about earlier files.
    for (const opened of files.keys()) if (opened < file) files.delete(opened);
    try {
      // The page sends with each question what that question asks.
      const answer = QUESTIONS[question] as (asked: unknown, asking: Asking) => Sent<QuestionName>;
      const result = await answer(ask, begin(message));
      send({ id, kind: 'answer', answer: result }, transferablesOf(result));
    } catch (error) {
      send({ id, kind: 'failed', message: String(error), isPartMissing: error instanceof PartMissing });
    } finally {
      running.delete(id);
    }
  }

  port.addEventListener('message', (event) => {
    // Only client.ts posts here, and it posts nothing else.
    const message = event.data as ToThread;
    if (message.question === 'cancel') cancel(message.id);
    else if (message.question === 'visibility') ({ isPageVisible } = message);
    else {
      lastAsked = performance.now();
      void reply(message);
    }
  });
}
