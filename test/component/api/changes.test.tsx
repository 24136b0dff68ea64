import { act } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import type { SheetSpec } from '#contract/sources.ts';
import { usePreferences, useSavePreferences } from '#frontend/api/account.ts';
import { useAlertCalls, useAlerts, useAskAlerts } from '#frontend/api/alerts.ts';
import { useAnalyses } from '#frontend/api/analyses.ts';
import { useConnections, useDisconnect } from '#frontend/api/connections.ts';
import { useConfirmAddress, useMailStatus, useSetAlertMail } from '#frontend/api/mail.ts';
import { useRuleCalls, useTeamRules } from '#frontend/api/organisation.ts';
import { useAskSends, useSends } from '#frontend/api/sends.ts';
import { useSource, useSourceCalls, useVersions } from '#frontend/api/sources.ts';
import {
  useInvitations,
  useMembers,
  useMoveAnalysis,
  useTeam,
  useTeamCalls,
  useTeams,
} from '#frontend/api/teams.ts';
import { useUser } from '#frontend/api/user.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { TEAM_WORK } from '#test/support/team-tab.ts';
import {
  ID,
  inbox,
  installApiRoom,
  MAIL,
  member,
  NO_ALERTS,
  openPage,
  pass,
  RULES,
  sheet,
  TIME,
  version,
} from './api-room.tsx';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
installApiRoom();

const ANALYSIS = `${TEAM_WORK}/analyses/a%2Fb`;

/** Opens a page, and makes one call there. Gives the calls that it causes, the body that it sends, and what the page then shows. */
async function change<Calls, Shown>(
  use: () => { calls: Calls; shown: Shown },
  [call, answer, make]: [call: string, answer: Answer, make: (calls: Calls) => Promise<unknown>],
) {
  const page = await openPage(use, { [call]: answer });
  await pass(10_000);
  page.asked();
  const result = make(page.now().calls);
  await pass();
  const body = page.server.received(call)[0]?.body;
  return {
    asked: page.asked(),
    body: body === undefined || body === null ? null : (JSON.parse(String(body)) as unknown),
    result: await result,
    shown: page.now().shown,
  };
}

describe('alerts', () => {
  const useAll = () => ({
    calls: { ...useAlertCalls(ID), askAgain: useAskAlerts(ID) },
    shown: [useAlerts(ID, true).data, useAnalyses(true).data, useUser().user].at(0),
  });
  const seen: Alerts = { ...NO_ALERTS, missing: null };

  test('that are seen come with the answer; the list and the header count them anew', async () => {
    const call = `POST ${ANALYSIS}/alerts/seen`;
    const made = await change(useAll, [call, { body: seen }, ({ markSeen }) => markSeen(7)]);
    expect(made).toMatchObject({ asked: [call, 'analyses', 'user'], body: { upTo: 7 }, shown: seen });
  });

  test('of rules that are in use come with the answer, too', async () => {
    const call = `POST ${ANALYSIS}/rules-in-use`;
    const rules = { version: 2, by: 'meta' as const };
    const made = await change(useAll, [call, { body: seen }, ({ markInUse }) => markInUse(rules)]);
    expect(made).toMatchObject({ asked: [call, 'analyses', 'user'], body: rules, shown: seen });
  });

  test('come with all of their pages, and with the rules of the first one', async () => {
    const alert = (rule: number) => ({
      field: 'Source',
      value: `Web ${rule}`,
      side: 'cut' as const,
      version: 2,
      madeAt: TIME,
      seenAt: null,
      reference: { leads: 1, converted: 1, totalLeads: 2, totalConverted: 1 },
      latest: {
        first: '2026-10-01',
        last: '2026-10-14',
        leads: 1,
        converted: 0,
        totalLeads: 2,
        totalConverted: 1,
      },
      p: 0,
      q: 0,
    });
    const rules: Alerts['rules'] = [{ field: 'Source', value: 'Web 1', side: 'cut', weeks: 3 }];
    const first: Alerts = { ...seen, rules, alerts: [alert(1)], next: '2-1' };
    const second: Alerts = { ...seen, alerts: [alert(2)], next: null };
    const page = await openPage(useAll, {
      [`GET ${ANALYSIS}/alerts`]: { body: first },
      [`GET ${ANALYSIS}/alerts?before=2-1`]: { body: second },
      [`POST ${ANALYSIS}/alerts/seen`]: { body: first },
    });
    const whole = { ...seen, rules, alerts: [alert(1), alert(2)], next: null };
    expect(page.now().shown).toEqual(whole);
    page.server.answer(`GET ${ANALYSIS}/alerts?before=2-1`, { body: { ...second, alerts: [alert(3)] } });
    await act(() => page.now().calls.markSeen(2));
    expect(page.now().shown).toEqual({ ...whole, alerts: [alert(1), alert(3)] });
  });

  test('are asked for again with all that counts them', async () => {
    const made = await change(useAll, ['', {}, ({ askAgain }) => askAgain()]);
    expect(made.asked).toEqual(['alerts', 'analyses', 'user']);
  });
});

