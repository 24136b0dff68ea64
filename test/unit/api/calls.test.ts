import { afterEach, expect, test, vi } from 'vitest';
import {
  changePassword,
  deleteAccount,
  endAllSessions,
  linkGoogle,
  signIn,
  signUp,
} from '#frontend/api/account.ts';
import {
  createShare,
  deleteAnalysis,
  endShare,
  fetchAnalyses,
  fetchAnalysis,
  fetchDataset,
  fetchShare,
  isGone,
  keepShare,
  labelAnalysis,
  newerVersionOf,
  openShared,
  publishFigures,
  replaceAnalysis,
  saveAnalysis,
} from '#frontend/api/analyses.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { askConsent } from '#frontend/api/connections.ts';
import { reportForgotten, sendConfirmLink, stopAlertMail } from '#frontend/api/mail.ts';
import { readWholeAudit } from '#frontend/api/organisation.ts';
import {
  accountsKey,
  audiencesKey,
  conversionActionsKey,
  findPlaces,
  pushesKey,
} from '#frontend/api/pushes.ts';
import { noteOutcomes } from '#frontend/api/sends.ts';
import { endSession } from '#frontend/api/user.ts';
import type { AnalysisSummary } from '#contract/answers.ts';
import { analysesExamples, exampleSave } from '#test/contract/analyses.ts';
import { authExamples } from '#test/contract/auth.ts';
import { EXAMPLE_EMAIL, EXAMPLE_ID, EXAMPLE_PASSWORD, type Example } from '#test/contract/example.ts';
import { exampleFigures, EXAMPLE_TOKEN, sharingExamples } from '#test/contract/sharing.ts';
import { EXAMPLE_CONSENT, connectionExamples } from '#test/contract/connections.ts';
import { answerOf, startFakeServer } from '#test/support/fake-server.ts';

afterEach(() => vi.unstubAllGlobals());

const ID = 'a/b c';
const PLACE = { account: '1234567890', manager: null, action: '987654321' };
const nameOf = ({ method, path }: Example): string =>
  `${method} ${path.replace('{id}', encodeURIComponent(ID))}`;

const record = JSON.stringify(exampleSave);
const credentials = { email: EXAMPLE_EMAIL, password: EXAMPLE_PASSWORD };
const share = { isKept: false, figures: exampleFigures };
const change = { password: EXAMPLE_PASSWORD, newPassword: 'a new password' };
const names = { name: ' October, all regions ', note: 'Without the trade fair.' };
const shareOf = ({ answer }: Example) => (answer as { share: unknown }).share;

const { list, replaced, labelled, deleted, analysisNotFound, replaceChanged } = analysesExamples;
const { shared, published, kept, shareRead, shareReadNone, shareEnded, opened } = sharingExamples;
const { signedIn, signedUp, linked, loggedOut, loggedOutEverywhere, passwordChanged, userDeleted } =
  authExamples;

