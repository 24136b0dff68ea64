import { expect, test } from 'vitest';
import { CALLS } from '#frontend/pages/docs/checked-facts.ts';
import { app } from '#worker/app.ts';

/** Routes that serve pages and files for search engines. */
const PAGES = [
  'GET /assets/*',
  'GET /sheets/assets/:file',
  'GET /google-values/assets/:file',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /*',
];

/** Calls about things that a team owns as a user does are documented once. */
const OWNED = /\/api\/teams\/\{team\}\/(?=analyses|connections|platforms|pushes|sends)/;

test('the documentation names every call that the Worker answers, and no other', () => {
  const answered = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/:(id|kind|number|token|team|member|invitation|device|resource)/g, '{$1}')}`,
    )
    .filter((call) => !PAGES.includes(call))
    .filter((call, _at, calls) => !OWNED.test(call) || !calls.includes(call.replace(OWNED, '/api/')));
  const documented = CALLS.flatMap(([call]) => {
    const [path, ...methods] = call.split(/,? /).toReversed();
    return methods.map((method) => `${method} ${path}`);
  });
  expect(documented.toSorted()).toEqual([...new Set(answered)].toSorted());
});
