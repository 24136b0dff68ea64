import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_COLUMNS } from '#contract/limits.ts';
import { findOutcomeText } from '#contract/connections.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { EXAMPLE_CONSENT, connectionExamples } from '#test/contract/connections.ts';
import { installAccountRoom, SIGNED_IN, SIGNED_OUT } from '#test/support/account-room.tsx';
import { stubBrowserThread, type StubbedThreads } from '#test/support/browser-thread.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import {
  cellsAnswer,
  cellsCall,
  googleError,
  SPREADSHEET_ID,
  tabsAnswer,
  tabsCall,
} from '#test/support/google-sheets.ts';
import { draftStore, emptyDraftStore } from '#test/support/memory-draft-store.ts';

vi.mock('#frontend/drafts/draft-store.ts', () => import('#test/support/memory-draft-store.ts'));
const { user, address, ...room } = installAccountRoom();

const STATUS = 'GET /api/connections';
const TOKEN = 'POST /api/connections/sheets/token';
const CONNECT = 'POST /api/connections/sheets/connect';
const DISCONNECT = 'DELETE /api/connections/sheets';
const GOOGLE_ACCOUNT = 'leads@example.com';
const connection = {
  account: GOOGLE_ACCOUNT,
  connectedAt: null,
  lastUsedAt: null,
  endsAt: null,
  madeBy: null,
  isOver: false,
};
const CONNECTED: Answer = { body: { connections: [{ kind: 'sheets', isTried: true, connection }] } };
const ADDRESS = `https://docs.google.com/spreadsheets/d/${SPREADSHEET_ID}/edit#gid=100`;
const ROWS = [['Status', 'Source'], ['Qualified', 'Google'], ['Lost']];

let threads: StubbedThreads;
beforeEach(() => {
  threads = stubBrowserThread();
  emptyDraftStore();
  sessionStorage.clear();
  document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets google-rules');
  vi.stubGlobal('scrollTo', vi.fn<typeof window.scrollTo>());
});

function open(answers: Record<string, Answer> = {}, at = '/') {
  return room.open({
    at,
    pages: { '/': <HomePage /> },
    answers: {
      [STATUS]: CONNECTED,
      'GET /api/analyses': { body: [] },
      'GET /api/preferences': { status: 404 },
      [TOKEN]: answerOf(connectionExamples.token),
      [tabsCall()]: { body: tabsAnswer('Leads', ['May', 'June']) },
      [cellsCall('May')]: { body: cellsAnswer(ROWS) },
      [cellsCall('June')]: { body: cellsAnswer(ROWS) },
      ...answers,
    },
  });
}

const NAME = 'Import from Google Sheets';
const dialog = () => screen.findByRole('dialog', { name: NAME });
const button = (name: string) => screen.getByRole('button', { name });
const addressField = (): HTMLInputElement => screen.getByLabelText('Address of the sheet');

async function openDialog(): Promise<void> {
  await user.click(await screen.findByRole('button', { name: NAME }));
  await dialog();
}

async function enter(text = ADDRESS): Promise<void> {
  await user.clear(addressField());
  await user.click(addressField());
  await user.paste(text);
  await user.click(button('Next: Choose Tab'));
}

const expectAlert = (text: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));

describe('the button', () => {
  test('is absent where the document says nothing of the import', async () => {
    document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'google-values meta');
    const server = open();
    await screen.findByRole('button', { name: 'Paste from a spreadsheet' });
    await waitFor(() => expect(server.calls()).toContain('GET /api/auth/user'));
    await waitFor(() => expect(screen.queryByRole('button', { name: NAME })).toBeNull());
    expect(server.calls()).not.toContain(STATUS);
  });

  test('is there for a visitor without an account, and the server is asked nothing', async () => {
    document.cookie = 'signed-in=; Max-Age=0; Path=/';
    const server = open();
    expect(await screen.findByRole('button', { name: NAME })).toBeInTheDocument();
    expect(server.calls()).toEqual([]);
  });

  test('is absent for a user whose connection the server cannot tell', async () => {
    const server = open({ [STATUS]: answerOf(connectionExamples.listUnavailable) });
    await screen.findByRole('button', { name: 'Paste from a spreadsheet' });
    await waitFor(() => expect(server.calls()).toContain(STATUS));
    await waitFor(() => expect(screen.queryByRole('button', { name: NAME })).toBeNull());
  });

  test('stands beside the one to paste', async () => {
    open();
    const ours = await screen.findByRole('button', { name: NAME });
    expect(ours.previousElementSibling).toBe(button('Paste from a spreadsheet'));
  });

  test('waits while a pointer is on the buttons beside it, which it would move', async () => {
    const answer = gate();
    open({ [STATUS]: { ...CONNECTED, after: answer.isOpen } });
    await user.hover(await screen.findByRole('button', { name: 'Try sample data' }));
    answer.open();
    // The answer has reached the page once the work that began after it is over.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
    // By the event alone: user-event refuses to leave while the body takes no pointers, as a layer of an earlier test may leave it.
    fireEvent.pointerLeave(button('Try sample data'));
    expect(await screen.findByRole('button', { name: NAME })).toBeInTheDocument();
  });
});

