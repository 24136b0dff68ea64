import type { BrowserContext } from '@playwright/test';
import { cellsAnswer, googleError, tabsAnswer } from '../../support/google-sheets.ts';

export const SHEETS_ORIGIN = 'https://sheets.googleapis.com';

/** A spreadsheet in Google's place: its title, and the cells of its tabs. */
export interface StandIn {
  title: string;
  tabs: Record<string, string[][]>;
}

interface ReceivedQuestion {
  path: string;
  authorization: string | undefined;
}

/**
 * Answers for Google's interface of spreadsheets in this browser. It knows tokens that the provider of the stories has given,
 * until `revoke`. Another spreadsheet than that of `id` belongs to somebody else.
 */
export async function standInForSheets(context: BrowserContext, id: string, { title, tabs }: StandIn) {
  const received: ReceivedQuestion[] = [];
  let isRevoked = false;
  await context.route(`${SHEETS_ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const authorization = route.request().headers()['authorization'];
    received.push({ path: pathname, authorization });
    const answer = (status: number, json: object) =>
      route.fulfill({ status, json, headers: { 'Access-Control-Allow-Origin': '*' } });
    if (isRevoked || !authorization?.startsWith('Bearer '))
      return await answer(401, googleError(401, 'UNAUTHENTICATED'));
    const [, , , asked, , range = ''] = pathname.split('/');
    if (asked !== id) return await answer(403, googleError(403, 'PERMISSION_DENIED'));
    if (range === '') return await answer(200, tabsAnswer(title, Object.keys(tabs)));
    const tab = decodeURIComponent(range).slice(1, -1).replaceAll("''", "'");
    return await answer(200, cellsAnswer(tabs[tab]));
  });
  return { received, revoke: () => void (isRevoked = true), grant: () => void (isRevoked = false) };
}
