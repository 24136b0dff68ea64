import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Alert, Alerts } from '#contract/alerts.ts';
import type { SheetSource } from '#contract/sources.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { readKeptSheet } from '#frontend/features/connections/sheet-choice.ts';
import { MARKED_BY } from '#frontend/features/push/pushed-rules.ts';
import { keepUpdate, readUpdate, type RulesUpdate } from '#frontend/features/sources/rules-update.ts';
import { UpdateBar } from '#frontend/features/sources/update-bar.tsx';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { SPREADSHEET_ID } from '#test/support/google-sheets.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { SETTINGS } from '#test/support/saved-analysis.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import {
  alert,
  ALERTS,
  FIRST,
  kept,
  NOT_COUNTED,
  open,
  openPages,
  press,
  section,
  SOURCE,
  tableRows,
  user,
} from './kept-room.tsx';

afterEach(() => sessionStorage.clear());

const SEEN = 'POST /api/analyses/worked/alerts/seen';
const IN_USE = 'POST /api/analyses/worked/rules-in-use';
const USER = 'GET /api/auth/user';

const RULE = { field: 'Source', value: 'Referral', side: 'raise' as const, weeks: 2 };
const WATCHED: Alerts = {
  ...NOT_COUNTED,
  missing: null,
  inUse: {
    version: 1,
    since: new Date(2026, 10, 21, 9).toISOString(),
    by: 'entered',
    newestDay: '2026-11-13',
    judgedAt: new Date(2026, 10, 22, 15).toISOString(),
  },
  rules: [RULE, { ...RULE, value: 'Ads', side: 'cut', weeks: 9 }, { ...RULE, value: 'Web', weeks: null }],
};

const raised = (...alerts: Alert[]): Answer => ({ body: { ...WATCHED, alerts } });
const bodies = (calls: readonly { body?: unknown }[]): unknown[] =>
  calls.map(({ body }) => JSON.parse(String(body)) as unknown);

