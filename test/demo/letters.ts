import { mailQuery, SENT_MAIL, type SentMail } from '../support/sent-mail.ts';

/** The parts of a letter that the runtime keeps. */
interface Letter {
  text: string;
  html: string;
}

async function ask<T>(worker: string, query: string): Promise<T> {
  const answer = await fetch(`${worker}${SENT_MAIL}${query}`);
  return ((await answer.json()) as { result: T }).result; // as the runtime has it
}

/** All letters that the site has sent, the newest first. */
export const listLetters = (worker: string): Promise<SentMail[]> => ask(worker, '?per_page=100');

export const readLetter = (worker: string, letter: Pick<SentMail, 'messageId' | 'worker'>): Promise<Letter> =>
  ask(worker, mailQuery(letter));
