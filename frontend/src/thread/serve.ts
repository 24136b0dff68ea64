import { PartMissing } from '#frontend/csv/part-missing.ts';
import type { HeldFile } from './held-file.ts';
import { nextTask } from './next-task.ts';
import type { FromThread, Port, ProgressOf, Question, QuestionName, Sent, ToThread } from './protocol.ts';
import { QUESTIONS, type Asking } from './questions.ts';
import { transferablesOf } from './transferables.ts';

/** The checks of file and columns go on after such a pause, so that a visitor who goes on quickly waits for none of them. */
const PAUSE_MS = 100;

/**
 * Answers the page's questions. Each names its file. The file before is dropped only once the page asks about the new one:
 * a cancelled or unreadable upload then loses nothing, and a question that was sent before the new file was read is still
 * answered from the old one.
 */
export function serveThread(port: Port): void {
  /** By number: the page's file, and perhaps a new one whose answer has not reached the page yet. */
  const files = new Map<number, HeldFile>();
  /** The questions that are being answered. */
  const running = new Map<number, AbortController>();
  let isPageVisible = true;
  let lastAsked = 0;

  const send = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  function cancel(id: number): void {
    running.get(id)?.abort();
    files.delete(id);
  }

  function heldFile(number: number): HeldFile {
    const file = files.get(number);
    if (!file) throw new Error('No file is open');
    return file;
  }

  const restOfPause = () => lastAsked + PAUSE_MS - performance.now();

  async function pause(file: number): Promise<void> {
    await nextTask();
    for (let rest = restOfPause(); rest > 0; rest = restOfPause())
      await new Promise((resolve) => setTimeout(resolve, rest));
    heldFile(file);
  }

  function begin({ id, file, known }: Question): Asking<ProgressOf<QuestionName>> {
    const answering = new AbortController();
    running.set(id, answering);
    const { signal } = answering;
    return {
      id,
      known,
      signal,
      held: () => heldFile(file),
      hold: (opened) => void files.set(id, opened),
      isPageVisible: () => isPageVisible,
      pause: () => pause(file),
      async report(progress) {
        send({ id, kind: 'progress', progress });
        await nextTask();
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