describe('a source', () => {
  const useAll = () => {
    const [source, versions] = [useSource(ID).data, useVersions(ID).data];
    useAnalyses(true);
    useAlerts(ID, true);
    useUser();
    return { calls: useSourceCalls(ID), shown: { source, versions } };
  };
  type Calls = ReturnType<typeof useSourceCalls>;
  const [SOURCE, SCHEDULE] = [`${ANALYSIS}/source`, sheet().schedule];
  const spec: SheetSpec = sheet().sheet;
  const later = { ...SCHEDULE, hour: 9 };

  test.each<[what: string, call: string, make: (calls: Calls) => Promise<unknown>, body: unknown]>([
    [
      'is a sheet from now on',
      `PUT ${SOURCE}`,
      (calls) => calls.startSheet(spec, SCHEDULE),
      { kind: 'sheet', sheet: spec, schedule: SCHEDULE },
    ],
    ['gets another schedule', `PUT ${SOURCE}/schedule`, (calls) => calls.reschedule(later), later],
    ['is read now', `POST ${SOURCE}/run`, (calls) => calls.runNow(), null],
    ['is paused', `POST ${SOURCE}/pause`, (calls) => calls.pause(), null],
    ['goes on', `POST ${SOURCE}/resume`, (calls) => calls.resume(), null],
  ])('%s: it is shown as the answer has it, and the list is asked for again', async (_, call, make, body) => {
    const answered = sheet({ lastRunAt: TIME });
    const made = await change(useAll, [call, { body: { source: answered } }, make]);
    expect(made).toMatchObject({ asked: [call, 'analyses'], body, shown: { source: answered } });
  });

  test.each<[what: string, call: string, make: (calls: Calls) => Promise<unknown>, body: unknown]>([
    ['is an inbox from now on', `PUT ${SOURCE}`, (calls) => calls.startInbox(), { kind: 'inbox' }],
    ['gets another token', `POST ${SOURCE}/token`, (calls) => calls.renew(), null],
  ])('%s: its token is in the answer alone', async (_, call, make, body) => {
    const answered = { token: 'a token', source: inbox({ lastRunAt: TIME }) };
    const made = await change(useAll, [call, { body: answered }, make]);
    expect(made).toMatchObject({ asked: [call, 'analyses'], body, result: answered });
    expect(made.shown.source).toEqual(answered.source);
  });

  test('ends, and its versions stay', async () => {
    const call = `DELETE ${SOURCE}`;
    const made = await change(useAll, [call, { body: {} }, (calls) => calls.end()]);
    expect(made.asked).toEqual([call, 'analyses']);
    expect(made.shown).toEqual({ source: null, versions: [version(2), version(1)] });
  });

  test('has a version whose rules were entered: it alone is another one, and alerts are asked for again', async () => {
    const call = `POST ${ANALYSIS}/versions/1/entered`;
    const entered = version(1, TIME);
    const made = await change(useAll, [call, { body: entered }, (calls) => calls.markEntered(1)]);
    expect(made.asked).toEqual([call, 'alerts', 'analyses', 'user']);
    expect(made.shown.versions).toEqual([version(2), entered]);
  });

  test('is asked for again with its versions', async () => {
    const made = await change(useAll, ['', {}, async (calls) => calls.askAgain()]);
    expect(made.asked).toEqual(['source', 'versions']);
  });

  test('has been read: its version and the alerts are asked for', async () => {
    const made = await change(useAll, ['', {}, async (calls) => calls.askVersions()]);
    expect(made.asked).toEqual(['versions', 'alerts', 'analyses', 'user']);
  });
});

describe('a team', () => {
  const useAll = () => {
    const [teams, team, members] = [useTeams().data, useTeam().data, useMembers().data];
    const invitations = useInvitations(true).data;
    useAnalyses(true);
    return {
      calls: { ...useTeamCalls(), move: useMoveAnalysis() },
      shown: { teams, team, members, invitations },
    };
  };
  type Calls = ReturnType<typeof useAll>['calls'];

  test.each<[what: string, call: string, make: (calls: Calls) => Promise<unknown>, body: unknown]>([
    [
      'has another name',
      `PATCH ${TEAM_WORK}`,
      (calls) => calls.change({ name: 'Growth' }),
      { name: 'Growth' },
    ],
    [
      'has a member with another role',
      `PATCH ${TEAM_WORK}/members/m%2F2`,
      (calls) => calls.changeRole('m/2', 'editor'),
      { role: 'editor' },
    ],
    ['has a member less', `DELETE ${TEAM_WORK}/members/m%2F2`, (calls) => calls.removeMember('m/2'), null],
  ])('%s: the team and the list of teams are asked for again', async (_, call, make, body) => {
    const members = [member('m-3')];
    const made = await change(useAll, [call, { body: { members } }, make]);
    expect(made).toMatchObject({ asked: [call, 'teams', 'team'], body });
    // Only calls about members answer with them.
    expect(made.shown.members).toEqual(call.includes('members') ? members : [member('m-1')]);
  });

  const invitation = {
    id: 'i-1',
    role: 'editor' as const,
    email: null,
    isMailed: false,
    madeBy: 'name@example.com',
    madeAt: TIME,
    expiresAt: TIME,
  };

  test('gets an invitation, whose token is in the answer alone', async () => {
    const [call, asked] = [`POST ${TEAM_WORK}/invitations`, { role: 'editor' as const, email: null }];
    const answered = { token: 'a token', invitation };
    const made = await change(useAll, [call, { body: answered }, (calls) => calls.invite(asked)]);
    expect(made).toMatchObject({ asked: [call, 'invitations'], body: asked, result: answered });
  });

  test('takes an invitation back', async () => {
    const call = `DELETE ${TEAM_WORK}/invitations/i%2F1`;
    const made = await change(useAll, [call, { body: {} }, (calls) => calls.endInvitation('i/1')]);
    expect(made.asked).toEqual([call, 'invitations']);
  });

  test('is left, after which nothing of it can be asked for', async () => {
    const call = `POST ${TEAM_WORK}/leave`;
    const made = await change(useAll, [call, { body: {} }, (calls) => calls.leave()]);
    expect(made.asked).toEqual([call]);
  });

  test.each([
    ['move', 'team-2'],
    ['copy', null],
  ] as const)('hands an analysis on (%s), and its list is asked for again', async (way, team) => {
    const [call, answered] = [`POST ${ANALYSIS}/${way}`, { id: 'new', team }];
    const made = await change(useAll, [call, { body: answered }, (calls) => calls.move(way, ID, team)]);
    expect(made).toMatchObject({ asked: [call, 'analyses'], body: { team }, result: answered });
  });
});

