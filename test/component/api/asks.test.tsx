import { describe, expect, test, vi } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import { usePendingLink, usePreferences } from '#frontend/api/account.ts';
import { useAlerts } from '#frontend/api/alerts.ts';
import { useAnalyses } from '#frontend/api/analyses.ts';
import { useOwnConnection, useConnections, useNamed } from '#frontend/api/connections.ts';
import { useMailStatus } from '#frontend/api/mail.ts';
import { useAudit, useTeamRules } from '#frontend/api/organisation.ts';
import { useSends } from '#frontend/api/sends.ts';
import { useKnownVersions, useSource, useVersionFigures, useVersions } from '#frontend/api/sources.ts';
import { useInvitations, useMay, useMembers, useTabTeam, useTeam, useTeams } from '#frontend/api/teams.ts';
import { useKnownPreferences, useSheetsOffered, useUser } from '#frontend/api/user.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';
import { ID, inbox, installApiRoom, openPage, pass, sheet, version } from './api-room.tsx';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
installApiRoom();

const FILTER = { person: '', area: '', from: '', to: '' };
const SOURCE = `GET ${TEAM_WORK}/analyses/a%2Fb/source`;
const FIGURES = `GET ${TEAM_WORK}/analyses/a%2Fb/versions/2`;
const NAMED = `GET ${TEAM_WORK}/connections/sheets/named`;
const figures = {
  number: 2,
  madeAt: '2026-11-20T10:00:00.000Z',
  analysisData: { metrics: [], overallRate: 50, totalLeads: 10, totalQualified: 5 },
};
/** Longer than SWR merges equal calls, or looks away after a tab has come back. */
const A_WHILE = 10_000;

describe('what the server has is asked for', () => {
  test.each<[what: string, use: () => unknown, opened: string[], openedAgain: string[], cameBack: string[]]>([
    ['the user', () => useUser().user, ['user'], [], []],
    ['the default settings', () => usePreferences().preferences, ['preferences'], ['preferences'], []],
    ['default settings, if they are known', () => useKnownPreferences(), [], [], []],
    ['the account that waits for its password', () => usePendingLink().data, ['link'], [], []],
    ['the list of analyses', () => useAnalyses(true).data, ['analyses'], [], ['analyses']],
    ['no list without a user', () => useAnalyses(false).data, [], [], []],
    ['alerts', () => useAlerts(ID, true).data, ['alerts'], ['alerts'], ['alerts']],
    ['no alerts without versions', () => useAlerts(ID, false).data, [], [], []],
    ['connections', () => useConnections(true).offered, ['connections'], ['connections'], []],
    ['no connections without a user', () => useConnections(false).offered, [], [], []],
    ['one connection', () => useOwnConnection('sheets'), ['ownConnections'], [], []],
    ['what a connection serves', () => useNamed('sheets').data, [NAMED], [NAMED], []],
    ['the state of e-mail', () => useMailStatus().data, ['mail'], ['mail'], []],
    ['the rules of a team', () => useTeamRules().data, ['rules'], ['rules'], []],
    ['the log of a team', () => useAudit(FILTER).pages, ['audit'], ['audit'], []],
    ['sends', () => useSends(true).sends, ['sends'], ['sends'], []],
    ['no sends without a user', () => useSends(false).sends, [], [], []],
    ['the source', () => useSource(ID).data, ['source'], ['source'], ['source']],
    ['the versions', () => useVersions(ID).data, ['versions'], ['versions'], ['versions']],
    ['versions, if they are known', () => useKnownVersions(ID), [], [], []],
    ['figures that never change', () => useVersionFigures(ID, 2).data, [FIGURES], [], []],
    ['no figures without a version', () => useVersionFigures(ID, null).data, [], [], []],
    ['the teams', () => useTeams().data, ['user', 'teams'], [], ['teams']],
    ['the team', () => useTeam().data, ['team'], [], ['team']],
    ['the members', () => useMembers().data, ['members'], [], ['members']],
    ['the invitations', () => useInvitations(true).data, ['invitations'], [], ['invitations']],
    ['no invitations for others', () => useInvitations(false).data, [], [], []],
  ])('%s', async (_, use, opened, openedAgain, cameBack) => {
    const page = await openPage(use, { [FIGURES]: { body: figures }, [NAMED]: { body: { named: [] } } });
    expect(page.asked()).toEqual(opened);
    await pass(A_WHILE);
    expect(page.asked()).toEqual([]);
    await page.comeBack();
    expect(page.asked()).toEqual(cameBack);
    await page.close();
    await pass(A_WHILE);
    await page.open();
    expect(page.asked()).toEqual(openedAgain);
  });
});

