import { makeEvents, type EventsQuestion } from './make-events.ts';
import type { FileProgress } from './make-leads-file.ts';
import { makeRowsFile, type RowsQuestion } from './make-rows-file.ts';
import type { Asking } from './questions.ts';

/** Answers about leads that are sent to an ad platform. */
export const SEND_ANSWERS = {
  makeEvents: (asked: EventsQuestion, { loaded, report }: Asking<FileProgress>) =>
    makeEvents(loaded(), asked, report),
  makeRowsFile: (asked: RowsQuestion, { loaded }: Asking) => makeRowsFile(loaded(), asked),
};
