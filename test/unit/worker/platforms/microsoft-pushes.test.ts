import { describe, expect, test } from 'vitest';
import type { PushedCondition, PushedRule } from '#contract/pushes.ts';
import {
  DEVELOPER_TOKEN,
  makeMicrosoftAccount,
  MicrosoftFault,
  MicrosoftRulesStandIn,
} from '#test/support/microsoft-rules-stand-in.ts';
import type { MicrosoftCall } from '#worker/platforms/microsoft-advertising/microsoft-desired-rules.ts';
import { MICROSOFT_ADS_HOSTS } from '#worker/platforms/microsoft-advertising/microsoft-calls.ts';
import { microsoftAds } from '#worker/platforms/microsoft-advertising/microsoft-rules.ts';
import { AccessEnded, PlatformRefused, PlatformSilent } from '#worker/pushes/rule-platform.ts';
import { MicrosoftRoom, typedRule } from './microsoft-room.ts';

const condition = (kind: PushedCondition['kind'], ...ids: string[]): PushedCondition => ({
  kind,
  values: ids.map((id) => ({ id, name: `name of ${id}`, value: id })),
});
const rule = (multiplier: number, ...conditions: PushedCondition[]): PushedRule => ({
  name: 'a rule',
  multiplier,
  conditions,
});

const TEXAS = rule(2, condition('location', 'SubGeography:4127'));
const GERMANY = rule(0.3, condition('location', 'Country:72'));
const MOBILE = rule(1.3, condition('device', 'mobile'));
const MOBILE_IN_TEXAS = rule(
  3,
  condition('location', 'SubGeography:4127'),
  condition('device', 'mobile', 'tablet'),
);

const problems = async (room: MicrosoftRoom, plan: readonly PushedRule[]) =>
  (await room.preview(plan)).problems.map(({ message }) => message);

const writes = (room: MicrosoftRoom) =>
  room.standIn.calls
    .filter(({ method, path }) => method === 'PUT' || path.endsWith('/ConversionValueRules'))
    .map(({ method, path, body }) => [`${method} ${path}`, JSON.parse(body) as unknown]);

