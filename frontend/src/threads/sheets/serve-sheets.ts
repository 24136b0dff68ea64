import type { Result } from '#frontend/csv/result.ts';
import { SheetsFailure } from './ask-google.ts';
import type { Port } from '../leads/protocol.ts';
import { describeSpreadsheet, readTab } from './read-sheet.ts';
import type { FromSheetsThread, SheetsProblem, SheetsQuestion } from './sheets-protocol.ts';

/** Answers a question about a spreadsheet. The page ends the thread to cancel it. */
export function serveSheets(port: Port): void {
  const send = (message: FromSheetsThread) => port.postMessage(message, []);
  const onProgress = (bytes: number) => send({ kind: 'progress', bytes });

  async function reply({ question, ask }: SheetsQuestion): Promise<void> {
    try {
      const answer = await resultOf<unknown>(
        question === 'describe' ? describeSpreadsheet(ask.spreadsheetId) : readTab(ask, onProgress),
      );
      // Each question has the answer of its name.
      send({ kind: 'answer', answer } as FromSheetsThread);
    } catch (error) {
      send({ kind: 'failed', message: String(error) });
    }
  }

  // Only sheets-client.ts posts here, and it posts nothing else.
  port.addEventListener('message', (event) => void reply(event.data as SheetsQuestion));
}

async function resultOf<T>(work: Promise<T>): Promise<Result<T, SheetsProblem>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof SheetsFailure) return { ok: false, error: error.problem };
    throw error;
  }
}
