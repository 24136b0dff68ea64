import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Audit, AuditEntry, TeamRules } from '#contract/organisation.ts';
import { OrganisationSections } from '#frontend/features/organisation/organisation-sections.tsx';
import { downloadText } from '#frontend/lib/download.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { teamOf, TEAM_WORK } from '#test/support/team-tab.ts';

vi.mock('#frontend/lib/download.ts');
vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, ...room } = installAccountRoom();

const rulesOf = (change: Partial<TeamRules> = {}): TeamRules => ({
  domain: null,
  sessionDomain: null,
  datasetDays: null,
  datasets: 3,
  ending: 0,
  nextEndsAt: null,
  ...change,
});

const ANN = { id: 'a'.repeat(32), name: 'Ann' };

const entryOf = (id: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  person: ANN,
  action: 'analysis.saved',
  object: 'one',
  label: 'leads.csv',
  detail: null,
  network: 'abcdefghij',
  ...change,
});

const AUDIT = `GET ${TEAM_WORK}/audit`;

interface Opening {
  role?: 'admin' | 'editor';
  entries?: AuditEntry[];
  /** Answers to calls for the log, by the query. */
  pages?: Record<string, Audit>;
}

function open(rules = rulesOf(), { role = 'admin', entries = [entryOf(1)], pages = {} }: Opening = {}) {
  return room.open({
    at: '/team',
    pages: { '/team': <OrganisationSections team={teamOf({ role })} /> },
    answers: {
      [`GET ${TEAM_WORK}/rules`]: { body: rules },
      [AUDIT]: { body: { entries, next: null, people: [ANN] } },
      ...Object.fromEntries(Object.entries(pages).map(([query, body]) => [AUDIT + query, { body }])),
    },
  });
}

const section = (name: string) => screen.findByRole('region', { name });
const rowsOf = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent.trim()),
    );

beforeEach(() => vi.mocked(downloadText).mockImplementation(() => {}));

test('an admin requires the domain of the own sign-in, after a question, and allows any again', async () => {
  const server = open(rulesOf({ sessionDomain: 'acme.example' }));
  const call = `PUT ${TEAM_WORK}/domain`;
  server.answer(call, { body: rulesOf({ sessionDomain: 'acme.example', domain: 'acme.example' }) });
  await user.click(await screen.findByRole('button', { name: 'Require acme.example' }));
  expect(server.received(call)).toEqual([]);
  const question = screen.getByRole('alertdialog', { name: 'Require sign-in through acme.example?' });
  await user.click(within(question).getByRole('button', { name: 'Require acme.example' }));
  expect(await screen.findByRole('button', { name: 'Allow any sign-in' })).toBeInTheDocument();
  expect(await section('Sign-in')).toHaveTextContent(
    'opens only for members who have signed in with Google through acme.example',
  );
  server.answer(call, { body: rulesOf({ sessionDomain: 'acme.example' }) });
  await user.click(screen.getByRole('button', { name: 'Allow any sign-in' }));
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Allow any sign-in' }),
  );
  await screen.findByRole('button', { name: 'Require acme.example' });
  expect(server.received(call).map(({ body }) => body)).toEqual([
    '{"domain":"acme.example"}',
    '{"domain":null}',
  ]);
});

test('without a sign-in through a domain there is no button, but the way to one', async () => {
  open();
  const signIn = await section('Sign-in');
  expect(within(signIn).queryByRole('button')).toBeNull();
  expect(within(signIn).getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/google',
  );
});