describe('the rules', () => {
  test('are written as Microsoft publishes them, with ids as texts and the primary condition marked', async () => {
    const room = new MicrosoftRoom();
    await room.push([MOBILE_IN_TEXAS, rule(1.5, condition('location', 'City:43404'))]);
    expect(writes(room)).toEqual([
      [
        'POST /CampaignManagement/v13/ConversionValueRules',
        {
          ConversionValueRules: [
            {
              Name: 'a rule',
              Status: 'Active',
              Operation: 'Multiply',
              Value: 3,
              CurrencyCode: 'EUR',
              LocationCondition: {
                IsPrimary: true,
                IncludedLocations: [{ Id: 4127, Name: 'name of SubGeography:4127', Type: 'SubGeography' }],
                IncludedLocationIntent: 'PeopleIn',
                ExcludedLocations: [],
                ExcludedLocationIntent: 'PeopleIn',
              },
              DeviceCondition: { IsPrimary: false, DeviceTypes: 'Smartphones, Tablets' },
            },
            {
              Name: 'a rule',
              Status: 'Active',
              Operation: 'Multiply',
              Value: 1.5,
              CurrencyCode: 'EUR',
              LocationCondition: {
                IsPrimary: true,
                IncludedLocations: [{ Id: 43404, Name: 'name of City:43404', Type: 'City' }],
                IncludedLocationIntent: 'PeopleIn',
                ExcludedLocations: [],
                ExcludedLocationIntent: 'PeopleIn',
              },
            },
          ],
          Lcid: 1033,
        },
      ],
    ]);
  });

  test('that a plan no longer has are paused, and on again when it has them', async () => {
    const room = new MicrosoftRoom();
    await room.push([TEXAS, GERMANY]);
    const { difference } = await room.preview([TEXAS]);
    expect(difference.map(({ action, after }) => [action, after])).toEqual([
      ['leave', 'Multiply by 2.00'],
      ['pause', 'Paused (Multiply by 0.30)'],
    ]);
    await room.push([TEXAS]);
    expect(room.own.map(({ Status }) => Status)).toEqual(['Active', 'Paused']);
    await room.push([TEXAS, { ...GERMANY, multiplier: 0.4 }]);
    expect(room.own.map(({ Status, Value }) => [Status, Value])).toEqual([
      ['Active', 2],
      ['Active', 0.4],
    ]);
    expect(writes(room).slice(1)).toEqual([
      ['PUT /CampaignManagement/v13/ConversionValueRulesStatus', { RuleIds: ['5001'], Status: 'Paused' }],
      ['PUT /CampaignManagement/v13/ConversionValueRules', expect.anything()],
      ['PUT /CampaignManagement/v13/ConversionValueRulesStatus', { RuleIds: ['5001'], Status: 'Active' }],
    ]);
  });

  test('act on all conversion goals, from now on, which is said before', async () => {
    expect((await new MicrosoftRoom().preview([TEXAS])).touches).toEqual([
      expect.stringMatching(/all conversion goals of this account.*in all of its campaigns\.$/),
      expect.stringMatching(/from now on\. The narrower of two rules that overlap applies\.$/),
    ]);
  });

  test('of other types are deleted before the new ones are added, which is said before', async () => {
    const room = new MicrosoftRoom();
    await room.push([TEXAS, GERMANY]);
    const { difference, notes } = await room.preview([MOBILE]);
    expect(difference.map(({ action }) => action)).toEqual(['add', 'remove', 'remove']);
    expect(notes).toEqual([
      '2 rules that were pushed here before cannot stay paused beside this plan, since all rules of an account have the same types of conditions. They are deleted.',
    ]);
    const push = await room.push([MOBILE]);
    expect(push?.written).toEqual(['Delete 2 rules', 'Add 1 rule']);
    expect((await room.undo(push?.id ?? '')).kept).toEqual([
      '2 rules have new ids in Microsoft Advertising.',
    ]);
    expect(room.own.map(({ Value }) => Value)).toEqual([2, 0.3]);
  });

  test('with the two types the other way round are made anew', async () => {
    const room = new MicrosoftRoom();
    await room.push([MOBILE_IN_TEXAS]);
    await room.push([{ ...MOBILE_IN_TEXAS, conditions: MOBILE_IN_TEXAS.conditions.toReversed() }]);
    expect(room.own).toMatchObject([
      { DeviceCondition: { IsPrimary: true }, LocationCondition: { IsPrimary: false } },
    ]);
  });

  test('of others are listed and stay, whatever their state', async () => {
    const rules = [
      typedRule('1', 'location'),
      typedRule('2', 'location', { Status: 'Deleted' }),
      typedRule('3', 'device', { Status: 'Invalid' }),
    ];
    const room = new MicrosoftRoom(makeMicrosoftAccount({ rules }));
    const theirs = room.others();
    expect((await room.preview([TEXAS])).others).toEqual([
      { rule: 'other conditions', effect: 'Multiply by 2.00' },
      {
        rule: 'Device: Mobile or Tablet or Desktop',
        effect: 'Paused (Multiply by 2.00)',
      },
    ]);
    const push = await room.push([TEXAS]);
    await room.undo(push?.id ?? '');
    expect(room.others()).toEqual(theirs);
  });

  test('that were refused in part: what was taken is said and kept, and the next push adds the rest', async () => {
    const room = new MicrosoftRoom();
    room.standIn.refusedNames = ['refused'];
    const plan = [TEXAS, { ...GERMANY, name: 'refused' }];
    expect(await room.push(plan)).toMatchObject({
      state: 'stopped',
      written: ['Add 1 of 2 rules'],
      problem: 'Microsoft Advertising refused it: This rule is refused.',
    });
    const { difference } = await room.preview(plan);
    expect(difference.map(({ action }) => action)).toEqual(['leave', 'add']);
    room.standIn.refusedNames = [];
    const push = await room.push(plan);
    expect(push).toMatchObject({ state: 'done', written: ['Add 1 rule'] });
    expect(room.own).toHaveLength(2);
    await room.undo(push?.id ?? '');
    expect(room.own.map(({ Value }) => Value)).toEqual([2]);
  });

  test('of other types than those of somebody else are deleted, also by an empty plan', async () => {
    const room = new MicrosoftRoom();
    await room.push([TEXAS]);
    // An account from the time before all rules had to have the same types.
    room.account.rules.push(typedRule('1', 'device'));
    await room.push([]);
    expect(room.account.rules.map(({ Id, Status }) => [Id, Status])).toEqual([
      ['5000', 'Deleted'],
      ['1', 'Active'],
    ]);
  });

  test('that were refused in part while they were changed or paused are counted too', async () => {
    const room = new MicrosoftRoom();
    await room.push([TEXAS, GERMANY]);
    const { platform, access, reference } = room.room;
    const { rules } = await platform.read(access, reference);
    const write = (call: MicrosoftCall, refused: number, made: string[] = []) => {
      const PartialErrors = Array.from({ length: refused }, (_, Index) => ({ Index, Message: 'No.' }));
      const answer = { ConversionValueRuleIds: made, PartialErrors };
      const answering = { accessToken: 'token', fetch: () => Promise.resolve(Response.json(answer)) };
      return platform.write(answering, reference, { words: '', call, makes: [] });
    };
    const calls: [string, MicrosoftCall][] = [
      ['Change', { kind: 'update', rules, currency: null }],
      ['Pause', { kind: 'status', ids: ['5000', '5001'], status: 'Paused' }],
    ];
    for (const [verb, call] of calls) {
      expect(await write(call, 0)).toEqual([]);
      await expect(write(call, 1)).rejects.toMatchObject({
        message: 'Microsoft Advertising refused it: No.',
        made: [],
        words: `${verb} 1 of 2 rules`,
      });
      await expect(write(call, 2)).rejects.toThrow(PlatformRefused);
    }
    // A rule with an id was made, whatever is said about it.
    await expect(write({ kind: 'add', rules, currency: null }, 2, ['7'])).rejects.toMatchObject({
      made: ['7'],
      words: 'Add 0 of 2 rules',
    });
  });

  test('that were all refused leave nothing behind', async () => {
    const room = new MicrosoftRoom();
    room.standIn.refusedNames = ['a rule'];
    expect(await room.push([TEXAS])).toMatchObject({ state: 'stopped', written: [], ids: [], pending: null });
  });

  test('more than a hundred are added in portions', async () => {
    const plan = Array.from({ length: 201 }, (_, at) => rule(2, condition('location', `City:${at}`)));
    const push = await new MicrosoftRoom().push(plan);
    expect(push).toMatchObject({ state: 'done', written: ['Add 100 rules', 'Add 100 rules', 'Add 1 rule'] });
  });
});

