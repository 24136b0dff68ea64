import { cellsAnswer, googleError, tabsAnswer } from './google-sheets.ts';
import type { StandIn, StandInAnswer, StandInRequest } from './stand-in.ts';

/** A spreadsheet as a test describes it: `PUT /stand-in/{id}`. Its tabs have the numbers 0, 100, 200 and so on. */
export interface StandInSheet {
  title?: string;
  tabs: { title: string; rows: readonly (readonly string[])[] }[];
  /** Statuses and texts of the next answers, instead of those of the spreadsheet; status 0 is an answer that breaks off. */
  failures?: { status: number; body?: unknown }[];
  /** The access tokens that may open it; any by default. */
  tokens?: string[];
}

/**
 * Google Sheets, as far as the Worker asks it. `GET /stand-in/{id}` answers how often a spreadsheet was asked for since it was described.
 */
export function makeGoogleSheetsStandIn(): StandIn {
  const sheets = new Map<string, StandInSheet & { asked: number }>();

  function describe({ method, body }: StandInRequest, id: string): StandInAnswer {
    if (method === 'PUT') sheets.set(id, { ...(JSON.parse(body) as StandInSheet), asked: 0 }); // written by a test
    return { status: 200, body: { asked: sheets.get(id)?.asked ?? 0 } };
  }

  function answer({ headers }: StandInRequest, id: string, range: string | undefined): StandInAnswer {
    const sheet = sheets.get(id);
    if (!sheet) return refuse(404, 'NOT_FOUND');
    sheet.asked++;
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '') ?? [];
    if (token === '') return refuse(401, 'UNAUTHENTICATED');
    if (sheet.tokens && !sheet.tokens.includes(token)) return refuse(403, 'PERMISSION_DENIED');
    const failure = sheet.failures?.shift();
    if (failure) return { body: googleError(failure.status, 'FAILED'), ...failure };
    const { title = 'Leads', tabs } = sheet;
    if (range === undefined)
      return {
        status: 200,
        body: tabsAnswer(
          title,
          tabs.map((tab) => tab.title),
        ),
      };
    const tab = tabs.find((one) => `'${one.title.replaceAll("'", "''")}'` === range);
    return tab ? { status: 200, body: cellsAnswer(tab.rows) } : refuse(400, 'INVALID_ARGUMENT');
  }

  return (request) => {
    const [, root, ...rest] = request.url.pathname.split('/').map(decodeURIComponent);
    if (root === 'stand-in') return describe(request, rest[0] ?? '');
    const [, id = '', , range] = rest;
    return answer(request, id, range);
  };
}

const refuse = (status: number, word: string): StandInAnswer => ({ status, body: googleError(status, word) });
