import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import type { Send } from '#contract/sends.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { PerLeadValues } from '#frontend/features/per-lead/per-lead-values.tsx';
import { UPLOAD_FORM } from '#frontend/features/platforms/chosen-upload.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import { StagesProvider } from '#frontend/features/stages/stages-run.tsx';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { createLeadFiles, type LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { takeProblems } from '../../schemas/check-request.ts';
import { stubBrowserThread } from '../../support/browser-thread.ts';
import { skipWaits } from '../../support/clock.ts';
import { googleStatus, startDataManager, termsNotSigned } from '../../support/data-manager-stand-in.ts';
import { tallyOfCells } from '../../support/analysis-builders.ts';
import { workedCells, workedFields } from '../../support/analysis-worked-example.ts';
import { startSendSite } from '../../support/send-site.ts';
import { ShownRoom } from '../../support/shown-results.tsx';
import { makeUploadLeads, UPLOAD_HEADERS, uploadCsv, type UploadLead } from '../../support/upload-leads.ts';
import { installBrowserApis } from '../ui/dom.ts';
import { catchDownloads, CONTEXT } from '../results/results-room.tsx';
import { eventually } from '../../support/eventually.ts';

installBrowserApis();
const downloads = catchDownloads();

afterEach(() => expect(takeProblems()).toEqual([]));

beforeEach(() => document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets google-values'));
afterEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  document.documentElement.removeAttribute(OFFERS_ATTRIBUTE);
  vi.useRealTimers();
});

const ANALYSIS = analyse(tallyOfCells(workedFields, workedCells), {
  conversionValue: 100,
  thresholdPercent: 10,
});
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [
    { column: 1, field: 'Source', ranges: null, mapping: new Map() },
    { column: 2, field: 'Device', ranges: null, mapping: new Map() },
  ],
};
const ACCOUNT = '1234567890';
const ACTION = '987654321';

interface RoomOptions {
  leads?: readonly UploadLead[];
  google?: ReturnType<typeof startDataManager>;
  user?: object | null;
  connection?: object | null;
  isTried?: boolean;
  sends?: Send[];
  orderColumn?: 'Note';
  /** Answers of the Worker about what the connection 'Rules' can read. */
  lists?: Record<string, unknown>;
  stages?: ComponentProps<typeof ShownRoom>['stages'];
  /** Whether the pause before the next request is to go on for ever. */
  isHeld?(): boolean;
}

const startGoogle = (more: Partial<Parameters<typeof startDataManager>[0]> = {}) =>
  startDataManager({ accounts: { [ACCOUNT]: { actions: { [ACTION]: 'UPLOAD_CLICKS' } } }, ...more });

/** The page with an open file, our site and Google, all in this process. */
async function openRoom(options: RoomOptions = {}) {
  skipWaits(options.isHeld);
  stubBrowserThread();
  const google = options.google ?? startGoogle();
  const {
    connection = {
      account: 'ann@example.com',
      connectedAt: null,
      lastUsedAt: null,
      endsAt: null,
      madeBy: null,
      isOver: false,
    },
  } = options;
  const site = startSendSite(google, {
    answers: {
      'GET /api/auth/user': options.user === undefined ? { email: 'me@example.com' } : options.user,
      'GET /api/connections': {
        connections: [
          { kind: 'google-values', isTried: options.isTried ?? false, connection },
          ...(options.lists ? [{ kind: 'google-rules', isTried: false, connection }] : []),
        ],
      },
      ...options.lists,
    },
  });
  site.sends.push(...(options.sends ?? []));
  const thread = createLeadThread();
  const file = new File([uploadCsv(options.leads ?? makeUploadLeads(40, Date.now()))], 'leads.csv');
  const opened = await thread.ask(
    'open',
    { file, options: {} },
    { onProgress: () => {}, signal: new AbortController().signal },
  );
  if (!opened.ok) throw new Error(opened.error.reason);
  const real = createLeadFiles(thread, opened.value, PLAN);
  const files: LeadFiles = { ...real, fitModel: async () => ({ isOffered: false, why: 'not-better' }) };
  const form = {
    ...UPLOAD_FORM.first,
    timeZone: 'UTC',
    conversions: { 'Conversion name': 'Qualified lead' },
    ...(options.orderColumn && { columns: { orderId: 10 } }),
  };
  const begin = new Map<TabChoice<unknown>, unknown>([[UPLOAD_FORM, form]]);
  render(
    <ShownRoom
      analysis={ANALYSIS}
      context={CONTEXT}
      leadFiles={files}
      begin={begin}
      {...(options.stages && { stages: options.stages })}
    >
      <StagesProvider>
        <PerLeadValues part="files" choices={{ action: 'every-lead' }} />
      </StagesProvider>
    </ShownRoom>,
  );
  return { user: userEvent.setup(), google, site };
}