describe('limits', () => {
  test('rules of others with other types stop the push, and say what can be done', async () => {
    const rules = [typedRule('1', 'device', { Status: 'Paused' })];
    const room = new MicrosoftRoom(makeMicrosoftAccount({ rules }));
    const [message] = await problems(room, [MOBILE_IN_TEXAS]);
    expect(message).toContain('with Device first');
    expect(message).toContain('this plan has Location first and Device second');
    expect(message).toContain('Conversions > Conversion goals > Conversion value rules');
    expect(await problems(room, [MOBILE])).toEqual([]);
  });

  test('a rule of others for the same leads stops the push while it is on', async () => {
    const on = new MicrosoftRoom(makeMicrosoftAccount({ rules: [typedRule('1', 'device')] }));
    expect((await problems(on, [MOBILE])).join(' ')).toContain(
      'already has a rule for Device: name of mobile',
    );
    const off = makeMicrosoftAccount({ rules: [typedRule('1', 'device', { Status: 'Paused' })] });
    expect(await problems(new MicrosoftRoom(off), [MOBILE])).toEqual([]);
  });

  test.each<[string, PushedRule[]]>([
    ['these have several', [TEXAS, MOBILE]],
    [
      'these have several',
      [MOBILE_IN_TEXAS, rule(2, condition('location', 'City:1'), condition('audience', 'Custom:1'))],
    ],
    ['for the same leads', [TEXAS, { ...TEXAS, multiplier: 3 }]],
    ['location, device and audience only', [rule(2, condition('age', '18-24'))]],
    ['no such location', [rule(2, condition('location', 'County:1'))]],
    ['no such location', [rule(2, condition('location', '4127'))]],
    ['no such audience', [rule(2, condition('audience', 'InMarket:1'))]],
    ['no such device', [rule(2, condition('device', 'toString'))]],
    ['different types', [rule(2, condition('device', 'mobile'), condition('device', 'tablet'))]],
    [
      'two conditions at most',
      [
        rule(
          2,
          condition('device', 'mobile'),
          condition('location', 'City:1'),
          condition('audience', 'Custom:1'),
        ),
      ],
    ],
  ])('a plan against "%s" is refused before Microsoft is asked', async (words, plan) => {
    const room = new MicrosoftRoom();
    expect((await problems(room, plan)).join(' ')).toContain(words);
    expect(writes(room)).toEqual([]);
  });

  test.each([0.01, 0.5, 10, 1000])('a multiplier of %d is taken', async (multiplier) => {
    const room = new MicrosoftRoom();
    await room.push([rule(multiplier, condition('device', 'mobile'))]);
    expect(room.own.map(({ Value }) => Value)).toEqual([multiplier]);
  });
});

const site = (hosts: { campaigns: string; customers: string }, isSandbox = false) =>
  microsoftAds({ hosts, isSandbox, developerToken: DEVELOPER_TOKEN });