describe('a rule that no longer holds', () => {
  test('says where its lift is that at the earlier mix', async () => {
    const { latest } = alert();
    await open({ ...kept(), [ALERTS]: raised(alert({ latest: { ...latest, liftAtMix: 1.2 } })) });
    const [row] = await tableRows('Watched rules, version 1 and version 2');
    expect(row?.at(-1)).toMatch(
      /^2\.00x when entered, 1\.20x since at the earlier mix \(-40%\)12 of 60 leads converted, /,
    );
  });

  test('stands with what it was, what it is now, by how much and since when', async () => {
    await open({ ...kept(), [ALERTS]: raised(alert()) });
    const alerts = await section('Alerts');
    expect(alerts.getByRole('heading', { name: '1 rule no longer holds' })).toBeInTheDocument();
    expect(alerts.getByText('Source: Referral')).toBeInTheDocument();
    expect(alerts.queryByRole('table')).toBeNull();
    // The one table of rules is open, with its label and the alert beside it.
    const [row, ...others] = await tableRows('Watched rules, version 1 and version 2');
    expect(row?.slice(0, 4)).toEqual([
      '○ Still clear',
      expect.stringMatching(/Use$/),
      'Source',
      expect.stringMatching(/Referral/),
    ]);
    expect(row?.at(-1)).toBe(
      '2.00x when entered, 1.00x since (-50%)12 of 60 leads converted, Nov 14, 2026 to Nov 20, 2026noticed in version 2, Nov 22, 2026',
    );
    const ads = others.find(([, , , name]) => name?.includes('Ads'));
    expect(ads?.[1]).not.toMatch(/Use/);
    expect(ads?.at(-1)).toBe('');
    expect((await section(/^Kept current/)).getByText('1 alert')).toBeInTheDocument();
  });

  test('is marked as seen, and the header and the list are told', async () => {
    const both = [alert(), alert({ value: 'Ads', version: 1 })];
    const server = await open({
      ...kept(),
      [ALERTS]: raised(...both),
      [SEEN]: raised(...both.map((one) => ({ ...one, seenAt: one.madeAt }))),
    });
    const alerts = await section('Alerts');
    const asked = server.received(USER).length;
    await user.click(alerts.getByRole('button', { name: 'Mark as seen' }));
    expect(await alerts.findByText(/^Seen\./)).toBeInTheDocument();
    expect(alerts.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
    expect(alerts.getByRole('heading', { name: '2 rules no longer hold' })).toBeInTheDocument();
    expect(bodies(server.received(SEEN))).toEqual([{ upTo: 2 }]);
    await waitFor(() => expect(server.received(USER)).toHaveLength(asked + 1));
  });

  test.each<[Answer, string]>([
    [{ isLost: true }, 'This did not work just now.'],
    [{ status: 401, body: { message: 'Unauthorized' } }, 'You are logged out.'],
  ])('stays unseen where the call fails', async (answer, text) => {
    await open({ ...kept(), [ALERTS]: raised(alert()), [SEEN]: answer });
    await section('Alerts');
    await press('Mark as seen');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect(screen.getByRole('button', { name: 'Mark as seen' })).toHaveProperty('disabled', false);
  });

  test('leads to new rules from the file with the current leads', async () => {
    await open({ ...kept(), [ALERTS]: raised(alert()) });
    const link = (await section('Alerts')).getByRole('link', { name: 'Update the rules' });
    expect(link.getAttribute('href')).toBe('/?settingsOf=worked');
    await user.click(link);
    expect(readUpdate('worked.csv')).toEqual({ id: 'worked', name: 'worked.csv', version: 2, by: 'entered' });
    expect(readUpdate('other.csv')).toBeNull();
  });

  test('leads to the import of its sheet, and to the push where the rules were pushed', async () => {
    const source: SheetSource = {
      kind: 'sheet',
      id: 'sheet-1',
      state: 'active',
      createdAt: alert().madeAt,
      lastRunAt: null,
      lastError: null,
      nextDueAt: null,
      isRunning: false,
      sheet: { spreadsheetId: SPREADSHEET_ID, tabId: 100, title: 'Leads', tabTitle: 'May' },
      schedule: { every: 'day', hour: 7, timeZone: 'Europe/Berlin' },
    };
    const inUse = { ...WATCHED.inUse!, by: 'google-rules' as const }; // it has one
    await open({
      ...kept(),
      [SOURCE]: { body: { source } },
      [ALERTS]: { body: { ...WATCHED, inUse, alerts: [alert()] } },
    });
    const link = (await section('Alerts')).getByRole('link', { name: 'Update the rules' });
    expect(link.getAttribute('href')).toBe('/?settingsOf=worked&sheets=connected');
    await user.click(link);
    expect(readUpdate('worked.csv')?.by).toBe('google-rules');
    expect(readKeptSheet('somebody@example.com')).toMatchObject({ address: SPREADSHEET_ID, tab: 100 });
  });
});

describe('without an alert', () => {
  test('says which rules are watched since when, and how long a fall takes to be noticed', async () => {
    await open({ ...kept(), [ALERTS]: { body: { ...WATCHED, isByValue: true } } });
    const alerts = await section('Alerts');
    expect(alerts.getByRole('group').querySelector('summary')?.textContent).toBe(
      '3 rules are watched: those of version 1, entered on Nov 21, 2026.',
    );
    expect(
      alerts.getByText(
        'If a rule stops working, an alert comes within about 2 to 9 weeks, in 9 of 10 cases. 1 rule needs over a year of leads to judge.',
      ),
    ).toBeInTheDocument();
    expect(alerts.getByText(/^Alerts go by conversions/)).toBeInTheDocument();
    expect(alerts.queryByRole('link', { name: 'Update the rules' })).toBeNull();
  });

  test('says no time before newer leads have come', async () => {
    const inUse = { ...WATCHED.inUse!, judgedAt: null }; // it has one
    await open({ ...kept(), [ALERTS]: { body: { ...WATCHED, inUse } } });
    const alerts = await section('Alerts');
    expect(alerts.getByText(/once leads have come that are newer than the rules\.$/)).toBeInTheDocument();
    expect(alerts.queryByText(/weeks/)).toBeNull();
  });

  test.each<[Alerts['missing'], RegExp]>([
    ['not-counted', /^Alerts begin with the first leads/],
    ['no-date', /^Alerts need a date\./],
    ['last-day', /counts leads up to a last day/],
    ['no-rules', /30 leads and 5 expected conversions/],
  ])('says why none can come: %s', async (missing, text) => {
    await open({ ...kept(), [ALERTS]: { body: { ...WATCHED, missing } } });
    const alerts = await section('Alerts');
    expect(alerts.getByText(text)).toBeInTheDocument();
    expect(alerts.queryByRole('group')).toBeNull();
    expect(alerts.queryAllByRole('link')).toHaveLength(missing === 'no-date' ? 1 : 0);
  });

  test('leads to no edit of an analysis that was saved without rows', async () => {
    const dataset = { status: 404, body: { message: 'This analysis was saved without its dataset' } };
    const missing: Answer = { body: { ...WATCHED, missing: 'no-date' } };
    await open({ ...kept(), [ALERTS]: missing, 'GET /api/analyses/worked/dataset': dataset });
    const alerts = await section('Alerts');
    expect(alerts.getByText(/^Alerts need a date\./)).toBeInTheDocument();
    expect(alerts.queryByRole('link')).toBeNull();
  });

  test('asks for none where nothing keeps the analysis current', async () => {
    const server = await open();
    await section('Keep current');
    expect(server.received(ALERTS)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Alerts' })).toBeNull();
  });
});

describe('the way to new rules', () => {
  const UPDATE: RulesUpdate = { id: 'worked', name: 'worked.csv', version: 2, by: 'entered' };

  function Bar({ update }: { update: RulesUpdate }) {
    const [isOpen, setOpen] = useState(true);
    return isOpen && <UpdateBar update={update} onDismiss={() => setOpen(false)} />;
  }

  /** The messages of a push and of its undo to the bar. */
  function Marks() {
    const [, mark] = useTabChoice(MARKED_BY);
    return (
      <>
        <button onClick={() => mark('p-1')}>Pushed</button>
        <button onClick={() => mark(null)}>Undone</button>
      </>
    );
  }

  function openBar(update: RulesUpdate, answer: Answer = { body: WATCHED }) {
    keepUpdate(update);
    const openView = vi.fn();
    const analysis = judge(measure(tallyOfCells(['Source', 'Device'], FIRST)), SETTINGS);
    const bar = (
      <ShownRoom analysis={analysis} openView={openView}>
        <Bar update={update} />
        <Marks />
      </ShownRoom>
    );
    const server = openPages('/', { '/': bar }, { [IN_USE]: answer });
    return { server, openView };
  }

  test('opens the plan, and ends once its rules are said to be in use', async () => {
    const { server, openView } = openBar(UPDATE);
    await waitFor(() => expect(openView).toHaveBeenCalledExactlyOnceWith('apply', 'rules'));
    expect(screen.getByText(/^Enter the plan of your platform/)).toBeInTheDocument();
    await press('These rules are in use');
    const link = await screen.findByRole('link', { name: 'Back to worked.csv' });
    expect(link.getAttribute('href')).toBe('/saved/worked');
    expect(bodies(server.received(IN_USE))).toEqual([{ version: 2, by: 'entered' }]);
    expect(readUpdate('worked.csv')).toBeNull();
  });

  test('ends with a push, which brings the rules into use by itself', async () => {
    const { server } = openBar({ ...UPDATE, by: 'google-rules' });
    expect(screen.getByText(/^Compare and push them with Google Ads \(rules\)/)).toBeInTheDocument();
    await press('Pushed');
    await screen.findByText('Alerts now go by these rules');
    expect(readUpdate('worked.csv')).toBeNull();
    await press('Undone');
    expect(screen.queryByText('Alerts now go by these rules')).toBeNull();
    expect(screen.getByText('New rules for worked.csv')).toBeInTheDocument();
    expect(server.received(IN_USE)).toEqual([]);
  });

  test('stays where the server does not answer, and can be dismissed', async () => {
    openBar(UPDATE, { isLost: true });
    await press('These rules are in use');
    expect((await screen.findByRole('alert')).textContent).toContain('This did not work just now.');
    expect(readUpdate('worked.csv')).toEqual(UPDATE);
    await press('Dismiss');
    expect(screen.queryByText('New rules for worked.csv')).toBeNull();
    expect(readUpdate('worked.csv')).toBeNull();
  });
});