const heading = () => screen.findByRole('heading', { name: 'Send to Google Ads' });
const press = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

/** Opens the part, and waits until it is connected. */
async function openSend(options: RoomOptions = {}) {
  const room = await openRoom(options);
  await room.user.click(await press('Send to Google Ads'));
  await heading();
  return room;
}

type Room = Awaited<ReturnType<typeof openRoom>>;

async function fillDestination(
  user: Room['user'],
  destination: Partial<Record<'account' | 'action' | 'manager', string>> = {},
) {
  const { account = '123-456-7890', action = ACTION, manager = '' } = destination;
  for (const [label, text] of [
    ['Google Ads account', account],
    ['ID of the conversion action', action],
    ['Manager account', manager],
  ] as const) {
    const field = await screen.findByRole('textbox', { name: label });
    await user.clear(field);
    if (text) await user.type(field, text);
  }
}

async function look({ user }: Room, destination = {}) {
  await fillDestination(user, destination);
  await user.click(await press('Look at the Values'));
}

async function testAndSend(room: Room) {
  await look(room);
  await room.user.click(await press('Test'));
  await room.user.click(await press(/^Send [\d,]+ values?$/));
}

describe('where it is offered', () => {
  test('the button stands beside the download for Data Manager, and for no other file', async () => {
    const { user } = await openRoom();
    expect(await press('Send to Google Ads')).toBeEnabled();
    await user.click(await press('LinkedIn'));
    expect(screen.queryByRole('button', { name: 'Send to Google Ads' })).toBeNull();
  });

  test('elsewhere nothing of it is visible', async () => {
    document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets google-rules');
    await openRoom();
    await press('Download for Google Data Manager');
    expect(screen.queryByText(/Send to Google/)).toBeNull();
    expect(screen.getByText(/nothing is sent anywhere/)).toBeInTheDocument();
  });

  test('a visitor who is signed out is led to sign-in, and the leads stay', async () => {
    await openSend({ user: null });
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/auth/login', '_blank']);
    expect(screen.queryByRole('textbox', { name: 'Google Ads account' })).toBeNull();
  });

  test.each([
    ['no connection', null, 'Connect Google Ads (send values)'],
    [
      'a connection that is over',
      {
        account: 'a@example.com',
        connectedAt: null,
        lastUsedAt: null,
        endsAt: null,
        madeBy: null,
        isOver: true,
      },
      'Connect again',
    ],
  ])('a user with %s is led to the connections', async (_what, connection, name) => {
    await openSend({ connection });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/connections');
  });

  test.each([
    [false, 1],
    [true, 0],
  ])('it says whether it was tried with a live account: %s', async (isTried, times) => {
    await openSend({ isTried });
    await press('Look at the Values');
    expect(screen.queryAllByText('Beta: not yet tried with a live account')).toHaveLength(times);
  });
});

