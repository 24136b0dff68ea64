import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { StoredToEnter } from '#contract/metrics.ts';
import type { PushPreview } from '#contract/push-answers.ts';
import { pushRequestSchema } from '#contract/pushes.ts';
import { useAlerts } from '#frontend/api/alerts.ts';
import { SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { gate, type Answer } from '#test/support/fake-server.ts';
import {
  ACCOUNT,
  AUDIENCES,
  bodyOf,
  connections,
  differenceRows,
  foundPlaces,
  installPushRoom,
  offer,
  PREVIEW,
  PUSH,
  pageOf,
  pushes,
  SPRINGFIELDS,
  TEXAS,
} from './push-room.tsx';

const { user, draw, open, chooseShop, pick, compare, confirmPlaces } = installPushRoom();

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => user.click(await button(name));
const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')));
const text = () => screen.getByRole('region', { name: 'Push Rules' }).textContent;
const UNDO = /^Undo the push of /;
const PREVIEW_CALL = 'POST /api/pushes/google-rules/preview';
const PUSH_CALL = 'POST /api/pushes/google-rules';
const LIST_CALL = 'GET /api/pushes?kind=google-rules';
const RECORD_CALL = 'GET /api/pushes/p-1';
const ALERTS = 'GET /api/analyses/worked/alerts';
const NONE = { body: { missing: null, isByValue: false, inUse: null, rules: [], alerts: [], next: null } };
const UNDO_CALL = 'POST /api/pushes/p-1/undo';
const failure = (status: number, code: string | undefined, message: string): Answer => ({
  status,
  body: { message, ...(code && { code }) },
});
const UNAUTHORIZED = failure(401, undefined, 'Unauthorized');

describe('what a push needs first', () => {
  test('is offered only where the document names the platform, and asks nothing before it is opened', async () => {
    offer('sheets', 'meta');
    const { server } = draw();
    await waitFor(() => expect(screen.getByText('Other tab')).toBeVisible());
    expect(screen.queryByText('Push Rules')).toBeNull();
    offer('google-rules');
    await press('Other tab');
    await press('Other tab');
    expect(await button('Push rules to Google Ads')).toHaveAttribute('aria-expanded', 'false');
    expect(server.calls()).toEqual([]);
  });

  test('leads a visitor who is signed out to the sign-in in another tab, and goes on afterwards', async () => {
    const { server } = await open({ answers: { 'GET /api/auth/user': SIGNED_OUT } });
    const link = await screen.findByRole('link', { name: 'Sign in in another tab' });
    expect(link).toHaveAttribute('href', '/api/login');
    expect(link).toHaveAttribute('target', '_blank');
    expect(server.calls()).toEqual(['GET /api/auth/user']);
    server.answer('GET /api/auth/user', SIGNED_IN);
    await comeBack();
    expect(await screen.findByText('Choose the account')).toBeVisible();
  });

  test.each([
    [null, 'Connect Google Ads (rules) in another tab'],
    [true, 'Connect Google Ads (rules) again in another tab'],
  ])('leads to the connections where there is none, or it is over: %s', async (isOver, name) => {
    const over = connections('google-rules').body as { connections: { connection: object }[] };
    const connection = isOver && { ...over.connections[0]?.connection, isOver: true };
    const { server } = await open({
      answers: { 'GET /api/connections': connections('google-rules', { connection: connection as never }) },
    });
    const link = await screen.findByRole('link', { name });
    expect(link).toHaveAttribute('href', '/connections');
    expect(link).toHaveAttribute('target', '_blank');
    expect(server.calls().some((call) => call.includes('/platforms/'))).toBe(false);
    server.answer('GET /api/connections', connections('google-rules'));
    await (isOver ? comeBack() : press('Look Again'));
    expect(await screen.findByText('Choose the account')).toBeVisible();
  });

  test('says so where the connections cannot be read, and tries again', async () => {
    const { server } = await open({ answers: { 'GET /api/connections': { isLost: true } } });
    expect(await screen.findByText('Your connections could not be loaded')).toBeVisible();
    server.answer('GET /api/connections', connections('google-rules'));
    await press('Try Again');
    expect(await screen.findByText('Choose the account')).toBeVisible();
  });

  test('is a beta until the operator has tried it', async () => {
    await open({ answers: { 'GET /api/connections': connections('google-rules', { isTried: false }) } });
    expect(await screen.findByText('Beta: not yet tried with a live account')).toBeVisible();
  });

  test('is no beta once it was tried', async () => {
    await open();
    await screen.findByText('Choose the account');
    expect(screen.queryByText(/^Beta/)).toBeNull();
  });
});

describe('the account', () => {
  test('is chosen by the visitor, with its id, currency and what it is', async () => {
    await open();
    await user.click(await screen.findByRole('combobox', { name: 'Google Ads account' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Shop1234567890 · USD',
      'Agency5550001111 · EUR · manager account · test account',
    ]);
    expect(screen.queryByText(/^Match your values/)).toBeNull();
  });

  test('is chosen already where there is one', async () => {
    const accounts = [{ ...ACCOUNT, name: 'Shop', currency: null, isManager: false, isTest: false }];
    await open({ answers: { 'GET /api/platforms/google-rules/accounts': { body: { accounts } } } });
    expect(await screen.findByText('Match your values to Google Ads')).toBeVisible();
  });

  test('says so where the connection opens none', async () => {
    await open({ answers: { 'GET /api/platforms/google-rules/accounts': { body: { accounts: [] } } } });
    expect(await screen.findByText(/opens no account of Google Ads/)).toBeVisible();
  });

  test('says only that some were not looked at where the others are closed', async () => {
    await open({ answers: many(0, 2) });
    expect(await screen.findByText(/^2 more accounts were not looked at/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Type the ID' })).toBeVisible();
    expect(screen.queryByText(/opens no account/)).toBeNull();
  });

  const many = (count: number, unread = 0) => ({
    'GET /api/platforms/google-rules/accounts': {
      body: {
        accounts: Array.from({ length: count }, (_, at) => {
          const fields = { via: null, currency: 'USD', isManager: false, isTest: false };
          return { ...fields, id: String(1_000_000_001 + at), name: `Client ${at + 1}` };
        }),
        unread,
      },
    },
  });

  test.each([
    ['ten are listed without a search', 10, 0],
    ['eleven have one', 11, 1],
  ])('of many: %s', async (_what, count, searches) => {
    await open({ answers: many(count) });
    await user.click(await screen.findByRole('combobox', { name: 'Google Ads account' }));
    expect(screen.queryAllByRole('combobox', { name: 'Search' })).toHaveLength(searches);
  });

  test('of 500 is found by its id, with dashes or without, and by its name', async () => {
    await open({ answers: many(500) });
    await user.click(await screen.findByRole('combobox', { name: 'Google Ads account' }));
    for (const [typed, found] of [
      ['100-000-0499', 'Client 499'],
      ['1000000312', 'Client 312'],
      ['client 77', 'Client 77'],
    ] as const) {
      const search = screen.getByRole('combobox', { name: 'Search' });
      await user.clear(search);
      await user.type(search, typed);
      expect(await screen.findByText('1 to choose from')).toBeInTheDocument();
      expect(screen.getByRole('option', { name: found })).toBeInTheDocument();
    }
  });

  test.each([
    [0, null],
    [1, '1 more account was not looked at. If yours is missing, type its ID.'],
    [7, '7 more accounts were not looked at. If yours is missing, type its ID.'],
  ])('says how many were not looked at: %i', async (unread, words) => {
    await open({ answers: many(1, unread) });
    await screen.findByRole('combobox', { name: 'Google Ads account' });
    if (words === null) expect(screen.queryByText(/not looked at/)).toBeNull();
    else expect(screen.getByText(words)).toBeVisible();
    // The only one of a list that lacks some is not taken by itself.
    expect(screen.queryAllByText('Match your values to Google Ads')).toHaveLength(words === null ? 1 : 0);
  });

  test('is typed where it is not listed, and the plan goes to it', async () => {
    const { server } = await open({ answers: many(2) });
    await user.click(await screen.findByRole('button', { name: 'Type the ID' }));
    const use = screen.getByRole('button', { name: 'Use This Account' });
    await user.type(screen.getByLabelText('Account ID'), 'my shop');
    await user.click(use);
    expect(screen.getByText('Digits only, please.')).toBeVisible();
    expect(screen.queryByText('Match your values to Google Ads')).toBeNull();
    await user.clear(screen.getByLabelText('Account ID'));
    await user.type(screen.getByLabelText('Account ID'), '777-888-9999');
    await user.type(screen.getByLabelText('Manager account ID'), '111 222 3333');
    await user.click(use);
    expect(await screen.findByText('Match your values to Google Ads')).toBeVisible();
    expect(bodyOf(server, 'POST /api/platforms/google-rules/places')).toMatchObject({
      account: { id: '7778889999', via: '1112223333' },
    });
    await user.click(screen.getByRole('button', { name: 'Choose from the List' }));
    await pick('Google Ads account', 'Client 2');
    await waitFor(() =>
      expect(bodyOf(server, 'POST /api/platforms/google-rules/places')).toMatchObject({
        account: { id: '1000000002', via: null },
      }),
    );
  });

  test('can be typed where the list cannot be read', async () => {
    const failed = failure(502, 'PROVIDER_UNAVAILABLE', 'No answer.');
    await open({ answers: { 'GET /api/platforms/google-rules/accounts': failed } });
    await user.click(await screen.findByRole('button', { name: 'Type the ID' }));
    await user.type(screen.getByLabelText('Account ID'), '7778889999');
    await user.click(screen.getByRole('button', { name: 'Use This Account' }));
    expect(await screen.findByText('Match your values to Google Ads')).toBeVisible();
  });

  test('of Microsoft is typed with its customer', async () => {
    await open({ platform: 'microsoft' });
    await user.click(await screen.findByRole('button', { name: 'Type the ID' }));
    await user.type(screen.getByLabelText('Account ID'), '815');
    await user.click(screen.getByRole('button', { name: 'Use This Account' }));
    expect(screen.getByText('Digits only, please.')).toBeVisible();
    await user.type(screen.getByLabelText('Customer ID'), '42');
    await user.click(screen.getByRole('button', { name: 'Use This Account' }));
    expect(await screen.findByText('Match your values to Microsoft Advertising')).toBeVisible();
  });
});

describe('the values that cannot be guessed', () => {
  test('each place is shown with country and type, and counts once it is confirmed', async () => {
    const { server } = await open();
    await chooseShop();
    expect(await screen.findByText('3 values of 3 to confirm.')).toBeVisible();
    expect(bodyOf(server, 'POST /api/platforms/google-rules/places')).toEqual({
      account: ACCOUNT,
      country: null,
      names: ['TX', 'Texas', 'CA', 'California', 'Canada', 'Springfield'],
    });
    expect(await button('Test')).toBeDisabled();
    expect(text()).toContain('3 values above must be confirmed first.');
    const texas = screen.getByRole('combobox', { name: 'Location TX on Google Ads' });
    expect(texas.textContent).toContain('Texas, United StatesState · United States');
    // Two are called 'Springfield', and 'CA' may be two places: none of them is proposed.
    expect(screen.getAllByRole('button', { name: /^Confirm / }).map((one) => one.textContent)).toEqual([
      'Confirm TX',
    ]);
    await confirmPlaces();
    expect(await screen.findByText('All 3 values matched.')).toBeVisible();
    await press('Test');
    await screen.findByRole('table', { name: 'Difference for Shop' });
    const sent = pushRequestSchema.parse(bodyOf(server, PREVIEW_CALL));
    expect(sent.account).toEqual(ACCOUNT);
    expect(sent.rules.map(({ multiplier, conditions: [first] }) => [multiplier, first?.values])).toEqual([
      [0.63, [{ id: TEXAS.id, name: 'Texas, United States', value: 'TX' }]],
      [2.19, [{ id: '21137', name: 'California, United States', value: 'CA' }]],
      [0.56, [{ id: '1', name: 'Springfield, Illinois, United States', value: 'Springfield' }]],
    ]);
  });

  test('a place of an earlier push need not be confirmed again', async () => {
    const places = foundPlaces({ TX: TEXAS.id, Springfield: '2' });
    await open({ answers: { 'POST /api/platforms/google-rules/places': { body: places } } });
    await chooseShop();
    expect(await screen.findByText('1 value of 3 to confirm.')).toBeVisible();
    expect(screen.getAllByText('Confirmed before')).toHaveLength(2);
    const springfield = screen.getByRole('combobox', { name: 'Location Springfield on Google Ads' });
    expect(springfield.textContent).toContain('Missouri');
  });

  test('several proposals can be confirmed at once, after a look', async () => {
    const places = foundPlaces();
    const onlyOne = places.places.map((one) =>
      one.name === 'Springfield' ? { ...one, candidates: SPRINGFIELDS.slice(0, 1) } : one,
    );
    await open({ answers: { 'POST /api/platforms/google-rules/places': { body: { places: onlyOne } } } });
    await chooseShop();
    await press('Confirm the 2 shown matches');
    expect(await screen.findByText('1 value of 3 to confirm.')).toBeVisible();
    expect(screen.getAllByText('Confirmed')).toHaveLength(2);
  });

  test('a place without a match is looked up by another name', async () => {
    const without = foundPlaces().places.map((one) => ({ ...one, candidates: [] }));
    const { server } = await open({
      answers: { 'POST /api/platforms/google-rules/places': { body: { places: without } } },
    });
    await chooseShop();
    const [field] = await screen.findAllByLabelText('Another name for TX');
    server.answer('POST /api/platforms/google-rules/places', {
      body: { places: [{ name: 'Lone Star State', candidates: [TEXAS], confirmedId: TEXAS.id }] },
    });
    // It was pushed for a value of that name, which says nothing about this one.
    await user.type(field!, 'Lone Star State{Enter}');
    await press('Confirm TX');
    expect(bodyOf(server, 'POST /api/platforms/google-rules/places')).toMatchObject({
      names: ['Lone Star State'],
    });
    expect(await screen.findByText('2 values of 3 to confirm.')).toBeVisible();
  });

  test('a country narrows the look-up', async () => {
    const { server } = await open();
    await chooseShop();
    await user.click(await screen.findByRole('combobox', { name: 'Country of the places' }));
    await user.keyboard('Germ{Enter}');
    await waitFor(() =>
      expect(bodyOf(server, 'POST /api/platforms/google-rules/places')).toMatchObject({ country: 'DE' }),
    );
  });

  test('a list of the account is chosen for an audience, and none is proposed by its name', async () => {
    const { server } = await open({ kinds: ['audience', 'none'] });
    await chooseShop();
    expect(await screen.findByText('1 value of 3 to confirm.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Confirm / })).toBeNull();
    expect(screen.queryByLabelText('Country of the places')).toBeNull();
    const lists = screen.getByRole('combobox', { name: 'Audience TX on Google Ads' });
    await user.click(lists);
    const closed = await screen.findByRole('option', { name: /^Old list/ });
    expect(closed).toHaveAttribute('aria-disabled', 'true');
    expect(closed.textContent).toContain('The list is closed.');
    await user.click(screen.getByRole('option', { name: /^TX/ }));
    await press('Test');
    await screen.findByRole('table', { name: 'Difference for Shop' });
    const sent = pushRequestSchema.parse(bodyOf(server, PREVIEW_CALL));
    expect(sent.rules.map(({ conditions: [first] }) => first?.values[0]?.id)).toEqual(['a1', 'a3', 'a4']);
  });

  test('a list of one account is not taken for another one', async () => {
    const accounts = 'GET /api/platforms/google-rules/accounts/5550001111/audiences';
    const others = { audiences: AUDIENCES.audiences.map((one) => ({ ...one, confirmedFor: [] })) };
    await open({ kinds: ['audience', 'none'], answers: { [accounts]: { body: others } } });
    await chooseShop();
    await pick('Audience TX on Google Ads', /^TX/);
    expect(await screen.findByText('All 3 values matched.')).toBeVisible();
    await pick('Google Ads account', 'Agency');
    expect(await screen.findByText('3 values of 3 to confirm.')).toBeVisible();
    await pick('Google Ads account', 'Shop');
    expect(await screen.findByText('All 3 values matched.')).toBeVisible();
  });

  test('nothing is asked for values with one id', async () => {
    const { server } = await open({ platform: 'microsoft', kinds: ['none', 'device'], cells: DEVICES });
    await chooseShop();
    expect(await button('Check')).toBeEnabled();
    expect(screen.queryByText(/^Match your values/)).toBeNull();
    expect(server.calls().some((call) => call.endsWith('/places'))).toBe(false);
  });

  test('placements of Meta are chosen from its words', async () => {
    await open({ platform: 'meta', kinds: ['placement', 'none'] });
    await chooseShop();
    await pick('Placement TX on Meta', 'Instagram Reels');
    expect(await screen.findByText('2 values of 3 to confirm.')).toBeVisible();
  });

  test('a look-up that failed says why, and is tried again', async () => {
    const call = 'POST /api/platforms/google-rules/places';
    const busy = failure(429, 'TOO_MANY_REQUESTS', 'Google Ads allows no more calls. Please wait an hour.');
    const { server } = await open({ answers: { [call]: busy } });
    await chooseShop();
    expect(await screen.findByText('Too many calls')).toBeVisible();
    expect(text()).toContain('Please wait an hour.');
    server.answer(call, { body: foundPlaces() });
    await press('Try Again');
    expect(await screen.findByText('3 values of 3 to confirm.')).toBeVisible();
  });
});

const DEVICES: Parameters<typeof open>[0] extends { cells?: infer Cells } | undefined
  ? NonNullable<Cells>
  : never = [
  [['CA', 'Mobile'], 1000, 100],
  [['CA', 'Desktop'], 1000, 600],
];

describe('the difference', () => {
  test('is a table, with what is never touched, what the rules touch and what cannot be taken back', async () => {
    await compare();
    await button('Push 3 changes');
    expect(differenceRows()).toEqual([
      ['Rule', 'Action', 'In the Account', 'After the Push'],
      ['Location: Texas, United States', '+Add', '–', 'Multiply by 0.60'],
      ['Device: Desktop', '~Change', 'Multiply by 1.10', 'Multiply by 1.30'],
      ['Device: Tablet', '‖Pause', 'Multiply by 2.00', 'Paused (Multiply by 2.00)'],
      ['Device: Mobile', '=Leave', 'Multiply by 0.70', 'Multiply by 0.70'],
    ]);
    const shown = text() ?? '';
    expect(shown).toContain('1 other rule of the account, never touched');
    expect(shown).toContain('The rule set has the condition type Location for good.');
    // Said before the button.
    expect(shown.indexOf('Lead form, Purchase')).toBeLessThan(shown.indexOf('Push 3 changes'));
    expect(shown).toContain('Google Ads has tested the first write and would take it.');
  });

  test('is checked by us where the platform has no test', async () => {
    const body: PushPreview = { ...PREVIEW, isTested: false };
    await open({
      platform: 'microsoft',
      kinds: ['none', 'device'],
      cells: DEVICES,
      answers: { 'POST /api/pushes/microsoft/preview': { body } },
    });
    await chooseShop();
    await press('Check');
    expect(await button('Push 3 changes')).toBeEnabled();
    expect(text()).toContain('which offers no test');
    expect(text()).toContain('Checked by us');
  });

  test('has no button where something stands against it, and says which rule it is', async () => {
    const problems = [
      { rule: 1, message: 'Google Ads takes 10 at most.' },
      { rule: null, message: 'Another account tracks the conversions.' },
    ];
    await compare({ answers: { [PREVIEW_CALL]: { body: { ...PREVIEW, problems } } } });
    const alert = await screen.findByRole('alert');
    const listed = within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(listed).toEqual([
      'Rule 2 (CA): Google Ads takes 10 at most.',
      'Another account tracks the conversions.',
    ]);
    expect(screen.queryByRole('button', { name: /^Push \d/ })).toBeNull();
  });

  test('has no button where the account has the rules already', async () => {
    const difference = PREVIEW.difference.slice(3);
    await compare({ answers: { [PREVIEW_CALL]: { body: { ...PREVIEW, difference, others: [] } } } });
    expect(await screen.findByText(/^Shop already has the rules of this plan/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Push \d/ })).toBeNull();
    expect(text()).toContain('The account has no other rules.');
  });

  test('that shows the rules of a saved plan in the account already lets the visitor say that they are in use', async () => {
    const difference = PREVIEW.difference.slice(3);
    const inUse = 'POST /api/analyses/worked/rules-in-use';
    const { server, rules } = await compare({
      planOf: { id: 'worked', version: 0 },
      answers: { [PREVIEW_CALL]: { body: { ...PREVIEW, difference } }, [inUse]: { isLost: true } },
    });
    await press('These rules are in use');
    expect((await screen.findByRole('alert')).textContent).toContain('This did not work just now.');
    server.answer(inUse, NONE);
    await press('These rules are in use');
    expect(await screen.findByText('Alerts now go by these rules.')).toBeVisible();
    const { toEnter, ...said } = bodyOf(server, inUse) as { toEnter: StoredToEnter[] };
    expect(said).toEqual({ version: 0, by: 'google-rules' });
    const figures = toEnter.flatMap((entered) => entered.figures);
    expect(figures.length).toBeGreaterThan(0);
    for (const { platform, multiplier } of figures) {
      expect(platform).toBe('google');
      expect(rules.map((rule) => rule.multiplier)).toContain(multiplier);
    }
    expect(server.received(PUSH_CALL)).toEqual([]);
  });

  test('counts for the choices it was made for', async () => {
    await compare();
    await button('Push 3 changes');
    await pick('Location Springfield on Google Ads', /Missouri/);
    expect(await screen.findByText('Your choices have changed since the test')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Push \d/ })).toBeNull();
    await press('Test Again');
    expect(await button('Push 3 changes')).toBeEnabled();
  });
});

/** A part of the page that knows the rules in use. */
function Alerts() {
  useAlerts('worked', true);
  return null;
}

describe('a push', () => {
  test('sends back the picture that was approved, and shows what was written and read back', async () => {
    const { server } = await compare();
    const written = gate();
    server.answer(PUSH_CALL, { status: 201, body: { push: PUSH }, after: written.isOpen });
    await press('Push 3 changes');
    expect(await screen.findByText(/It goes on if you leave this page/)).toBeVisible();
    expect(await button('Test')).toHaveAttribute('aria-disabled', 'true');
    expect(await button('Test')).toHaveFocus();
    server.answer(LIST_CALL, pushes(PUSH));
    written.open();
    expect(await screen.findByText('3 changes written and read back', { selector: 'p' })).toBeVisible();
    const approved = bodyOf(server, PREVIEW_CALL) as object;
    expect(bodyOf(server, PUSH_CALL)).toEqual({ ...approved, picture: 'picture-1' });
    expect(server.received(PUSH_CALL)).toHaveLength(1);
    expect(text()).toContain('Add 1 rule');
    expect(text()).not.toMatch(/alerts/i);
  });

  test('of a saved plan names it with its figures on this platform, and the page reads anew what is in use', async () => {
    const marked = { ...PUSH, rulesInUse: 'marked' as const };
    const { server } = await compare({
      planOf: { id: 'worked', version: 2 },
      beside: <Alerts />,
      answers: { [ALERTS]: NONE, [PUSH_CALL]: { status: 201, body: { push: marked } } },
    });
    await button('Push 3 changes');
    const before = server.received(ALERTS).length;
    server.answer(LIST_CALL, pushes(marked));
    await press('Push 3 changes');
    expect(await screen.findByText(/^These rules came into use/)).toBeVisible();
    await waitFor(() => expect(server.received(ALERTS).length).toBeGreaterThan(before));
    const { analysis, rules } = bodyOf(server, PUSH_CALL) as {
      analysis: { id: string; version: number; toEnter: StoredToEnter[] };
      rules: { multiplier: number }[];
    };
    expect(analysis).toMatchObject({ id: 'worked', version: 2 });
    const figures = analysis.toEnter.flatMap((entered) => entered.figures);
    expect(figures.length).toBeGreaterThan(0);
    for (const { platform, multiplier } of figures) {
      expect(platform).toBe('google');
      expect(rules.map((rule) => rule.multiplier)).toContain(multiplier);
    }
  });

  test('stays where it is while another tab of the results is shown', async () => {
    const { server } = await compare();
    const written = gate();
    server.answer(PUSH_CALL, { status: 201, body: { push: PUSH }, after: written.isOpen });
    await press('Push 3 changes');
    await press('Other tab');
    server.answer(LIST_CALL, pushes(PUSH));
    await act(async () => written.open());
    await press('Other tab');
    expect(await screen.findByText('3 changes written and read back', { selector: 'p' })).toBeVisible();
    expect(screen.getByText('All 3 values matched.')).toBeVisible();
  });

  test('stops where the account has changed, and shows the new difference', async () => {
    const { server } = await compare();
    await button('Push 3 changes');
    server.answer(PUSH_CALL, failure(409, 'ACCOUNT_CHANGED', 'The account has changed.'));
    const changed: PushPreview = {
      ...PREVIEW,
      picture: 'picture-2',
      difference: PREVIEW.difference.slice(0, 1),
    };
    server.answer(PREVIEW_CALL, { body: changed });
    await press('Push 3 changes');
    expect(await screen.findByText('The account has changed since you looked')).toBeVisible();
    expect(differenceRows()).toHaveLength(2);
    server.answer(PUSH_CALL, { status: 201, body: { push: PUSH } });
    await press('Push 1 change');
    await screen.findByText('3 changes written and read back', { selector: 'p' });
    expect(bodyOf(server, PUSH_CALL)).toMatchObject({ picture: 'picture-2' });
  });

  test('that stopped on the way says what was written, and looks again for what is missing', async () => {
    const stopped = {
      ...PUSH,
      state: 'stopped' as const,
      written: ['Add 1 rule'],
      problem: 'Google Ads did not answer to this write: Change 2 rules. It was not repeated.',
    };
    const { server } = await compare({
      answers: { [PUSH_CALL]: { status: 201, body: { push: stopped } } },
    });
    server.answer(LIST_CALL, pushes(stopped));
    await press('Push 3 changes');
    const title = await screen.findByText('The push stopped on the way', { selector: 'p' });
    const notice = title.parentElement!;
    expect(notice.textContent).toContain('It was not repeated.');
    expect(notice.textContent).toContain('WrittenAdd 1 rule');
    server.answer(PREVIEW_CALL, { body: { ...PREVIEW, difference: PREVIEW.difference.slice(1) } });
    await user.click(within(notice).getByRole('button', { name: 'Look Again' }));
    expect(await button('Push 2 changes')).toBeEnabled();
  });

  test('to Meta ends with the step of choosing the set in an ad set', async () => {
    const next = ['Ads Manager > your ad set > Value rules: select Lead values 2026-11-25. Publish.'];
    await open({
      platform: 'meta',
      kinds: ['none', 'device'],
      cells: DEVICES,
      answers: { 'POST /api/pushes/meta': { status: 201, body: { push: { ...PUSH, kind: 'meta', next } } } },
    });
    await chooseShop();
    await press('Check');
    await press('Push 3 changes');
    expect(await screen.findByText(next[0]!)).toBeVisible();
    expect(screen.getByText('Left to do by hand')).toBeVisible();
    // They are steps, in their order.
    expect(screen.getByText('Left to do by hand').nextElementSibling?.tagName).toBe('OL');
  });
});

describe('a call that failed', () => {
  test.each([
    [
      failure(502, 'PROVIDER_UNAVAILABLE', 'Google Ads did not answer.'),
      'There was no answer from Google Ads',
      'did not answer',
    ],
    [failure(429, 'TOO_MANY_REQUESTS', 'Please wait.'), 'Too many calls', 'Please wait.'],
    [
      failure(409, 'PLATFORM_REFUSED', 'No such list.'),
      'Google Ads refused it',
      'No such list. Nothing was written.',
    ],
    [
      failure(409, 'STORAGE_LIMIT', 'Your 5 MB are full.'),
      'Nothing was pushed',
      'Your 5 MB are full. Nothing was written.',
    ],
    [
      failure(507, 'SERVICE_FULL', 'No room.'),
      'Nothing was pushed',
      'No room. Nothing was written. Your choices stay here.',
    ],
    [
      failure(404, '', 'Analysis not found'),
      'Nothing was pushed',
      'The saved analysis of these results was deleted, or moved. Nothing was written.',
    ],
    [
      failure(403, 'NOT_NAMED', 'Ask an admin.'),
      'This ad account is not named for the team',
      'Ask an admin. Nothing was written.',
    ],
    [
      failure(409, 'PUSH_RUNNING', ''),
      'Another push to this account is under way',
      'Wait until it has ended',
    ],
    [
      failure(409, 'DISCONNECTED', ''),
      'The connection Google Ads (rules) has ended',
      'Connect again in another tab',
    ],
    [failure(500, 'INTERNAL', 'Something went wrong.'), 'That did not work', 'The push may have been made'],
    [{ isLost: true }, 'The answer was lost', 'The push may have been made, wholly or in part'],
    [{ status: 201, body: { push: 'nonsense' } }, 'The answer was lost', 'wholly or in part'],
  ] satisfies [Answer, string, string][])('%j says why, and loses nothing', async (answer, title, words) => {
    const { server } = await compare({ answers: { [PUSH_CALL]: answer } });
    await press('Push 3 changes');
    const notice = (await screen.findByText(title)).parentElement!;
    expect(notice.textContent).toContain(words);
    expect(screen.getByText('All 3 values matched.')).toBeVisible();
    // The push is not repeated by itself.
    expect(server.received(PUSH_CALL)).toHaveLength(1);
    const listed = server.received(LIST_CALL).length;
    await press('Look Again');
    expect(await button('Push 3 changes')).toBeEnabled();
    expect(server.received(LIST_CALL).length).toBeGreaterThan(listed);
    expect(server.received(PUSH_CALL)).toHaveLength(1);
  });

  test.each([
    [{ isLost: true }, 'There was no answer'],
    [failure(409, 'DISCONNECTED', ''), 'The connection Google Ads (rules) has ended'],
    [failure(400, 'INVALID_INPUT', 'rules: too many'), 'That did not work'],
  ] satisfies [Answer, string][])(
    'a test that failed with %j says that nothing was written',
    async (answer, title) => {
      const { server } = await compare({ answers: { [PREVIEW_CALL]: answer } });
      const notice = (await screen.findByText(title)).parentElement!;
      expect(notice.textContent).toMatch(/nothing was written/i);
      server.answer(PREVIEW_CALL, { body: PREVIEW });
      await press('Try Again');
      expect(await button('Push 3 changes')).toBeEnabled();
    },
  );

  test('after the end of the session asks to sign in, and keeps what was confirmed', async () => {
    const { server } = await compare({ answers: { [PUSH_CALL]: UNAUTHORIZED } });
    await button('Push 3 changes');
    server.answer('GET /api/auth/user', SIGNED_OUT);
    await press('Push 3 changes');
    await screen.findByRole('link', { name: 'Sign in in another tab' });
    server.answer('GET /api/auth/user', SIGNED_IN);
    await comeBack();
    expect(await screen.findByText('All 3 values matched.')).toBeVisible();
    // The rules that were approved before are compared anew: no push goes on, and none is said to have failed.
    expect(screen.queryByRole('button', { name: 'Push 3 changes' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Look Again' })).toBeNull();
    expect(server.received(PUSH_CALL)).toHaveLength(1);
    await press('Test');
    expect(await button('Push 3 changes')).toBeEnabled();
  });
});

describe('earlier pushes', () => {
  const EARLIER = {
    ...PUSH,
    id: 'p-0',
    canUndo: false,
    createdAt: '2026-11-24T12:00:00.000Z',
    state: 'undone' as const,
  };

  test('are listed with what each has done, newest first, and only the last can be undone', async () => {
    await open({ answers: { [LIST_CALL]: pushes(PUSH, EARLIER) } });
    const history = await screen.findByRole('region', { name: 'Your pushes to Google Ads' });
    const [last, first, ...others] = within(history).getAllByRole('group');
    expect(others).toEqual([]);
    expect(last?.textContent).toMatch(
      /Nov 25, 2026.*Shop.*1 added, 1 changed, 1 paused, 1 unchanged.*Written/,
    );
    expect(first?.textContent).toMatch(/Nov 24, 2026.*Undone/);
    expect(within(history).getAllByRole('button', { name: UNDO })).toHaveLength(1);
  });

  test('show their rules once they are opened, also at a second try', async () => {
    const { server } = await open({
      answers: { [LIST_CALL]: pushes(PUSH, EARLIER), [RECORD_CALL]: { isLost: true } },
    });
    const history = await screen.findByRole('region', { name: 'Your pushes to Google Ads' });
    const [last] = within(history).getAllByRole('group');
    expect(server.received(RECORD_CALL)).toEqual([]);
    expect(within(history).queryByRole('table')).toBeNull();
    await user.click(within(last!).getByText(/Nov 25, 2026/, { selector: 'summary > span' }));
    expect(await within(history).findByText('This push could not be loaded')).toBeVisible();
    const read = gate();
    server.answer(RECORD_CALL, { body: { push: PUSH }, after: read.isOpen });
    await press('Try Again');
    expect(await within(history).findByText('Loading what was written...')).toBeVisible();
    read.open();
    expect((await within(history).findByRole('table')).textContent).toContain('Device: Tablet');
    expect(last?.textContent).toContain('Change 2 rules');
  });

  test('are shown page by page', async () => {
    const older = { ...EARLIER, id: 'p-older', createdAt: '2026-11-01T12:00:00.000Z' };
    const page = gate();
    await open({
      answers: {
        [LIST_CALL]: pageOf([PUSH, EARLIER], 'p-0'),
        [`${LIST_CALL}&before=p-0`]: { ...pageOf([older], null), after: page.isOpen },
      },
    });
    const history = await screen.findByRole('region', { name: 'Your pushes to Google Ads' });
    await press('Show more');
    expect(await within(history).findByRole('button', { name: 'Loading...' })).toBeDisabled();
    expect(within(history).getAllByRole('group')).toHaveLength(2);
    page.open();
    expect(await within(history).findByText(/Nov 1, 2026/)).toBeVisible();
    expect(within(history).getAllByRole('group')).toHaveLength(3);
    expect(within(history).queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('are undone once the visitor has confirmed it, with what the platform keeps', async () => {
    const undone = {
      ...PUSH,
      state: 'undone' as const,
      canUndo: false,
      undoneAt: '2026-11-25T13:00:00.000Z',
      written: [...PUSH.written, 'Remove 1 rule'],
      kept: ['The rule set keeps its condition type Location.'],
      rulesInUse: 'restored' as const,
    };
    const { server } = await open({
      beside: <Alerts />,
      answers: {
        [ALERTS]: NONE,
        [LIST_CALL]: pushes(PUSH, EARLIER),
        [UNDO_CALL]: { status: 201, body: { push: undone } },
      },
    });
    const asked = server.received(ALERTS).length;
    await press(UNDO);
    const dialog = await screen.findByRole('alertdialog', { name: 'Undo this push?' });
    expect(dialog.textContent).toContain('Our rules in Shop');
    expect(server.received(UNDO_CALL)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(server.received(UNDO_CALL)).toEqual([]);
    await press(UNDO);
    server.answer(LIST_CALL, pushes(undone, EARLIER));
    await press('Undo the push');
    const history = await screen.findByRole('region', { name: 'Your pushes to Google Ads' });
    await waitFor(() => expect(within(history).getAllByText('Undone')).toHaveLength(2));
    server.answer(RECORD_CALL, { body: { push: undone } });
    await user.click(within(history).getByText(/Nov 25, 2026/, { selector: 'summary > span' }));
    expect(await within(history).findByText('The rule set keeps its condition type Location.')).toBeVisible();
    expect(within(history).getByText('The rules before are in use again, with their alerts.')).toBeVisible();
    await waitFor(() => expect(server.received(ALERTS).length).toBeGreaterThan(asked));
    await user.click(within(history).getByText(/Nov 25, 2026/, { selector: 'summary > span' }));
    expect(screen.queryByRole('button', { name: UNDO })).toBeNull();
    // The pressed button has gone; its push has the focus.
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Nov 25, 2026'));
    expect(server.received(UNDO_CALL)).toHaveLength(1);
  });

  test('are not undone where somebody has changed the rules since', async () => {
    await open({
      answers: {
        [LIST_CALL]: pushes(PUSH),
        [UNDO_CALL]: failure(409, 'ACCOUNT_CHANGED', 'Somebody has changed these rules.'),
      },
    });
    await press(UNDO);
    await press('Undo the push');
    expect(await screen.findByText('It was not undone')).toBeVisible();
    expect(text()).toContain('Somebody has changed these rules.');
    expect(screen.getByText('Written', { selector: 'span' })).toBeVisible();
  });

  test('say so where they cannot be loaded', async () => {
    const { server } = await open({ answers: { [LIST_CALL]: { isLost: true } } });
    expect(await screen.findByText('Your pushes could not be loaded')).toBeVisible();
    server.answer(LIST_CALL, pushes(PUSH));
    await press('Try Again');
    expect(await screen.findByRole('region', { name: 'Your pushes to Google Ads' })).toBeVisible();
  });
});
