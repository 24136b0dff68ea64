import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Alerts, RulesInUse } from '#contract/alerts.ts';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { gate, type Answer } from '#test/support/fake-server.ts';
import { catchDownloads, printReport } from '../results/results-room.tsx';
import { openPlans, PlansRoom } from './ticks-room.tsx';

const room = installAccountRoom();
const { user } = room;
const downloads = catchDownloads();

const ALERTS = 'GET /api/analyses/one/alerts';
const IN_USE = 'POST /api/analyses/one/rules-in-use';

const entry = (
  fieldValue: string,
  figures: Partial<Record<PlatformId, number>>,
  more: Partial<StoredToEnter> = {},
): StoredToEnter => ({
  fieldName: fieldValue === 'Mobile' ? 'Device' : 'State',
  fieldValue,
  figures: (['google', 'meta', 'microsoft'] as const).flatMap((platform) => {
    const multiplier = figures[platform];
    return multiplier === undefined ? [] : [{ platform, multiplier }];
  }),
  pairRules: 0,
  estimate: 'main-effects',
  ...more,
});
const withMobile = (platform: PlatformId, multiplier: number) => ({
  platform,
  fieldName: 'Device',
  fieldValue: 'Mobile',
  multiplier,
});

const using = (
  toEnter: StoredToEnter[] | undefined,
  by: NonNullable<Alerts['inUse']>['by'] = 'entered',
): Answer => {
  const since = '2026-11-20T10:00:00.000Z';
  const inUse = { version: 0, since, by, newestDay: null, judgedAt: null, toEnter };
  return { body: { missing: null, isByValue: false, inUse, rules: [], alerts: [], next: null } };
};
const NONE: Answer = {
  body: { missing: 'not-counted', isByValue: false, inUse: null, rules: [], alerts: [], next: null },
};