describe('the destination', () => {
  test('is asked for with digits, with or without hyphens', async () => {
    const room = await openSend();
    await look(room, { account: '123-456-789', action: 'abc', manager: '12' });
    expect(screen.getAllByText('Ten digits, such as 123-456-7890.')).toHaveLength(2);
    expect(screen.getByText('Digits only, such as 987654321.')).toBeInTheDocument();
    expect(room.google.received).toEqual([]);
    await look(room, { account: '123 456 7890' });
    expect(
      await screen.findByText(/go to conversion action 987654321 of account 123-456-7890/),
    ).toBeInTheDocument();
  });

  test('is that of the last send until another one is typed', async () => {
    await openSend({ sends: [pastSend({ done: 40 })] });
    expect(await screen.findByRole('textbox', { name: 'Google Ads account' })).toHaveValue('123-456-7890');
    expect(screen.getByRole('textbox', { name: 'ID of the conversion action' })).toHaveValue(ACTION);
  });
});

describe('the destination, where the connection for rules can read it', () => {
  const ACCOUNTS = 'GET /api/platforms/google-rules/accounts';
  const account = {
    id: ACCOUNT,
    via: '1112223333',
    name: 'Shop',
    currency: 'EUR',
    isManager: false,
    isTest: true,
  };
  const action = {
    id: ACTION,
    name: 'Qualified lead',
    type: 'UPLOAD_CLICKS',
    category: 'QUALIFIED_LEAD',
    isPrimary: true,
    ownerId: null,
  };
  const lists = (changes: object = {}) => ({
    [ACCOUNTS]: { accounts: [account, { ...account, id: '2222222222', via: null, name: 'Other' }] },
    [`${ACCOUNTS}/${ACCOUNT}/conversion-actions?via=1112223333`]: {
      conversionActions: [action, { ...action, id: '5', name: 'Purchase', type: 'WEBPAGE' }],
      trackedBy: null,
      ...changes,
    },
  });
  const pick = async (user: Room['user'], label: string, option: RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  test('is chosen by name, and only actions for imports from clicks are offered', async () => {
    const google = startGoogle({
      accounts: {
        [ACCOUNT]: { actions: { [ACTION]: 'UPLOAD_CLICKS' }, isDirect: false, managers: ['1112223333'] },
      },
    });
    const { user } = await openSend({ google, lists: lists() });
    await pick(user, 'Google Ads account', /Shop/);
    await user.click(await screen.findByRole('combobox', { name: 'Conversion action' }));
    expect(await screen.findByRole('option', { name: /Qualified lead/ })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: /Purchase/ })).toBeNull();
    await user.click(screen.getByRole('option', { name: /Qualified lead/ }));
    await user.click(await press('Look at the Values'));
    expect(await screen.findByText(/of account 123-456-7890, through 111-222-3333/)).toBeInTheDocument();
    await user.click(await press('Test'));
    expect(await screen.findByText(/Google would take all 40 values/)).toBeInTheDocument();
  });

  test('says where conversions are kept in another account', async () => {
    const { user } = await openSend({ lists: lists({ conversionActions: [], trackedBy: '1112223333' }) });
    await pick(user, 'Google Ads account', /Shop/);
    expect(await screen.findByText(/are kept in account 111-222-3333/)).toBeInTheDocument();
  });

  test('can be typed too, and is typed where it cannot be read', async () => {
    const { user } = await openSend({ lists: lists() });
    await user.click(await press('Type the IDs'));
    expect(screen.getByRole('textbox', { name: 'Google Ads account' })).toBeInTheDocument();
    await user.click(await press('Choose from Lists'));
    expect(await screen.findByRole('combobox', { name: 'Google Ads account' })).toBeInTheDocument();
  });

  test.each([
    [0, null],
    [1, '1 more account was not looked at. If yours is missing, type its ID.'],
    [7, '7 more accounts were not looked at. If yours is missing, type its ID.'],
  ])('says how many accounts were not looked at: %i', async (unread, words) => {
    const { user } = await openSend({ lists: { ...lists(), [ACCOUNTS]: { accounts: [account], unread } } });
    await screen.findByRole('combobox', { name: 'Google Ads account' });
    if (words === null) expect(screen.queryByText(/not looked at/)).toBeNull();
    else expect(screen.getByText(words)).toBeVisible();
    await user.click(await press('Type the IDs'));
    expect(screen.queryByText(/not looked at/)).toBeNull();
  });

  test('of many is found by its id, with dashes or without', async () => {
    const accounts = Array.from({ length: 40 }, (_, at) => ({
      ...account,
      id: String(1_000_000_001 + at),
      name: `Client ${at + 1}`,
    }));
    const { user } = await openSend({ lists: { [ACCOUNTS]: { accounts } } });
    await user.click(await screen.findByRole('combobox', { name: 'Google Ads account' }));
    for (const [typed, found] of [
      ['100-000-0039', 'Client 39'],
      ['1000000012', 'Client 12'],
    ] as const) {
      const search = screen.getByRole('combobox', { name: 'Search' });
      await user.clear(search);
      await user.type(search, typed);
      expect(await screen.findByText('1 to choose from')).toBeInTheDocument();
      expect(screen.getByRole('option', { name: found })).toBeInTheDocument();
    }
  });

  test('is typed where the accounts cannot be read', async () => {
    await openSend({ lists: { [ACCOUNTS]: { accounts: 'none' } } });
    expect(await screen.findByText(/could not be read/)).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Google Ads account' })).toBeInTheDocument();
  });
});