describe('reading', () => {
  test('accounts are those of the user that are open, with the customer that they are reached through', async () => {
    const standIn = new MicrosoftRulesStandIn([
      makeMicrosoftAccount(),
      makeMicrosoftAccount({ Id: '816', Name: '', ParentCustomerId: '43' }),
      makeMicrosoftAccount({ Id: '817', AccountLifeCycleStatus: 'Inactive' }),
    ]);
    standIn.reach['theirs'] = ['816'];
    const platform = site(MICROSOFT_ADS_HOSTS.live);
    const { accounts } = await platform.listAccounts({ accessToken: 'token', fetch: standIn.fetch });
    expect(accounts).toEqual([
      { id: '815', via: '42', name: 'Acme', currency: 'EUR', isManager: false, isTest: false },
      { id: '816', via: '43', name: 'F1234ABC', currency: 'EUR', isManager: false, isTest: false },
    ]);
    const theirs = { accessToken: 'theirs', fetch: standIn.fetch };
    expect((await platform.listAccounts(theirs)).accounts.map(({ id }) => id)).toEqual(['816']);
    await expect(platform.read(theirs, { id: '815', via: '42' })).rejects.toThrow(
      'may not change this ad account',
    );
    await expect(platform.read(theirs, { id: '816', via: '42' })).rejects.toThrow(
      'may not change this ad account',
    );
    await expect(platform.read(theirs, { id: '816', via: null })).rejects.toThrow('knows no such account');
    await expect(platform.read(theirs, { id: '816\r\nX: y', via: '43' })).rejects.toThrow(
      'knows no such account',
    );
  });

  test.each([
    ['live', 'https://campaign.api.bingads.microsoft.com', 'https://clientcenter.api.bingads.microsoft.com'],
    [
      'sandbox',
      'https://campaign.api.sandbox.bingads.microsoft.com',
      'https://clientcenter.api.sandbox.bingads.microsoft.com',
    ],
  ] as const)('the hosts are those of %s', async (environment, campaigns, customers) => {
    const standIn = new MicrosoftRulesStandIn();
    standIn.isSandbox = environment === 'sandbox';
    const asked = new Set<string>();
    const platform = site(MICROSOFT_ADS_HOSTS[environment], environment === 'sandbox');
    const access = {
      accessToken: 'token',
      fetch(address: string, init: RequestInit) {
        asked.add(new URL(address).origin);
        return standIn.fetch(address, init);
      },
    };
    await platform.read(access, { id: '815', via: '42' });
    expect([...asked].toSorted()).toEqual([campaigns, customers]);
    const [account] = (await platform.listAccounts(access)).accounts;
    expect(account?.isTest).toBe(environment === 'sandbox');
  });

  test('audiences are the lists of people, with the type that a rule needs', async () => {
    const { platform, access, reference } = new MicrosoftRoom().room;
    expect(await platform.listAudiences(access, reference)).toEqual([
      { id: 'CustomerList:901', name: 'Customers', type: 'Customer list', problem: null },
      { id: 'RemarketingList:902', name: 'Visitors', type: 'Remarketing list', problem: null },
    ]);
  });

  test('places are found in the file, without those that are closed or that rules do not take', async () => {
    const { platform, access, reference } = new MicrosoftRoom().room;
    const find = (names: string[], country: string | null = null) =>
      platform.findPlaces(access, { account: reference, names, country });
    const places = await find(['paris', 'Texas', 'Washington, "DC"', '10115', 'Cali', 'Nowhere']);
    expect(places.map((found) => found.map(({ id, type, fullName }) => [id, type, fullName]))).toEqual([
      [
        ['City:43404', 'City', 'Paris, Texas, United States'],
        ['City:66126', 'City', 'Paris, Île-de-France, France'],
      ],
      [['SubGeography:4127', 'State', 'Texas, United States']],
      [['City:12345', 'City', 'Washington, "DC", United States']],
      [['PostalCode:99999', 'Postal code', '10115, Berlin, Germany']],
      [['SubGeography:4083', 'State', 'California, United States']],
      [],
    ]);
    const [inFrance] = await find(['Paris'], 'FR');
    expect(inFrance?.map(({ id }) => id)).toEqual(['City:66126', 'City:43404']);
  });

  test('the file comes in pieces that are cut anywhere, and only from a safe address', async () => {
    const { room, standIn } = new MicrosoftRoom();
    const { platform, reference } = room;
    const whole = new TextEncoder().encode(await (await standIn.fetch(standIn.fileUrl, {})).text());
    const asked: [string | undefined, RequestInit['headers']][] = [];
    const inPieces = (address: string, init: RequestInit): Promise<Response> => {
      if (address !== standIn.fileUrl) return standIn.fetch(address, init);
      asked.push([init.method, init.headers]);
      const pieces = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of whole) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
      return Promise.resolve(new Response(pieces));
    };
    const access = { accessToken: 'token', fetch: inPieces };
    const request = { account: reference, names: ['Texas'], country: null };
    expect((await platform.findPlaces(access, request))[0]).toHaveLength(1);
    expect(asked).toEqual([['GET', {}]]); // no token of ours
    standIn.fileUrl = 'http://files.microsoft.test/geo.csv';
    await expect(platform.findPlaces(access, request)).rejects.toThrow(PlatformSilent);
  });

  test.each([
    ['another file', 'Name,Address\r\nTexas,1'],
    ['a line without an end', `Location Id,Bing Display Name,Location Type,Status\n${'x'.repeat(20_000)}`],
    ['nothing', ''],
  ])('%s in place of the file is no answer', async (_, file) => {
    const { room, standIn } = new MicrosoftRoom();
    const access = {
      accessToken: 'token',
      fetch: (address: string, init: RequestInit): Promise<Response> =>
        address === standIn.fileUrl ? Promise.resolve(new Response(file)) : standIn.fetch(address, init),
    };
    const request = { account: room.reference, names: ['Texas'], country: null };
    await expect(room.platform.findPlaces(access, request)).rejects.toThrow(PlatformSilent);
  });
});