test.each<[name: string, example: Example, call: () => Promise<unknown>, result: unknown]>([
  ['the list', list, () => fetchAnalyses(['/api/analyses']), list.answer],
  ['a replaced analysis', replaced, () => replaceAnalysis({ id: ID, version: 1 }, record), replaced.answer],
  ['another name', labelled, () => labelAnalysis({ id: ID, version: undefined }, names), labelled.answer],
  ['a deleted analysis', deleted, () => deleteAnalysis(ID), undefined],
  ['a link', shared, () => createShare(ID, share), shared.answer],
  ['new figures of a link', published, () => publishFigures(ID, exampleFigures), shareOf(published)],
  ['a link that is kept', kept, () => keepShare(ID, true), shareOf(kept)],
  ['a link as its owner sees it', shareRead, () => fetchShare(ID), shareOf(shareRead)],
  ['no link', shareReadNone, () => fetchShare(ID), null],
  ['the end of a link', shareEnded, () => endShare(ID), undefined],
  ['what a link shows', opened, () => openShared(EXAMPLE_TOKEN), opened.answer],
  ['a sign-in', signedIn, () => signIn(credentials), signedIn.answer],
  ['a sign-up', signedUp, () => signUp(credentials), signedUp.answer],
  ['a link to Google', linked, () => linkGoogle(EXAMPLE_PASSWORD), linked.answer],
  ['the end of a session', loggedOut, () => endSession(), undefined],
  ['the end of all sessions', loggedOutEverywhere, () => endAllSessions(), undefined],
  ['a new password', passwordChanged, () => changePassword(change), undefined],
  ['the end of an account', userDeleted, () => deleteAccount(EXAMPLE_PASSWORD), []],
  ['a consent', connectionExamples.consent, () => askConsent('sheets', 'start'), EXAMPLE_CONSENT],
])('the call for %s is that of the contract, and so is its answer', async (_, example, call, result) => {
  const server = startFakeServer({ [nameOf(example)]: answerOf(example) });
  expect(await call()).toEqual(result);
  const [sent] = server.received(nameOf(example));
  expect(sent?.body === undefined ? undefined : JSON.parse(String(sent.body))).toEqual(example.body);
  expect(sent?.headers.get('Content-Type')).toBe(example.body === undefined ? null : 'application/json');
});

test('a change of a version names it, and one of any version names none', async () => {
  const server = startFakeServer({
    [nameOf(replaced)]: answerOf(replaced),
    [nameOf(labelled)]: answerOf(labelled),
  });
  for (const version of [7, undefined]) {
    await replaceAnalysis({ id: ID, version }, record);
    await labelAnalysis({ id: ID, version }, { name: null });
  }
  const versionsOf = (example: Example) =>
    server.received(nameOf(example)).map(({ headers }) => headers.get('If-Match'));
  expect([versionsOf(replaced), versionsOf(labelled)]).toEqual([
    ['"7"', null],
    ['"7"', null],
  ]);
});

test('an analysis is saved in two calls: its record with a key, then its dataset', async () => {
  const stored = analysesExamples.datasetSaved;
  const sendDataset = `PUT /api/analyses/${EXAMPLE_ID}/dataset`;
  const server = startFakeServer({
    'POST /api/analyses': answerOf(analysesExamples.saved),
    [sendDataset]: answerOf(stored),
  });
  const dataset = new Blob(['rows']);
  expect(await saveAnalysis({ record, dataset, idempotencyKey: 'key' })).toEqual(stored.answer);
  expect(server.calls()).toEqual(['POST /api/analyses', sendDataset]);
  const [[first], [second]] = [server.received('POST /api/analyses'), server.received(sendDataset)];
  expect([first?.body, second?.body]).toEqual([record, dataset]);
  expect(first?.headers.get('Content-Type')).toBe('application/json');
  expect(first?.headers.get('Idempotency-Key')).toBe('key');
  expect(second?.headers.get('Content-Type')).toBe('application/gzip');
  expect(second?.headers.has('Idempotency-Key')).toBe(false);
});

test('an analysis is read without its dataset; that is read apart, and is null only where there is none', async () => {
  const dataset = `GET /api/analyses/${encodeURIComponent(ID)}/dataset`;
  const server = startFakeServer({
    [`GET /api/analyses/${encodeURIComponent(ID)}?dataset=apart`]: { body: { id: ID } },
    [dataset]: { body: Uint8Array.of(1, 2) },
  });
  expect(await fetchAnalysis(ID)).toEqual({ id: ID });
  const bytes = await fetchDataset(ID);
  expect(bytes && [...new Uint8Array(bytes)]).toEqual([1, 2]);
  server.answer(dataset, answerOf(analysisNotFound));
  expect(await fetchDataset(ID)).toBeNull();
  server.answer(dataset, { status: 503, body: {} });
  await expect(fetchDataset(ID)).rejects.toThrow('503');
  server.answer(dataset, { isLost: true });
  await expect(fetchDataset(ID)).rejects.toThrow(TypeError);
});