const pastSend = (changes: Partial<Send> = {}): Send => ({
  id: 'send-1',
  account: ACCOUNT,
  manager: null,
  action: ACTION,
  total: 40,
  fingerprint: 'f'.repeat(64),
  madeAt: Date.now() - 3_600_000,
  done: 40,
  refused: 0,
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  updatedAt: new Date(Date.now() - 3_600_000).toISOString(),
  requests: [],
  ...changes,
});

describe('a send of one conversion per stage', () => {
  /** Open leads stand at 'Open', won ones are 'Qualified'; a won one brings 250. */
  const stages = {
    chosen: {
      amount: 250,
      sends: 'whole',
      actions: [
        { stage: 'Open', action: 'Started' },
        { stage: 'Qualified', action: 'Won' },
      ],
    },
    onChange: () => {},
    headers: UPLOAD_HEADERS,
    ask: {
      find: async () => ({
        shape: { kind: 'beside-outcome', column: 0, stages: ['Open'] },
        statusColumn: 0,
        won: new Set(['Qualified']),
        open: new Set(['Open']),
        wonColumn: null,
        isWonByColumn: false,
        lostColumn: null,
      }),
      measure: () => Promise.reject(new Error('not asked in these tests')),
    },
  } satisfies RoomOptions['stages'];

  test('goes to the conversion action of the chosen stage, which that of another send is not', async () => {
    const leads = makeUploadLeads(40, Date.now());
    const { user, google } = await openRoom({ leads, stages, sends: [pastSend()] });
    await user.click(await press('Send to Google Ads'));
    expect(screen.queryByRole('heading', { name: 'Send to Google Ads' })).toBeNull();
    await user.click(await screen.findByRole('combobox', { name: 'Stage to send' }));
    await user.click(await screen.findByRole('option', { name: /^Qualified/ }));
    await heading();
    expect(await screen.findByRole('textbox', { name: 'Google Ads account' })).toHaveValue('123-456-7890');
    const field = screen.getByRole('textbox', { name: 'ID of the conversion action' });
    expect(field).toHaveValue('');
    await user.type(field, ACTION);
    await user.click(await press('Look at the Values'));
    await user.click(await press('Test'));
    await user.click(await press(/^Send [\d,]+ values?$/));
    const won = leads.filter((lead) => lead['Lead Status'] === 'Qualified');
    expect(await screen.findByText(/arrived at Google/i)).toBeInTheDocument();
    const taken = google.conversions();
    expect(taken).toHaveLength(won.length);
    expect(new Set(taken.map(({ value, action }) => `${action} ${value}`))).toEqual(
      new Set([`${ACTION} 250`]),
    );
  });
});