async function open(
  alerts: Answer,
  planOf: { id: string; version: number } | null = { id: 'one', version: 2 },
) {
  const server = room.open({
    at: '/',
    pages: { '/': <PlansRoom planOf={planOf} /> },
    answers: { [ALERTS]: alerts },
  });
  await openPlans(user);
  const sent = () => server.received(IN_USE).map(({ body }) => JSON.parse(String(body)) as RulesInUse);
  /** From now on the server has this list. */
  const store = (toEnter: StoredToEnter[], after?: Promise<void>) => {
    server.answer(IN_USE, { ...using(toEnter), after });
    server.answer(ALERTS, using(toEnter));
  };
  return { server, sent, store };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Entered: ${name}` });
const known = () => waitFor(() => expect(box('TX')).toBeEnabled());
const boxes = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Entered: / })
    .map(({ ariaLabel, checked }) => `${checked ? 'x' : '-'} ${ariaLabel?.slice(9)}`);
const tick = (name: string) => user.click(box(name));
const show = (platform: string) =>
  user.click(screen.getByRole('button', { name: new RegExp(`^${platform}`) }));

test('a rule is ticked, and its figure is in use; those of other platforms stay', async () => {
  const { sent, store } = await open(
    using([entry('CA', { google: 1.4, meta: 1.5 }), entry('FL', { meta: 2 })]),
  );
  await known();
  expect(boxes()).toEqual(['- CA + Mobile', '- TX', 'x CA']);
  const both = [
    entry('CA', { google: 1.4, meta: 1.5 }),
    entry('FL', { meta: 2 }),
    entry('TX', { google: 0.7 }),
  ];
  store(both);
  await tick('TX');
  await waitFor(() => expect(sent()).toEqual([{ version: 2, by: 'entered', toEnter: both }]));
  await waitFor(() => expect(boxes()).toEqual(['- CA + Mobile', 'x TX', 'x CA']));
  store([entry('CA', { meta: 1.5 }), both[1]!, both[2]!]);
  await tick('CA');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.toEnter).toEqual([entry('CA', { meta: 1.5 }), both[1], both[2]]);
  await waitFor(() => expect(boxes()).toEqual(['- CA + Mobile', 'x TX', '- CA']));
  await show('Meta');
  expect(boxes()).toEqual(['x CA', '- TX + Mobile']);
});

test('a rule of two values is stored once, with its platform', async () => {
  const { sent, store } = await open(NONE);
  await known();
  const pair = [
    entry('CA', {}, { pairRules: 1, pairs: [withMobile('google', 1.2)] }),
    entry('Mobile', {}, { pairRules: 1 }),
  ];
  store(pair);
  await tick('CA + Mobile');
  await waitFor(() => expect(sent()[0]?.toEnter).toEqual(pair));
  await waitFor(() => expect(boxes()).toEqual(['x CA + Mobile', '- TX', '- CA']));
  // The plan of Meta has another one.
  await show('Meta');
  expect(boxes()).toEqual(['- CA', '- TX + Mobile']);
  await show('Google');
  store([]);
  await tick('CA + Mobile');
  await waitFor(() => expect(sent()[1]?.toEnter).toEqual([]));
});

test('a rule with another figure says so in the words of its platform, and a tick stores its own figure', async () => {
  const old = [entry('CA', { google: 1.25, meta: 1.4, microsoft: 1.6 }), entry('TX', { google: 0.9 })];
  const { sent, store } = await open(using(old));
  await known();
  const noteOf = (name: string) => within(box(name).closest('td')!).queryByText(/entered/)?.textContent;
  expect([noteOf('CA'), noteOf('TX'), noteOf('CA + Mobile')]).toEqual([
    'entered as 1.25x',
    'entered as 0.90x',
    undefined,
  ]);
  const after = [entry('CA', { google: 1.4, meta: 1.4, microsoft: 1.6 }), old[1]!];
  store(after);
  await tick('CA');
  await waitFor(() => expect(sent()[0]?.toEnter).toEqual(after));
  await waitFor(() => expect(noteOf('CA')).toBeUndefined());
  await show('Meta');
  expect(noteOf('CA')).toBe('entered as +40%');
});

test('a second tick waits for the first one, and both are kept', async () => {
  const { server, sent, store } = await open(NONE);
  await known();
  const first = gate();
  const [tx, ca] = [entry('TX', { google: 0.7 }), entry('CA', { google: 1.4 })];
  store([tx], first.isOpen);
  await tick('TX');
  await tick('CA');
  expect(boxes()).toEqual(['- CA + Mobile', 'x TX', 'x CA']);
  await waitFor(() => expect(sent()).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent()).toHaveLength(1);
  first.open();
  server.answer(IN_USE, using([tx, ca]));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.toEnter).toEqual([tx, ca]);
  expect(boxes()).toEqual(['- CA + Mobile', 'x TX', 'x CA']);
});

test('a tick keeps the ones that somebody else has made meanwhile', async () => {
  const { server, sent } = await open(NONE);
  await known();
  server.answer(ALERTS, using([entry('CA', { google: 1.4, meta: 1.5 })]));
  server.answer(IN_USE, using([entry('CA', { google: 1.4, meta: 1.5 }), entry('TX', { google: 0.7 })]));
  await tick('TX');
  await waitFor(() => expect(boxes()).toEqual(['- CA + Mobile', 'x TX', 'x CA']));
  expect(sent()[0]?.toEnter).toEqual([entry('CA', { google: 1.4, meta: 1.5 }), entry('TX', { google: 0.7 })]);
});

test.each<[string, Answer]>([
  ['This did not work just now.', { isLost: true }],
  ['You are logged out.', { status: 401, body: { message: 'Unauthorized' } }],
  ['Analysis not found', { status: 404, body: { message: 'Analysis not found' } }],
])('a failure says why and puts the box back: %s', async (text, answer) => {
  const { server, sent, store } = await open(using([entry('CA', { google: 1.4 })]));
  await known();
  const slow = gate();
  server.answer(IN_USE, { ...answer, after: slow.isOpen });
  await tick('TX');
  expect(box('TX')).toBeChecked();
  slow.open();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(boxes()).toEqual(['- CA + Mobile', '- TX', 'x CA']);
  // The next one goes its way.
  const both = [entry('CA', { google: 1.4 }), entry('TX', { google: 0.7 })];
  store(both);
  await tick('TX');
  await waitFor(() => expect(sent()[1]?.toEnter).toEqual(both));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(box('TX')).toBeChecked());
});

test('more than is kept is not sent, and the page says so', async () => {
  const full = Array.from({ length: 100 }, (_, at) => entry(`v${at}`, { meta: 1.1 }));
  const { server, sent } = await open(using(full));
  await known();
  await tick('TX');
  expect((await screen.findByRole('alert')).textContent).toContain('at most 100 values');
  expect(sent()).toEqual([]);
  expect(box('TX')).not.toBeChecked();
  const rest = full.slice(1);
  server.answer(ALERTS, using(rest));
  server.answer(IN_USE, using([...rest, entry('TX', { google: 0.7 })]));
  await tick('TX');
  await waitFor(() => expect(sent()[0]?.toEnter).toHaveLength(100));
  await waitFor(() => expect(box('TX')).toBeChecked());
});

test('until it is known what is entered, no box can be ticked', async () => {
  await open({ isLost: true });
  expect((await screen.findByRole('alert')).textContent).toContain('This did not work just now.');
  expect(box('TX')).toBeDisabled();
});

test('results that are not saved have no boxes', async () => {
  const { server } = await open(NONE, null);
  expect(screen.queryByRole('checkbox', { name: /^Entered/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Entered' })).toBeNull();
  expect(server.received(ALERTS)).toEqual([]);
});

test('the boxes stand on the page alone, not in Copy, the steps or the report', async () => {
  await open(using([entry('CA', { google: 1.4 })]));
  await known();
  expect(screen.getByRole('columnheader', { name: 'Entered' })).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: /^Copy/ })[0]!); // the one of the table
  expect(await navigator.clipboard.readText()).not.toContain('Entered');
  await user.click(screen.getByRole('button', { name: 'Download Steps' }));
  expect(await downloads[0]?.blob.text()).not.toContain('Entered:');
  expect((await printReport(user)).textContent).not.toContain('Entered:');
});