describe('a refusal', () => {
  test.each([
    [401, 109, 'AuthenticationTokenExpired', AccessEnded, 'no longer takes the connection'],
    [400, 105, 'InvalidCredentials', PlatformRefused, 'developer token of this site'],
    [500, 0, 'InternalError', PlatformSilent, 'status 500'],
    [500, 117, 'CallRateExceeded', PlatformRefused, 'in a minute'],
    [429, 999, 'Other', PlatformRefused, 'in a minute'],
    [400, 106, 'UserIsNotAuthorized', PlatformRefused, 'may not change this ad account (code 106)'],
    [400, 999, 'ConversionValueRulesNotInPilot', PlatformRefused, 'does not have conversion value rules yet'],
    [400, 999, 'Other', PlatformRefused, 'Microsoft Advertising refused it: Other happened.'],
  ])('with status %i and code %i', async (status, code, name, kind, words) => {
    const room = new MicrosoftRoom();
    const { platform, access, reference } = room.room;
    room.standIn.faults = [new MicrosoftFault(code, name, status)];
    const failure = await platform.listAudiences(access, reference).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    expect((failure as Error).message).toContain(words);
  });

  test.each([
    ['a wrong developer token', 'live', 'wrong', {}],
    ['the wrong environment', 'sandbox', DEVELOPER_TOKEN, {}],
    ['an inactive account', 'live', DEVELOPER_TOKEN, { AccountLifeCycleStatus: 'Inactive' }],
  ] as const)(
    'for %s has code 105 and ends no connection',
    async (_why, environment, developerToken, fields) => {
      const hosts = MICROSOFT_ADS_HOSTS[environment];
      const platform = microsoftAds({ hosts, isSandbox: environment === 'sandbox', developerToken });
      const account = makeMicrosoftAccount(fields);
      const { fetch } = new MicrosoftRulesStandIn([account]);
      const access = { accessToken: 'token', fetch };
      const failure = await platform
        .read(access, { id: account.Id, via: account.ParentCustomerId })
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(PlatformRefused);
      expect(failure).not.toBeInstanceOf(AccessEnded);
      expect((failure as Error).message).toMatch(
        /\(code 105\).*its operator can check that.*its administrator/,
      );
    },
  );

  test('for a sign-in that was merged into another one says which one to connect with', async () => {
    const room = new MicrosoftRoom();
    room.standIn.merged = ['token'];
    const failure = await room.room.platform.listAccounts(room.room.access).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(AccessEnded);
    expect((failure as Error).message).toContain(
      '(code 120). Connect again with the primary Microsoft account',
    );
  });

  test('for a call that names no account says that the site is to be mended', async () => {
    const room = new MicrosoftRoom();
    const { access } = room.room;
    const withoutAccount = (address: string, { headers, ...init }: RequestInit) => {
      const kept = new Headers(headers);
      kept.delete('customeraccountid');
      return access.fetch(address, { ...init, headers: kept });
    };
    const call = room.room.platform.read({ ...access, fetch: withoutAccount }, room.room.reference);
    await expect(call).rejects.toThrow(/\(code 1030\)\. Its operator/);
  });
});