test('only a call for what does not exist is gone, and only one for an older version has a newer one', () => {
  const failureOf = ({ status, answer }: Pick<Example, 'status' | 'answer'>) =>
    new CallFailure(status, '', JSON.stringify(answer));
  const [missing, changed] = [failureOf(analysisNotFound), failureOf(replaceChanged)];
  expect([missing, changed, new TypeError('404'), null].map(isGone)).toEqual([true, false, false, false]);
  const { current } = replaceChanged.answer as { current: unknown };
  expect(newerVersionOf(changed)).toEqual(current);
  const others = [missing, failureOf({ status: 409, answer: replaceChanged.answer }), new TypeError('412')];
  expect(others.map(newerVersionOf)).toEqual([null, null, null]);
  expect(newerVersionOf(failureOf({ status: 412, answer: { current: { version: 'x' } } }))).toBeNull();
});

test.each([
  ['a link that proves the address', () => sendConfirmLink(), 'POST /api/mail/link', undefined],
  [
    'a link to a new password',
    () => reportForgotten('name@example.com'),
    'POST /api/auth/forgot',
    { email: 'name@example.com' },
  ],
  ['the end of letters', () => stopAlertMail('a/b'), 'POST /api/stop/a%2Fb', undefined],
] as const)('the call for %s has its address and body', async (_, ask, call, body) => {
  const server = startFakeServer({ [call]: { body: {} } });
  await ask();
  const [sent] = server.received(call);
  expect(sent?.body === undefined ? undefined : JSON.parse(String(sent.body))).toEqual(body);
});

test('the list is read to its end: a full page has another one after it, which begins after its last analysis', async () => {
  const [example] = list.answer as AnalysisSummary[];
  const pageOf = (length: number, letter: string) =>
    Array.from({ length }, (_, at) => ({ ...example, id: `${letter}${at}` }));
  const [first, second] = [pageOf(100, 'a'), pageOf(99, 'b')];
  const server = startFakeServer({
    'GET /api/analyses': { body: first },
    [`GET /api/analyses?before=${example!.createdAt},a99`]: { body: second },
  });
  const ids = (await fetchAnalyses(['/api/analyses'])).map(({ id }) => id);
  expect(ids).toEqual([...first, ...second].map(({ id }) => id));
  server.answer('GET /api/analyses', { body: second });
  expect(await fetchAnalyses(['/api/analyses'])).toHaveLength(99);
  server.answer('GET /api/analyses', { body: first });
  server.answer(`GET /api/analyses?before=${example!.createdAt},a99`, { body: [] });
  expect(await fetchAnalyses(['/api/analyses'])).toHaveLength(100);
});

test.each([99, 100, 101, 250])(
  'the list of an earlier release, which sends all %i analyses whatever is asked, has each of them once',
  async (count) => {
    const [example] = list.answer as AnalysisSummary[];
    const all = Array.from({ length: count }, (_, at) => ({ ...example, id: `a${at}` }));
    const server = startFakeServer({
      'GET /api/analyses': { body: all },
      [`GET /api/analyses?before=${example!.createdAt},a${count - 1}`]: { body: all },
    });
    const ids = (await fetchAnalyses(['/api/analyses'])).map(({ id }) => id);
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(server.received('GET /api/analyses')).toHaveLength(1);
  },
);

