import type { FromSheetsThread, SheetsAnswers, SheetsQuestion, TabQuestion } from './sheets-protocol.ts';
import { describeError, startThread } from '../start-thread.ts';

/** Progress in bytes of Google's answer, whose total is not known, and the signal that cancels the question. */
export interface SheetsHooks {
  onProgress?(bytes: number): void;
  signal: AbortSignal;
}

/** The title and the tabs of a spreadsheet. Rejects if the thread fails, and with the signal's reason if it is aborted. */
export function requestSpreadsheet(
  spreadsheetId: string,
  hooks: SheetsHooks,
): Promise<SheetsAnswers['describe']> {
  return ask({ question: 'describe', ask: { spreadsheetId } }, hooks);
}

/** The cells of a tab as a CSV file. Rejects as above. */
export function requestTab(tab: TabQuestion, hooks: SheetsHooks): Promise<SheetsAnswers['read']> {
  return ask({ question: 'read', ask: tab }, hooks);
}

/**
 * Starts a thread for one question and ends it with the answer. The thread fetches the access token itself and returns cells
 * as a file, so that the page reads neither.
 */
async function ask<Q extends SheetsQuestion>(
  question: Q,
  { onProgress, signal }: SheetsHooks,
): Promise<SheetsAnswers[Q['question']]> {
  signal.throwIfAborted();
  const thread = startThread('sheets');
  try {
    return await new Promise((resolve, reject) => {
      thread.addEventListener('message', ({ data }: MessageEvent<FromSheetsThread>) => {
        if (data.kind === 'progress') onProgress?.(data.bytes);
        else if (data.kind === 'failed') reject(new Error(data.message));
        // serve-sheets.ts answers each question with its own type.
        else resolve(data.answer as SheetsAnswers[Q['question']]);
      });
      thread.addEventListener('error', (event) => reject(describeError(event)));
      signal.addEventListener('abort', () => reject(signal.reason));
      thread.postMessage(question, []);
    });
  } finally {
    thread.terminate();
  }
}