describe('a source is asked for again by itself', () => {
  const due = (ms: number) => new Date(Date.now() + ms).toISOString();

  test.each([
    ['every 3 seconds while its sheet is read', () => sheet({ isRunning: true }), 3000],
    ['every minute while the sheet waits for its turn', () => sheet({ nextDueAt: due(0) }), 60_000],
  ])('%s, as long as its page is open', async (_, make, interval) => {
    const page = await openPage(() => useSource(ID).data, { [SOURCE]: { body: { source: make() } } });
    await pass(interval - 100);
    expect(page.asked()).toEqual(['source']);
    await pass(200);
    expect(page.asked()).toEqual(['source']);
    await pass(interval);
    expect(page.asked()).toEqual(['source']);
    page.server.answer(SOURCE, { body: { source: sheet() } });
    await pass(interval);
    expect(page.asked()).toEqual(['source']);
    await pass(200_000);
    expect(page.asked()).toEqual([]);
    page.server.answer(SOURCE, { body: { source: make() } });
    await page.comeBack();
    await page.close();
    page.asked();
    await pass(200_000);
    expect(page.asked()).toEqual([]);
  });

  test.each([
    ['before its time', () => sheet({ nextDueAt: due(1_000_000) })],
    ['while it is paused', () => sheet({ state: 'paused' })],
    ['where it is an inbox', () => inbox()],
    ['where there is none', () => null],
  ])('but not %s', async (_, make) => {
    const page = await openPage(() => useSource(ID).data, { [SOURCE]: { body: { source: make() } } });
    await pass(200_000);
    expect(page.asked()).toEqual(['source']);
  });
});

test('versions are known to other parts of the page once one of them has asked', async () => {
  const page = await openPage(() => [useVersions(ID).data, useKnownVersions(ID), useKnownVersions('other')]);
  const versions = [version(2), version(1)];
  expect(page.now()).toEqual([versions, versions, []]);
});

