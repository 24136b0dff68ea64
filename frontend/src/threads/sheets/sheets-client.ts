import type { AnswerTo, AskHooks, ContentOf, ProgressTo } from '../rpc.ts';
import { openThread } from '../start-thread.ts';
import type { SHEETS_QUESTIONS, TabQuestion } from './read-sheet.ts';

type SheetsQuestions = typeof SHEETS_QUESTIONS;

/** Progress in bytes of Google's answer, whose total is not known, and the signal that cancels the question. */
export type SheetsHooks = Pick<AskHooks<number>, 'onProgress'> & { signal: AbortSignal };

/** The title and the tabs of a spreadsheet. Rejects if the thread fails, and with the signal's reason if it is aborted. */
export const requestSpreadsheet = (spreadsheetId: string, hooks: SheetsHooks) =>
  askOnce('describe', spreadsheetId, hooks);

/** The cells of a tab as a CSV file. Rejects as above. */
export const requestTab = (tab: TabQuestion, hooks: SheetsHooks) => askOnce('read', tab, hooks);

/**
 * Starts a thread for one question and ends it with the answer. The thread fetches the access token itself and returns cells
 * as a file, so that the page reads neither.
 */
async function askOnce<Q extends keyof SheetsQuestions>(
  question: Q,
  asked: ContentOf<SheetsQuestions, Q>,
  hooks: AskHooks<ProgressTo<SheetsQuestions, Q>> & { signal: AbortSignal },
): Promise<AnswerTo<SheetsQuestions, Q>> {
  hooks.signal.throwIfAborted();
  const thread = openThread<SheetsQuestions>('sheets');
  try {
    return await thread.ask(question, asked, hooks);
  } finally {
    thread.close();
  }
}