test('an admin chooses after how many days datasets end, and reads what goes when', async () => {
  const server = open();
  const call = `PUT ${TEAM_WORK}/retention`;
  server.answer(call, {
    body: rulesOf({ datasetDays: 30, ending: 1, nextEndsAt: '2026-12-03T10:00:00.000Z' }),
  });
  const days = await screen.findByRole('spinbutton', { name: 'Delete datasets after days' });
  for (const wrong of ['6', '3651', '']) {
    await user.clear(days);
    if (wrong !== '') await user.type(days, wrong);
    await user.click(screen.getByRole('button', { name: 'Set' }));
    expect(screen.getByText('Datasets end after 7 to 3650 days, or never')).toBeInTheDocument();
  }
  await user.type(days, '30');
  await user.click(screen.getByRole('button', { name: 'Set' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete datasets after 30 days?' });
  expect(question).toHaveTextContent('7 days from now at the earliest');
  await user.click(within(question).getByRole('button', { name: 'Delete after these days' }));
  expect(await screen.findByText('1 of 3 datasets end next, the first on Dec 3, 2026.')).toBeInTheDocument();
  server.answer(call, { body: rulesOf() });
  await user.click(screen.getByRole('button', { name: 'Keep datasets' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Keep datasets' }));
  await screen.findByText('The rows of saved files stay as long as their analyses: 3 datasets now.');
  expect(server.received(call).map(({ body }) => body)).toEqual([
    '{"datasetDays":30}',
    '{"datasetDays":null}',
  ]);
});

test('who is no admin reads the rules, changes nothing, and gets no log', async () => {
  const server = open(rulesOf({ domain: 'acme.example', datasetDays: 90 }), { role: 'editor' });
  expect(await section('Sign-in')).toHaveTextContent('acme.example');
  expect(await section('Datasets')).toHaveTextContent('90 days after they were stored');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Log' })).toBeNull();
  expect(server.received(AUDIT)).toEqual([]);
});

test('the log says who did what, also where nobody or nobody any more is to be named', async () => {
  const gone = { id: 'b'.repeat(32), name: null };
  open(rulesOf(), {
    entries: [
      entryOf(6, { action: 'team.domain', label: 'Growth', detail: null, network: null }),
      entryOf(5, { action: 'member.role', object: gone.id, label: null, detail: 'admin' }),
      entryOf(4, { person: gone, action: 'connection.made', label: 'google-rules' }),
      entryOf(3, { person: null, action: 'dataset.ended' }),
      entryOf(2, { action: 'push.begun', label: 'Acme Ads', detail: 'meta' }),
      entryOf(1, { action: 'something.new', label: null }),
    ],
  });
  expect(await rowsOf()).toEqual([
    ['Ann', 'Changed the sign-in rule', 'Growth any sign-in', ''],
    ['Ann', 'Changed a role', 'Deleted account bbbbbb admin', 'abcdef'],
    ['Deleted account bbbbbb', 'Connected a service', 'Google Ads (rules)', 'abcdef'],
    ['The site', 'Deleted a dataset that had reached its end', 'leads.csv', 'abcdef'],
    ['Ann', 'Pushed rules', 'Acme Ads Meta', 'abcdef'],
    ['Ann', 'something.new', '', 'abcdef'],
  ]);
});

test('the log is filtered by the server, and older pages come on demand', async () => {
  open(rulesOf(), {
    pages: {
      '': { entries: [entryOf(9)], next: 9, people: [ANN] },
      '?before=9': { entries: [entryOf(8, { label: 'older.csv' })], next: null, people: [] },
      '?area=member': { entries: [], next: null, people: [ANN] },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Older entries' }));
  await screen.findByText('older.csv');
  expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'What' }));
  await user.click(screen.getByRole('option', { name: 'Members' }));
  expect(await screen.findByText('No entry matches.')).toBeInTheDocument();
});

test('the export has all pages that match, and no cell that a spreadsheet would run', async () => {
  const evil = { id: 'c'.repeat(32), name: '@SUM(A1)' };
  open(rulesOf(), {
    pages: {
      '': { entries: [entryOf(9, { label: '=HYPERLINK("x")' })], next: 9, people: [ANN] },
      '?before=9': { entries: [entryOf(8, { person: evil })], next: null, people: [] },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(downloadText).toHaveBeenCalled());
  const [name, text = ''] = vi.mocked(downloadText).mock.calls[0] ?? [];
  expect(name).toMatch(/^team-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'Time (UTC),Who,Person ID,What,Action,Which,Object ID,Detail,Network',
    `2026-11-20T10:00:00.000Z,Ann,${ANN.id},Saved an analysis,analysis.saved,"'=HYPERLINK(""x"")",one,,abcdefghij`,
    `2026-11-20T10:00:00.000Z,'@SUM(A1),${evil.id},Saved an analysis,analysis.saved,leads.csv,one,,abcdefghij`,
    '',
  ]);
});