test('versions and sends are read to their last page', async () => {
  const place = { account: '1234567890', manager: null, action: '7', total: 1, fingerprint: 'f', madeAt: 1 };
  const outcomes = { open: 0, settled: 0, records: 0, errors: [], warnings: [] };
  const times = { startedAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' };
  const send = (id: string) => ({ ...place, ...times, id, done: 1, refused: 0, outcomes });
  const versions = `GET ${TEAM_WORK}/analyses/a%2Fb/versions`;
  const sends = `GET ${TEAM_WORK}/sends`;
  const page = await openPage(() => [useVersions(ID).data, useSends(true).sends?.map(({ id }) => id)], {
    [versions]: { body: { versions: [version(3)], next: 3 } },
    [`${versions}?before=3`]: { body: { versions: [version(2)], next: 2 } },
    [`${versions}?before=2`]: { body: { versions: [version(1)], next: null } },
    [sends]: { body: { sends: [send('s 3')], next: 's 3' } },
    [`${sends}?before=s%203`]: { body: { sends: [send('s 2')], next: null } },
  });
  await pass();
  await pass();
  expect(page.now()).toEqual([
    [version(3), version(2), version(1)],
    ['s 3', 's 2'],
  ]);
  expect(page.server.unknown()).toEqual([]);
});

test('default settings are known to other parts of the page once one of them has asked', async () => {
  const page = await openPage(() => [
    usePreferences().preferences?.defaultConversionValue,
    useKnownPreferences(),
  ]);
  expect(page.now()).toEqual([
    20,
    { ...DEFAULT_PREFERENCES, defaultConversionValue: 20, defaultSignificanceThreshold: 10 },
  ]);
});

test('older entries of the log follow the newer ones, up to the last page', async () => {
  const entry = { at: '2026-11-20T10:00:00.000Z', person: null, action: 'a', object: null, label: null };
  const answer = (id: number, next: number | null): Answer => ({
    body: { entries: [{ ...entry, id, detail: null, network: null }], next, people: [] },
  });
  const log = `GET ${TEAM_WORK}/audit`;
  const page = await openPage(
    () => {
      const { pages, isReading, readOlder, askAgain } = useAudit({ ...FILTER, area: 'sends' });
      return {
        ids: pages?.flatMap(({ entries }) => entries.map(({ id }) => id)),
        isReading,
        readOlder,
        askAgain,
      };
    },
    {
      [`${log}?area=sends`]: answer(9, 8),
      [`${log}?area=sends&before=8`]: answer(7, 6),
      [`${log}?area=sends&before=6`]: answer(5, null),
    },
  );
  expect(page.now()).toMatchObject({ ids: [9], isReading: false });
  for (const ids of [
    [9, 7],
    [9, 7, 5],
    [9, 7, 5],
  ]) {
    await pass(A_WHILE);
    void page.now().readOlder();
    await pass();
    expect(page.now().ids).toEqual(ids);
  }
  page.server.answer(`${log}?area=sends`, answer(10, 8));
  await pass(A_WHILE);
  void page.now().askAgain();
  await pass();
  expect(page.now().ids).toEqual([10, 7, 5]);
  expect(page.server.unknown()).toEqual([]);
});

describe('what is shown of an answer', () => {
  const CONNECTIONS = `GET ${TEAM_WORK}/connections`;
  const SENDS = `GET ${TEAM_WORK}/sends`;

  interface List {
    list: readonly unknown[] | null;
    error: unknown;
    askAgain(): unknown;
  }

  test.each<[what: string, call: string, body: object, use: () => List]>([
    ['connections', CONNECTIONS, { connections: [] }, () => useLists().connections],
    ['sends', SENDS, { sends: [], next: null }, () => useLists().sends],
  ])('%s: nothing until it is there, and an error where it cannot be read', async (_, call, body, use) => {
    const page = await openPage(use, { [call]: { body: { [Object.keys(body).join()]: 'no list' } } });
    expect(page.now()).toMatchObject({ list: null, error: expect.any(Error) });
    page.server.answer(call, { status: 503, body: {} });
    await pass(A_WHILE);
    void page.now().askAgain();
    await pass();
    expect(page.now()).toMatchObject({ list: null, error: { status: 503 } });
    page.server.answer(call, { body });
    await pass(A_WHILE);
    void page.now().askAgain();
    // It does not show the earlier answer meanwhile.
    expect(page.now().list).toBeNull();
    await pass();
    expect(page.now()).toMatchObject({ list: [], error: undefined });
  });

  function useLists() {
    const [{ offered, ...connections }, { sends, ...others }] = [useConnections(true), useSends(true)];
    return { connections: { list: offered, ...connections }, sends: { list: sends, ...others } };
  }

  test('a connection is the one of its kind', async () => {
    const page = await openPage(() => [useOwnConnection('sheets')?.account, useOwnConnection('meta')]);
    expect(page.now()).toEqual(['somebody@example.com', null]);
  });
});

describe('in a team', () => {
  test.each([
    ['viewer', [true, false, false]],
    ['editor', [true, true, false]],
    ['admin', [true, true, true]],
  ] as const)('a %s may do what the role allows, and nothing before it is known', async (role, allowed) => {
    const other = listedTeam({ id: 'team-2', role: 'admin' });
    const teams = { body: { teams: [other, listedTeam({ role })] } };
    const seen: boolean[][] = [];
    const page = await openPage(
      () => {
        const may = useMay();
        seen.push((['view', 'edit', 'manage'] as const).map(may));
        return useTabTeam()?.role;
      },
      { 'GET /api/teams': teams },
    );
    expect([seen[0], seen.at(-1)]).toEqual([[false, false, false], allowed]);
    expect(page.now()).toBe(role);
  });

  test('somebody who is no member of the team of the tab may do nothing', async () => {
    const teams = { body: { teams: [listedTeam({ id: 'team-2' })] } };
    const page = await openPage(() => [useMay()('view'), useTabTeam()], { 'GET /api/teams': teams });
    expect(page.now()).toEqual([false, null]);
  });
});

describe('the import of Google Sheets is offered', () => {
  const open = (offers: string | null, answers: Record<string, Answer> = {}) => {
    if (offers === null) document.documentElement.removeAttribute(OFFERS_ATTRIBUTE);
    else document.documentElement.setAttribute(OFFERS_ATTRIBUTE, offers);
    return openPage(() => useSheetsOffered(), answers);
  };

  test('to a visitor without an account where the document says so, with no call for a connection', async () => {
    const nobody = { 'GET /api/auth/user': { status: 401, body: {} } };
    const page = await open('meta sheets', nobody);
    expect([page.now(), page.asked()]).toEqual([true, ['user']]);
    for (const offers of ['meta google-sheets', '', null])
      expect((await open(offers, nobody)).now()).toBe(false);
    document.documentElement.removeAttribute(OFFERS_ATTRIBUTE);
  });

  test('to a user once the server has told the connection', async () => {
    const page = await open('sheets', { 'GET /api/connections': { isLost: true } });
    expect([page.now(), page.asked()]).toEqual([false, ['user', 'ownConnections']]);
    expect((await open('sheets')).now()).toBe(true);
    const elsewhere = await open('meta');
    expect([elsewhere.now(), elsewhere.asked()]).toEqual([false, ['user']]);
    document.documentElement.removeAttribute(OFFERS_ATTRIBUTE);
  });
});
