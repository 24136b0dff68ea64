import { expect, type BrowserContext } from '@playwright/test';
import { takeProblems } from '../../schemas/check-request.ts';
import type { DataManagerStandIn } from '../../support/data-manager-stand-in.ts';

export const DATA_MANAGER_ORIGIN = 'https://datamanager.googleapis.com';

/** Answers for Google's Data Manager API in this browser. */
export async function standInForDataManager(context: BrowserContext, google: DataManagerStandIn) {
  await context.route(`${DATA_MANAGER_ORIGIN}/**`, async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const answer = google.answer({
      method: request.method(),
      path: pathname + search,
      authorization: request.headers()['authorization'] ?? null,
      body: request.postData() ?? '',
    });
    expect(takeProblems()).toEqual([]);
    if (answer === null) return await route.abort('failed');
    const { status, headers, json } = answer;
    await route.fulfill({ status, json, headers: { 'Access-Control-Allow-Origin': '*', ...headers } });
  });
}