describe('before the connection', () => {
  test('a visitor without an account is told to sign in, and nothing is asked of Google', async () => {
    const server = open({
      'GET /api/auth/user': SIGNED_OUT,
      [STATUS]: answerOf(connectionExamples.notConnected),
    });
    await openDialog();
    expect((await dialog()).textContent).toContain('Please sign in first');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login');
    expect(screen.queryByRole('button', { name: 'Connect Google Sheets' })).toBeNull();
    expect(server.calls().filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test('Connect leads to Google after the work is kept, and says what stays in the browser', async () => {
    const server = open({
      [STATUS]: answerOf(connectionExamples.notConnected),
      [CONNECT]: answerOf(connectionExamples.consent),
    });
    await openDialog();
    const text = (await dialog()).textContent;
    expect(text).toContain('Your leads stay in this browser');
    expect(text).toContain('Only Save Analysis uploads the dataset');
    await user.click(button('Connect Google Sheets'));
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith(EXAMPLE_CONSENT));
    expect(server.received(CONNECT)).toHaveLength(1);
  });

  test('Connect waits until the open file is kept in this browser', async () => {
    const keeping = gate();
    draftStore.save.mockImplementation((file) => keeping.isOpen.then(() => file));
    const server = open({
      [STATUS]: answerOf(connectionExamples.notConnected),
      [CONNECT]: answerOf(connectionExamples.consent),
    });
    const file = new File(['Status,Source\nQualified,Google\n'], 'leads.csv', { type: 'text/csv' });
    await user.upload(await screen.findByLabelText('Drop CSV file here or click to browse'), file);
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Use Different Data' }));
    await openDialog();
    await user.click(button('Connect Google Sheets'));
    await waitFor(() => expect(server.received(CONNECT)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(leaveDocument).not.toHaveBeenCalled();
    keeping.open();
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith(EXAMPLE_CONSENT));
  });

  test.each([
    [
      'the server refuses',
      { status: 429, body: { message: 'You are connecting very often.' } },
      'very often',
    ],
    ['there is no connection', { isLost: true }, 'check your connection'],
  ])('where %s, the dialog says so and Connect works again', async (_, answer, text) => {
    open({ [STATUS]: answerOf(connectionExamples.notConnected), [CONNECT]: answer });
    await openDialog();
    await user.click(button('Connect Google Sheets'));
    await expectAlert(text);
    expect(button('Connect Google Sheets')).toHaveProperty('disabled', false);
    expect(leaveDocument).not.toHaveBeenCalled();
  });

  test('a connection that the operator has ended is named, and is to be connected again', async () => {
    open({ [STATUS]: answerOf(connectionExamples.connectionOver) });
    await openDialog();
    expect((await dialog()).textContent).toContain('somebody@example.com');
    expect(button('Connect Again')).toHaveProperty('disabled', false);
    expect(screen.queryByLabelText('Address of the sheet')).toBeNull();
  });
});

describe('after the way to Google', () => {
  test.each(['connected', 'cancelled', 'not-allowed', 'expired', 'failed'])(
    'the dialog is open: %s',
    async (outcome) => {
      const text = findOutcomeText('sheets', outcome) ?? '';
      open({}, `/?sheets=${outcome}`);
      const shown = await dialog();
      if (outcome === 'connected') expect(shown.textContent).toContain(GOOGLE_ACCOUNT);
      else expect(shown.textContent).toContain(text);
      await waitFor(() => expect(address()).toBe('/'));
      await user.click(button('Cancel'));
      await openDialog();
      expect((await dialog()).textContent).not.toContain(text);
    },
  );

  test('an outcome that nobody knows is not shown', async () => {
    open({}, '/?sheets=strange-outcome');
    expect((await dialog()).textContent).not.toContain('strange');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an import', () => {
  test('opens the chosen tab like a file of that name', async () => {
    const server = open();
    await openDialog();
    expect((await dialog()).textContent).toContain(GOOGLE_ACCOUNT);
    await enter();
    // The address names the second tab.
    const tab = await screen.findByRole('combobox', { name: 'Tab' });
    expect(tab.textContent).toBe('June');
    expect(server.received(cellsCall('June'))).toHaveLength(0);
    await user.click(tab);
    await user.click(screen.getByRole('option', { name: 'May' }));
    await user.click(button('Import'));
    await screen.findByRole('heading', { level: 1, name: 'Select Columns to Analyze' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByText('Leads - May.csv').length).toBeGreaterThan(0);
    await waitFor(() => expect(draftStore.save).toHaveBeenCalled());
    const [file, choices] = draftStore.save.mock.lastCall ?? [];
    expect(await file?.text()).toBe('"Status","Source"\nQualified,Google\nLost,\n');
    expect(choices).toMatchObject({ choices: { readOptions: { delimiter: ',', encoding: 'utf-8' } } });
    expect(JSON.stringify(choices)).not.toContain('access-of-the-examples');
    // No call to our server has a body: no cell passes it.
    expect(server.calls().filter((call) => call.startsWith('POST'))).toEqual([TOKEN, TOKEN]);
    expect(server.received(TOKEN).map(({ body }) => body)).toEqual([undefined, undefined]);
  });

  test.each([
    ['no address', 'May leads', 'Paste the address of a sheet'],
    ['the address of a published copy', `${ADDRESS.replace('/d/', '/d/e/2PACX-')}`, 'published copy'],
  ])('of %s asks nobody', async (_, text, says) => {
    const server = open();
    await openDialog();
    await enter(text);
    await waitFor(() => expect(addressField().getAttribute('aria-invalid')).toBe('true'));
    expect((await dialog()).textContent).toContain(says);
    expect(server.received(TOKEN)).toEqual([]);
    await user.type(addressField(), 'x');
    expect(addressField().getAttribute('aria-invalid')).toBeNull();
  });

  test.each<[string, Answer, string]>([
    ['is not shared', { status: 403, body: googleError(403, 'PERMISSION_DENIED') }, GOOGLE_ACCOUNT],
    ['is too much for the quota', { status: 429 }, 'try again in a minute'],
    ['is out of reach', { isLost: true }, 'There is no connection'],
    ['is empty', { body: cellsAnswer() }, 'no text in this tab'],
    ['was renamed', { status: 400, body: googleError(400, 'INVALID_ARGUMENT') }, 'choose again'],
  ])('of a tab that %s says so and keeps the address', async (_, answer, says) => {
    open({ [cellsCall('June')]: answer });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await expectAlert(says);
    expect(addressField().value).toBe(ADDRESS);
    expect(leaveDocument).not.toHaveBeenCalled();
  });

  test('that was renamed is looked up anew', async () => {
    const renamed = { status: 400, body: googleError(400, 'INVALID_ARGUMENT') };
    const server = open({ [cellsCall('June')]: renamed });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await expectAlert('choose again');
    server.answer(tabsCall(), { body: tabsAnswer('Leads', ['May', 'July']) });
    await user.click(button('Next: Choose Tab'));
    expect((await screen.findByRole('combobox', { name: 'Tab' })).textContent).toBe('July');
  });

  test('can be cancelled, which leaves the dialog as it was and opens nothing', async () => {
    const cells = gate();
    const server = open({ [cellsCall('June')]: { body: cellsAnswer(ROWS), after: cells.isOpen } });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await screen.findByText('Reading the sheet...');
    await waitFor(() => expect(server.received(cellsCall('June'))).toHaveLength(1));
    await user.click(button('Cancel'));
    expect(screen.queryByText('Reading the sheet...')).toBeNull();
    cells.open();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await dialog()).textContent).toContain('Leads');
    expect(button('Import')).toHaveProperty('disabled', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('ends with the dialog, and opens nothing', async () => {
    const cells = gate();
    const server = open({ [cellsCall('June')]: { body: cellsAnswer(ROWS), after: cells.isOpen } });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(server.received(cellsCall('June'))).toHaveLength(1));
    const running = threads.running;
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(threads.running).toBe(running - 1);
    await act(async () => cells.open());
    expect(screen.queryByRole('heading', { name: 'Select Columns to Analyze' })).toBeNull();
  });

  test('of another address has the tabs of that one, and the tab that it names', async () => {
    const other = [...SPREADSHEET_ID].toReversed().join('');
    open({ [tabsCall(other)]: { body: tabsAnswer('Others', ['July', 'August']) } });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('combobox', { name: 'Tab' }));
    await user.click(screen.getByRole('option', { name: 'May' }));
    await user.clear(addressField());
    expect(screen.queryByRole('combobox', { name: 'Tab' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await enter(ADDRESS.replace(SPREADSHEET_ID, other));
    expect((await screen.findByRole('combobox', { name: 'Tab' })).textContent).toBe('August');
  });

  test('of another address does not wait for the tabs of the first', async () => {
    const tabs = gate();
    open({ [tabsCall()]: { body: tabsAnswer('Leads', ['May', 'June']), after: tabs.isOpen } });
    await openDialog();
    await enter();
    const running = threads.running;
    await user.type(addressField(), 'x');
    expect(threads.running).toBe(running - 1);
    await act(async () => tabs.open());
    expect(screen.queryByRole('combobox', { name: 'Tab' })).toBeNull();
    expect(button('Next: Choose Tab')).toHaveProperty('disabled', false);
  });

  test.each([
    [MAX_COLUMNS, 'Select Columns to Analyze'],
    [MAX_COLUMNS + 1, `CSV has ${MAX_COLUMNS + 1} columns but maximum is ${MAX_COLUMNS}`],
  ])('of %i columns meets the limit of files', async (columns, says) => {
    const row = (text: string) => Array.from({ length: columns }, (_, column) => `${text} ${column}`);
    open({ [cellsCall('June')]: { body: cellsAnswer([row('name'), row('cell')]) } });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    expect((await screen.findAllByText(new RegExp(says))).length).toBe(1);
  });
});

describe('a permission that is over', () => {
  async function loseIt(server = open({ [CONNECT]: answerOf(connectionExamples.consent) })) {
    server.answer(TOKEN, answerOf(connectionExamples.tokenDisconnected));
    await openDialog();
    await enter();
    await expectAlert('Connect again');
    expect(addressField().value).toBe(ADDRESS);
    await user.click(button('Connect Again'));
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith(EXAMPLE_CONSENT));
  }

  test('becomes Connect Again; the address is there on the way back, and its tabs', async () => {
    await loseIt();
    expect(sessionStorage.getItem('sheet-address')).not.toContain('access-of-the-examples');
    cleanup();
    open({}, '/?sheets=connected');
    await dialog();
    expect(addressField().value).toBe(ADDRESS);
    expect((await screen.findByRole('combobox', { name: 'Tab' })).textContent).toBe('June');
    expect(sessionStorage.getItem('sheet-address')).toBeNull();
  });

  test('leaves the chosen tab chosen on the way back', async () => {
    const server = open({ [CONNECT]: answerOf(connectionExamples.consent) });
    await openDialog();
    await enter();
    await user.click(await screen.findByRole('combobox', { name: 'Tab' }));
    await user.click(screen.getByRole('option', { name: 'May' }));
    server.answer(TOKEN, answerOf(connectionExamples.tokenDisconnected));
    await user.click(button('Import'));
    await expectAlert('Connect again');
    await user.click(button('Connect Again'));
    await waitFor(() => expect(leaveDocument).toHaveBeenCalledWith(EXAMPLE_CONSENT));
    cleanup();
    open({}, '/?sheets=connected');
    expect((await screen.findByRole('combobox', { name: 'Tab' })).textContent).toBe('May');
  });

  test('shows the address to nobody else who signs in', async () => {
    await loseIt();
    cleanup();
    const { body } = SIGNED_IN;
    open({ 'GET /api/auth/user': { body: { ...(body as object), email: 'other@example.com' } } });
    await openDialog();
    expect(addressField().value).toBe('');
  });
});

test('a session that has ended says to sign in again, and keeps the address', async () => {
  open({ [TOKEN]: answerOf(connectionExamples.tokenOfNobody) });
  await openDialog();
  await enter();
  await waitFor(async () => expect((await dialog()).textContent).toContain('sign in'));
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(sessionStorage.getItem('sheet-address')).toContain(SPREADSHEET_ID);
  expect(address()).toBe('/auth/login');
});

describe('Disconnect', () => {
  test('ends the connection and offers another one', async () => {
    const server = open({ [DISCONNECT]: answerOf(connectionExamples.disconnected) });
    await openDialog();
    await user.click(button('Disconnect'));
    await screen.findByRole('button', { name: 'Connect Google Sheets' });
    expect(within(await dialog()).queryByText(GOOGLE_ACCOUNT)).toBeNull();
    expect((await dialog()).textContent).toContain('Google Sheets is disconnected.');
    expect(server.received(DISCONNECT)).toHaveLength(1);
  });

  test('that fails says so and leaves the connection', async () => {
    open({ [DISCONNECT]: { isLost: true } });
    await openDialog();
    await user.click(button('Disconnect'));
    await expectAlert('check your connection');
    expect((await dialog()).textContent).toContain(GOOGLE_ACCOUNT);
  });
});