test('what an account offers is asked for below its address, through the account that manages it', () => {
  const [own, managed] = [
    { id: 'a/1', via: null },
    { id: 'a/1', via: 'b&2' },
  ];
  const paths = [
    accountsKey('google-rules'),
    audiencesKey('google-rules', own),
    audiencesKey('google-rules', managed),
    conversionActionsKey(own),
    conversionActionsKey(managed),
    pushesKey('google-rules'),
  ].map((key) => key.join('/'));
  const accounts = '/api/platforms/google-rules/accounts';
  expect(paths).toEqual([
    accounts,
    `${accounts}/a%2F1/audiences`,
    `${accounts}/a%2F1/audiences?via=b%262`,
    `${accounts}/a%2F1/conversion-actions`,
    `${accounts}/a%2F1/conversion-actions?via=b%262`,
    '/api/pushes?kind=google-rules',
  ]);
});

const bodiesOf = (server: ReturnType<typeof startFakeServer>, call: string): unknown[] =>
  server.received(call).map(({ body }) => JSON.parse(String(body)) as unknown);

test('places are looked for by 100 names at a time', async () => {
  const call = 'POST /api/platforms/google-rules/places';
  const place = { name: 'Texas', candidates: [], confirmedId: null };
  const server = startFakeServer({ [call]: { body: { places: [place] } } });
  const names = Array.from({ length: 101 }, (_, at) => `place ${at}`);
  const asked = { account: { id: '1', via: null }, names, country: 'US' };
  expect(await findPlaces('google-rules', asked)).toHaveLength(2);
  expect(bodiesOf(server, call)).toEqual([
    { ...asked, names: names.slice(0, 100) },
    { ...asked, names: ['place 100'] },
  ]);
});

test('what has become of requests is noted ten at a time, without those that are still open', async () => {
  const call = 'PATCH /api/sends/7';
  const server = startFakeServer({ [call]: { body: {} } });
  const requests = Array.from({ length: 12 }, (_, at) => ({ id: `r${at}`, events: 1, outcome: null }));
  const send = { ...PLACE, id: '7', total: 12, fingerprint: 'f', madeAt: 1, done: 12, refused: 1, requests };
  const outcome = { status: 'SUCCESS' as const, records: 1, errors: [], warnings: [] };
  const times = { startedAt: '2026-11-26T00:00:00Z', updatedAt: '2026-11-26T00:00:00Z' };
  await noteOutcomes({ ...send, ...times }, new Map(requests.slice(1).map(({ id }) => [id, outcome])));
  const noted = requests.slice(1).map((request) => ({ ...request, outcome }));
  expect(bodiesOf(server, call)).toEqual([
    { done: 12, refused: 1, requests: noted.slice(0, 10) },
    { done: 12, refused: 1, requests: noted.slice(10) },
  ]);
});

test('the whole log is read page by page, with what is looked for', async () => {
  const entry = { at: '2026-11-26T00:00:00Z', person: null, action: 'a', object: null, label: null };
  const page = (id: number, next: number | null) => ({
    body: { entries: [{ ...entry, id, detail: null, network: null }], next, people: [] },
  });
  const server = startFakeServer({
    'GET /api/audit': page(9, null),
    'GET /api/audit?person=p&area=sends': page(7, 5),
    'GET /api/audit?person=p&area=sends&before=5': page(4, null),
  });
  const filter = { person: '', area: '', from: '', to: '' };
  expect((await readWholeAudit(filter)).map(({ id }) => id)).toEqual([9]);
  expect((await readWholeAudit({ ...filter, person: 'p', area: 'sends' })).map(({ id }) => id)).toEqual([
    7, 4,
  ]);
  expect(server.unknown()).toEqual([]);
});

test('a deleted account has left no right behind, unless the answer says so', async () => {
  const server = startFakeServer();
  const deleteWith = (body: unknown) => {
    server.answer('DELETE /api/auth/user', { body });
    return deleteAccount();
  };
  const message = 'Your account has been deleted.';
  expect(await deleteWith({ message, accessLeft: ['google', 'meta'] })).toEqual(['google', 'meta']);
  expect(await deleteWith('no JSON')).toEqual([]);
  expect(await deleteWith({ message, accessLeft: ['elsewhere'] })).toEqual([]);
});