describe('settings are shown as the answer has them, and are not asked for again', () => {
  const preferences = { ...DEFAULT_PREFERENCES, defaultConversionValue: 33 };

  test('the default settings of the user', async () => {
    const call = 'POST /api/preferences';
    const made = await change(
      () => ({ calls: useSavePreferences(), shown: usePreferences().preferences }),
      [call, { body: preferences }, (save) => save({ ...preferences, defaultConversionValue: 34 })],
    );
    expect(made).toMatchObject({ asked: [call], body: { defaultConversionValue: 34 }, shown: preferences });
  });

  test.each([
    ['domain', (calls: RuleCalls) => calls.requireDomain('example.com'), { domain: 'example.com' }],
    ['domain', (calls: RuleCalls) => calls.requireDomain(null), { domain: null }],
    ['retention', (calls: RuleCalls) => calls.endDatasetsAfter(30), { datasetDays: 30 }],
    ['retention', (calls: RuleCalls) => calls.endDatasetsAfter(null), { datasetDays: null }],
  ] as const)('the %s of a team', async (rule, make, body) => {
    const [call, rules] = [`PUT ${TEAM_WORK}/${rule}`, { ...RULES, datasets: 9 }];
    const useAll = () => ({ calls: useRuleCalls(), shown: useTeamRules().data });
    const made = await change(useAll, [call, { body: rules }, make]);
    expect(made).toMatchObject({ asked: [call], body, shown: rules });
  });
  type RuleCalls = ReturnType<typeof useRuleCalls>;

  test.each<[what: string, call: string, make: (calls: MailCalls) => Promise<unknown>, body: unknown]>([
    ['a proved address', 'POST /api/mail/confirm', (calls) => calls.confirm('a token'), { token: 'a token' }],
    ['alerts by e-mail', 'PUT /api/mail/alerts', (calls) => calls.setAlerts(true), { on: true }],
  ])('%s', async (_, call, make, body) => {
    const status = { ...MAIL, isProved: true, hasAlerts: true };
    const made = await change(useMail, [call, { body: status }, make]);
    expect(made).toMatchObject({ asked: [call], body, result: status, shown: status });
  });
  const useMail = () => ({
    calls: { confirm: useConfirmAddress(), setAlerts: useSetAlertMail() },
    shown: useMailStatus().data,
  });
  type MailCalls = ReturnType<typeof useMail>['calls'];
});

describe('connections', () => {
  const useAll = () => ({ calls: useDisconnect(), shown: useConnections(true).offered });

  test.each([
    ['sheets', null],
    ['meta', expect.anything()],
  ] as const)('without that of %s: the others stay as they are', async (kind, left) => {
    const call = `DELETE ${TEAM_WORK}/connections/${kind}`;
    const made = await change(useAll, [call, { body: { message: 'Ended' } }, (end) => end(kind)]);
    expect(made).toMatchObject({
      asked: [call],
      result: 'Ended',
      shown: [{ kind: 'sheets', connection: left }],
    });
  });

  test('have no message where the answer has none', async () => {
    const call = `DELETE ${TEAM_WORK}/connections/sheets`;
    expect((await change(useAll, [call, { body: {} }, (end) => end('sheets')])).result).toBe('');
  });
});

test('the log of sends is asked for again, and the earlier one is shown meanwhile', async () => {
  const page = await openPage(() => ({ ask: useAskSends(), shown: useSends(true).sends }));
  await pass(10_000);
  page.asked();
  void page.now().ask();
  expect(page.now().shown).toEqual([]);
  await pass();
  expect(page.asked()).toEqual(['sends']);
});