describe('a send', () => {
  test('shows counts, reasons and three values in clear text, tests, and sends once it is told to', async () => {
    const leads = makeUploadLeads(40, Date.now()).map((lead, index) => ({
      ...lead,
      ...(index === 7 && { 'Created At': '' }),
    }));
    const room = await openSend({ leads });
    await look(room);
    const table = await screen.findByRole('table', { name: /^The first 3 values in clear text/ });
    expect(within(table).getByText('lead.0@example.com')).toBeInTheDocument();
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(screen.getAllByRole('rowheader', { name: 'No date' })).toHaveLength(2); // of the file, and here
    expect(screen.getByText(/straight to Google/)).toBeInTheDocument();
    expect(await press('Send 39 values')).toBeDisabled();
    expect(room.google.received).toEqual([]);

    await room.user.click(await press('Test'));
    expect(await screen.findByText(/Google would take all 39 values/)).toBeInTheDocument();
    expect(room.google.conversions()).toEqual([]);
    expect(screen.queryByText('Next, in Google Ads:')).toBeNull();
    await room.user.click(await press('Send 39 values'));
    expect(await screen.findByText('39 of 39 values have arrived at Google')).toBeInTheDocument();
    const next = screen.getByText('Next, in Google Ads:').nextElementSibling as HTMLElement; // a list
    const steps = within(next).getAllByRole('listitem');
    expect(steps[0]).toHaveTextContent(/^Open Goals, then Conversions, then Summary, .+ is Primary/);
    expect(steps).toHaveLength(3);
    expect(room.google.conversions()).toHaveLength(39);
    expect(await screen.findByText(/^39 values of 39 arrived/)).toBeInTheDocument();
    expect(JSON.stringify(room.site.heard)).not.toMatch(/lead\.0@|EAIaIQ/);
  });

  test('leaves out what Google refuses, and shows and downloads the rows', async () => {
    const leads = makeUploadLeads(40, Date.now()).map((lead, index) => ({
      ...lead,
      Note: index === 5 ? 'n'.repeat(65) : `N-${index}`,
    }));
    const room = await openSend({ leads, orderColumn: 'Note' });
    await look(room);
    await room.user.click(await press('Test'));
    expect(await screen.findByText(/Google would take 39 of 40 values/)).toBeInTheDocument();
    const table = await screen.findByRole('table', { name: 'Refused by Google: 1 row' });
    expect(within(table).getByText('Order ID: Too long')).toBeInTheDocument();
    expect(within(table).getByText('Lead.5@Example.com')).toBeInTheDocument();
    await room.user.click(await press('Send 39 values'));
    expect(await screen.findByText('39 of 40 values have arrived at Google')).toBeInTheDocument();
    await room.user.click(await press('Download Refused Rows'));
    expect(await downloads[0]?.blob.text()).toContain('Order ID: Too long');
  });

  test('tells a refusal that names no lead by its code, its turn and the way on', async () => {
    const google = startGoogle();
    const room = await openSend({ google });
    await look(room);
    const fieldViolations = [{ field: 'encoding', description: 'Not of this kind.' }];
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations }]));
    await room.user.click(await press('Test'));
    const alert = await screen.findByRole('alert');
    for (const words of [
      'Google refused a request and names no lead',
      'Nothing of that request was recorded',
      'tell the operator of this site what stands below',
      'Google’s code: 400 INVALID_ARGUMENT, encoding',
      'Google says: Not of this kind.',
    ])
      expect(alert).toHaveTextContent(words);
    expect(alert).not.toHaveTextContent(/fault/);
    expect(within(alert).getByRole('button', { name: 'Download the File' })).toBeEnabled();
  });

  test('names the lead whose order ID Google refuses, and sends with the prefix once that is chosen', async () => {
    const leads = makeUploadLeads(40, Date.now()).map((lead, index) => ({
      ...lead,
      Note: index === 2 ? '48213' : `N-${index}`,
    }));
    const room = await openSend({ leads, orderColumn: 'Note' });
    const choice = await screen.findByRole('group', { name: 'Order IDs' });
    expect(screen.getByText(/^1 order ID is a bare number or one character, which Google/)).toHaveTextContent(
      'such as lead-48213',
    );
    await room.user.click(within(choice).getByRole('button', { name: 'As before' }));
    expect(await screen.findByText(/Google refuses such IDs in a send: upload the file/)).toBeInTheDocument();
    await testAndSend(room);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Google refused the Order ID of lead 3');
    expect(alert).not.toHaveTextContent(/fault of this site/);
    expect(screen.getByText('1 of 40 values has arrived at Google')).toBeInTheDocument();
    expect(await press('Send the Other 38')).toBeEnabled();
    const table = await screen.findByRole('table', { name: 'Refused by Google: 1 row' });
    expect(within(table).getByText('Order ID: Refused without a reason')).toBeInTheDocument();
    await room.user.click(within(choice).getByRole('button', { name: 'With the prefix' }));
    await room.user.click(await press('Look at the Values'));
    await room.user.click(await press('Test'));
    await room.user.click(await press('Send 40 values'));
    expect(await screen.findByText('40 of 40 values have arrived at Google')).toBeInTheDocument();
    const ids = room.google.conversions().map(({ transactionId }) => transactionId);
    expect([ids.length, ids.includes('lead-48213'), ids.includes('48213')]).toEqual([40, true, false]);
  });

  test('ends where Google refuses the first lead, and says that nothing else was sent', async () => {
    const google = startGoogle();
    const room = await openSend({ google });
    await look(room);
    await room.user.click(await press('Test'));
    expect(await screen.findByText(/^One value goes first\. The others follow/)).toBeInTheDocument();
    const violation = { field: 'events[0].ad_identifiers', description: '', reason: 'INVALID_GCLID' };
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: [violation] }]));
    await room.user.click(await press('Send 40 values'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Google refused lead 1, so nothing else was sent',
    );
    expect(screen.getByText('0 of 40 values have arrived at Google')).toBeInTheDocument();
    expect(google.conversions()).toEqual([]);
    await room.user.click(await press('Send the Other 39'));
    expect(await screen.findByText('39 of 40 values have arrived at Google')).toBeInTheDocument();
  });

  test.each([
    [
      'the file, where the browser cannot reach Google',
      'refused' as const,
      'This browser could not reach Google',
    ],
    ['terms', termsNotSigned(), 'The account has not accepted Google’s terms'],
    ['access', googleStatus(403, 'PERMISSION_DENIED'), 'Google refuses this account'],
  ])('that cannot begin says what is missing: %s', async (what, failure, title) => {
    const google = startGoogle();
    google.fail(failure);
    const room = await openSend({ google });
    await look(room);
    await room.user.click(await press('Test'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(title);
    expect(await press('Send 40 values')).toBeDisabled();
    if (!what.startsWith('the file')) return;
    await room.user.click(within(alert).getByRole('button', { name: 'Download the File' }));
    expect(downloads.map(({ name }) => name)).toEqual([expect.stringMatching(/^google_data_manager_/)]);
  });

  test('that needs a new session says so, and nothing was sent', async () => {
    const room = await openSend();
    await look(room);
    await room.user.click(await press('Test'));
    room.site.refuses['POST /api/sends'] = 401;
    await room.user.click(await press('Send 40 values'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You are signed out');
    expect(room.google.conversions()).toEqual([]);
  });

  test('of other values begins anew', async () => {
    const room = await openSend();
    await look(room);
    await press('Send 40 values');
    await room.user.click(screen.getByRole('combobox', { name: 'Consent, all leads' }));
    await room.user.click(await screen.findByRole('option', { name: 'Granted' }));
    expect(screen.queryByRole('button', { name: 'Send 40 values' })).toBeNull();
    expect(await press('Look at the Values')).toBeInTheDocument();
  });

  test('of the same values as before says that nothing counts twice', async () => {
    const room = await openSend();
    await testAndSend(room);
    await screen.findByText('40 of 40 values have arrived at Google');
    await room.user.type(screen.getByRole('textbox', { name: 'Manager account' }), '1');
    await room.user.clear(screen.getByRole('textbox', { name: 'Manager account' }));
    await room.user.click(await press('Look at the Values'));
    expect(await screen.findByText('The same values were sent before')).toBeInTheDocument();
  });

  test('that is cut goes on with the others, without another test', async () => {
    const leads = makeUploadLeads(2100, Date.now());
    const google = startGoogle();
    let isCut = false;
    // The third request waits until the visitor cancels.
    const room = await openSend({ leads, google, isHeld: () => !isCut && google.conversions().length > 1 });
    await testAndSend(room);
    await screen.findByText('2,001 of 2,100 values');
    await room.user.click(await press('Cancel'));
    expect(await screen.findByText('2,001 of 2,100 values have arrived at Google')).toBeInTheDocument();
    expect(screen.getByText(/99 values were not sent/)).toBeInTheDocument();
    expect(google.conversions()).toHaveLength(2001);
    isCut = true;
    // As after a reload: the leads are looked at again.
    await room.user.type(screen.getByRole('textbox', { name: 'Manager account' }), '1');
    await room.user.clear(screen.getByRole('textbox', { name: 'Manager account' }));
    await room.user.click(await press('Look at the Values'));
    expect(await screen.findByText('This send was interrupted')).toBeInTheDocument();
    await room.user.click(await press('Send the Other 99 values'));
    expect(await screen.findByText('2,100 of 2,100 values have arrived at Google')).toBeInTheDocument();
    expect(google.conversions()).toHaveLength(2100);
    expect(room.site.sends).toHaveLength(1);
  });
});

describe('the log', () => {
  test('says what Google has counted and why not the others, once it has been asked', async () => {
    const google = startGoogle({ isSlow: true });
    const room = await openSend({ google });
    await testAndSend(room);
    expect(await screen.findByText(/Google is still looking at 2 requests/)).toBeInTheDocument();
    await room.user.click(await press('Ask Google Now'));
    expect(await screen.findByText(/Google is still looking at 2 requests/)).toBeInTheDocument();
    google.process();
    await room.user.click(await press('Ask Google Now'));
    expect(await screen.findByText(/Google has counted 40 of 40\./)).toBeInTheDocument();
    expect(room.site.sends[0]?.requests.map(({ outcome }) => outcome)).toMatchObject([
      { status: 'SUCCESS', records: 1 },
      { status: 'SUCCESS', records: 39 },
    ]);
    expect(screen.queryByRole('button', { name: 'Ask Google Now' })).toBeNull();
  });

  test('lists reasons in words, and the later sends behind a line', async () => {
    const errors = [
      { reason: 'PROCESSING_ERROR_REASON_CLICK_NOT_FOUND', count: 3 },
      { reason: 'PROCESSING_ERROR_REASON_SOME_NEW_ONE', count: 1 },
    ];
    const outcome = { status: 'PARTIAL_SUCCESS' as const, records: 40, errors, warnings: [] };
    const sends = Array.from({ length: 5 }, (_, index) =>
      pastSend({
        id: `send-${index + 1}`,
        ...(index === 4 && { requests: [{ id: 'r', events: 40, outcome }] }),
      }),
    );
    await openSend({ sends });
    expect(await screen.findByText(/Google has counted 36 of 40\./)).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: /^No click of this account/ })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'Some new one' })).toBeInTheDocument();
    expect(screen.getByText('2 earlier sends')).toBeInTheDocument();
  });

  test('asks Google by itself about requests that are older than half an hour', async () => {
    const request = { id: 'old', events: 40, outcome: null };
    const { google } = await openSend({ sends: [pastSend({ requests: [request] })] });
    await eventually(() =>
      expect(google.received.map(({ path }) => path)).toEqual(['/v1/requestStatus:retrieve?requestId=old']),
    );
    expect(await screen.findByText(/Google is still looking at 1 request/)).toBeInTheDocument();
  });
});
