import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { rulesInUseSchema, seenAlertsSchema } from '#contract/alerts.ts';
import { connectSchema } from '#contract/connections.ts';
import { DEFAULT_PREFERENCES, preferencesSchema } from '#contract/preferences.ts';
import { alertMailSchema, mailTokenSchema } from '#contract/mail.ts';
import { domainRuleSchema, retentionRuleSchema } from '#contract/organisation.ts';
import { placesSchema, pushRequestSchema, pushSchema } from '#contract/pushes.ts';
import { newSendSchema, sendChangeSchema, sendKeyRequestSchema } from '#contract/sends.ts';
import { openShareSchema, shareSchema, shareTermSchema } from '#contract/sharing.ts';
import { newSourceSchema, scheduleSchema } from '#contract/sources.ts';
import {
  destinationSchema,
  invitationTokenSchema,
  newInvitationSchema,
  newTeamSchema,
  roleChangeSchema,
  teamChangeSchema,
  teamDeletionSchema,
} from '#contract/teams.ts';
import { exampleFigures } from '../../../contract/sharing.ts';
import { problemOf } from './problem-of.ts';

const text = (length: number): string => 'x'.repeat(length);
const list = <T>(length: number, entry: T): T[] => Array.from({ length }, () => entry);

const account = { id: '1', via: null };
const value = { id: '1014044', name: 'Texas, United States', value: 'TX' };
const condition = { kind: 'location', values: [value] };
const rule = { name: 'Source: Search', multiplier: 1.3, conditions: [condition] };
const places = { account, names: ['Texas'], country: 'US' };
const push = { account, rules: [rule], picture: 'p' };
const figures = [{ platform: 'google', multiplier: 1.3 }];
const toEnter = { fieldName: 'Source', fieldValue: 'Search', figures, pairRules: 0 };

const pair = { platform: 'meta', fieldName: 'Device', fieldValue: 'Mobile', multiplier: 0.9 };
const inPairs = (count: number) => ({
  version: 0,
  by: 'entered',
  toEnter: [{ ...toEnter, pairs: list(count, pair) }],
});

const place = { account: '1234567890', manager: null, action: '7' };
const send = { ...place, total: 1, fingerprint: '0a'.repeat(32), madeAt: 0 };
const outcome = {
  status: 'PARTIAL_SUCCESS',
  records: 3,
  errors: [{ reason: 'EVENT_TOO_OLD', count: 1 }],
  warnings: [{ reason: 'W', count: 2 }],
};
const sent = { id: 'r-1_A', events: 3, outcome };
const change = { done: 3, refused: 1, requests: [sent] };

const clock = { hour: 7, timeZone: 'Europe/Berlin' };
const daily = { every: 'day', ...clock };
const sheet = { spreadsheetId: text(20), tabId: 0, title: 'Leads', tabTitle: 'October' };
const sheetSource = { kind: 'sheet', sheet, schedule: daily };

/** Bodies as pages send them: each call takes all of its fields, and hands them on. */
const TAKEN: readonly (readonly [string, z.ZodMiniType, unknown])[] = [
  ['rules in use', rulesInUseSchema, { version: 2, by: 'meta' }],
  ['rules in use with figures', rulesInUseSchema, { version: 0, by: 'entered', toEnter: list(100, toEnter) }],
  ['rules in use with ticked pairs', rulesInUseSchema, inPairs(100)],
  ['alerts that were seen', seenAlertsSchema, { upTo: 0 }],
  ['a connection from the start page', connectSchema, { returnTo: 'start' }],
  ['a connection from the list', connectSchema, { returnTo: 'connections' }],
  ['preferences', preferencesSchema, { ...DEFAULT_PREFERENCES, defaultCurrency: 'EUR' }],
  ['alerts by e-mail', alertMailSchema, { on: false }],
  ['a mailed token', mailTokenSchema, { token: 't' }],
  ['a domain', domainRuleSchema, { domain: 'example.com' }],
  ['no domain', domainRuleSchema, { domain: null }],
  ['an end of datasets', retentionRuleSchema, { datasetDays: 7 }],
  ['no end of datasets', retentionRuleSchema, { datasetDays: null }],
  ['places', placesSchema, places],
  ['places in all countries', placesSchema, { ...places, country: null }],
  ['a preview', pushRequestSchema, { account: { id: '1', via: '2' }, rules: [rule] }],
  ['a push', pushSchema, push],
  ['a push of a saved plan', pushSchema, { ...push, analysis: { id: 'x', version: 0 } }],
  [
    'a push of a saved plan with figures',
    pushSchema,
    { ...push, analysis: { id: 'x', version: 3, toEnter: list(100, toEnter) } },
  ],
  ['the key of sends', sendKeyRequestSchema, { account: '1234567890', action: '7' }],
  ['a send', newSendSchema, send],
  ['a send through a manager', newSendSchema, { ...send, manager: '0987654321' }],
  ['a change of a send', sendChangeSchema, change],
  [
    'a request without an outcome yet',
    sendChangeSchema,
    { ...change, requests: [{ ...sent, outcome: null }] },
  ],
  ['a term', shareTermSchema, { isKept: true }],
  ['a link', shareSchema, { isKept: false, figures: exampleFigures }],
  ['the token of a link', openShareSchema, { token: 't' }],
  ['an inbox', newSourceSchema, { kind: 'inbox' }],
  ['a sheet', newSourceSchema, sheetSource],
  ['a week', scheduleSchema, { every: 'week', weekday: 7, ...clock }],
  ['a month', scheduleSchema, { every: 'month', day: 31, ...clock }],
  ['a team', newTeamSchema, { name: 'Sales' }],
  ['another name of a team', teamChangeSchema, { name: 'Sales' }],
  ['editors that push', teamChangeSchema, { editorsPush: false }],
  ['the end of a team', teamDeletionSchema, { name: ' Sales' }],
  ['a role', roleChangeSchema, { role: 'viewer' }],
  ['an invitation', newInvitationSchema, { role: 'editor', email: 'name@example.com' }],
  ['the token of an invitation', invitationTokenSchema, { token: 't' }],
  ['a move to a team', destinationSchema, { team: 'one' }],
  ['a move to oneself', destinationSchema, { team: null }],
];

test.each(TAKEN)('%s is taken as it is sent', (_, schema, body) => {
  expect(schema.parse(body)).toEqual(body);
});

test('what a body may leave out has a value', () => {
  expect(rulesInUseSchema.parse({ version: 0 })).toEqual({ version: 0, by: 'entered' });
  expect(newInvitationSchema.parse({ role: 'admin' })).toEqual({ role: 'admin', email: null });
  expect(preferencesSchema.parse({ ...DEFAULT_PREFERENCES, defaultCurrency: undefined })).toEqual(
    DEFAULT_PREFERENCES,
  );
});

/** Each beside what is just taken. A problem without words of its own says 'Invalid input'. */
const LIMITS: readonly (readonly [string, z.ZodMiniType, taken: unknown, refused: unknown, string])[] = [
  [
    'datasets end after 7 days at the earliest',
    retentionRuleSchema,
    { datasetDays: 7 },
    { datasetDays: 6 },
    'datasetDays: Datasets end after 7 to 3650 days, or never',
  ],
  [
    'datasets end after 3650 days at the latest',
    retentionRuleSchema,
    { datasetDays: 3650 },
    { datasetDays: 3651 },
    'datasetDays: Datasets end after 7 to 3650 days, or never',
  ],
  [
    'datasets end after whole days',
    retentionRuleSchema,
    { datasetDays: 8 },
    { datasetDays: 7.5 },
    'datasetDays: Datasets end after 7 to 3650 days, or never',
  ],
  [
    'days are a number',
    retentionRuleSchema,
    { datasetDays: null },
    { datasetDays: '8' },
    'datasetDays: Datasets end after 7 to 3650 days, or never',
  ],
  [
    'a name of a team has a character',
    newTeamSchema,
    { name: ' x ' },
    { name: '  ' },
    'name: Please enter a name',
  ],
  [
    'a name of a team has at most 100 characters',
    newTeamSchema,
    { name: text(100) },
    { name: text(101) },
    'name: A name has at most 100 characters',
  ],
  ['a name of a team is text', newTeamSchema, { name: '7' }, { name: 7 }, 'name: name must be text'],
  [
    'a change of a team changes something',
    teamChangeSchema,
    { editorsPush: true },
    { members: [] },
    ': Nothing to change was sent',
  ],
  [
    'the same for a new name of a team',
    teamChangeSchema,
    { name: text(100), editorsPush: true },
    { name: '', editorsPush: true },
    'name: Please enter a name',
  ],
  [
    'a link is kept or not',
    shareTermSchema,
    { isKept: false },
    { isKept: 'yes' },
    'isKept: isKept must be true or false',
  ],
  ['a token of a link is text', openShareSchema, { token: '' }, { token: 7 }, 'token: token must be text'],
  [
    'a conversion value is at least 0',
    preferencesSchema,
    { ...DEFAULT_PREFERENCES, defaultConversionValue: 0 },
    { ...DEFAULT_PREFERENCES, defaultConversionValue: -0.01 },
    'defaultConversionValue: Conversion Value must be a number of at least 0',
  ],
  [
    'a conversion value is at most a million millions',
    preferencesSchema,
    { ...DEFAULT_PREFERENCES, defaultConversionValue: 1e12 },
    { ...DEFAULT_PREFERENCES, defaultConversionValue: 1e12 + 1 },
    'defaultConversionValue: Conversion Value must be a number of at least 0',
  ],
  [
    'a threshold is at least 1%',
    preferencesSchema,
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 1 },
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 0.9 },
    'defaultSignificanceThreshold: Significance Threshold must be a number from 1 to 100',
  ],
  [
    'a threshold is at most 100%',
    preferencesSchema,
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 100 },
    { ...DEFAULT_PREFERENCES, defaultSignificanceThreshold: 101 },
    'defaultSignificanceThreshold: Significance Threshold must be a number from 1 to 100',
  ],
  [
    'a currency is on offer',
    preferencesSchema,
    { ...DEFAULT_PREFERENCES, defaultCurrency: 'EUR' },
    { ...DEFAULT_PREFERENCES, defaultCurrency: 'BTC' },
    'defaultCurrency: Currency must be one of the currencies on offer, such as EUR',
  ],
  ['at least one place is looked up', placesSchema, places, { ...places, names: [] }, 'names: Invalid input'],
  [
    'at most 100 places are looked up',
    placesSchema,
    { ...places, names: list(100, 'Texas') },
    { ...places, names: list(101, 'Texas') },
    'names: Invalid input',
  ],
  [
    'a place has a name',
    placesSchema,
    { ...places, names: ['x'] },
    { ...places, names: ['x', ''] },
    'names.1: must not be empty',
  ],
  [
    'a name at a platform has at most 300 characters',
    placesSchema,
    { ...places, names: [text(300)] },
    { ...places, names: [text(301)] },
    'names.0: must have at most 300 characters',
  ],
  ['a name of a place is text', placesSchema, places, { ...places, names: [7] }, 'names.0: must be text'],
  ...['us', 'USA', 'U', 'xUS', 'U1'].map(
    (country) =>
      [
        `${country} is no country`,
        placesSchema,
        places,
        { ...places, country },
        'country: must be two letters',
      ] as const,
  ),
  [
    'an account has an id',
    placesSchema,
    { ...places, account: { id: text(100), via: text(100) } },
    { ...places, account: { id: '', via: null } },
    'account.id: must not be empty',
  ],
  [
    'an id has at most 100 characters',
    placesSchema,
    places,
    { ...places, account: { id: '1', via: text(101) } },
    'account.via: must have at most 100 characters',
  ],
  [
    'an id is text',
    placesSchema,
    places,
    { ...places, account: { id: 1, via: null } },
    'account.id: must be text',
  ],
  ['a push has a rule', pushSchema, push, { ...push, rules: [] }, 'rules: Invalid input'],
  [
    'a push has at most 500 rules',
    pushSchema,
    { ...push, rules: list(500, rule) },
    { ...push, rules: list(501, rule) },
    'rules: Invalid input',
  ],
  ['a push has a picture', pushSchema, push, { ...push, picture: '' }, 'picture: must not be empty'],
  [
    'a push names an analysis by its id',
    pushSchema,
    { ...push, analysis: { id: 'x', version: 0 } },
    { ...push, analysis: { id: '', version: 0 } },
    'analysis.id: must not be empty',
  ],
  [
    'a push names a version by a whole number',
    pushSchema,
    { ...push, analysis: { id: 'x', version: 0 } },
    { ...push, analysis: { id: 'x', version: -1 } },
    'analysis.version: must be a whole number of at least 0',
  ],
  [
    'a push has at most 100 figures',
    pushSchema,
    { ...push, analysis: { id: 'x', version: 0, toEnter: list(100, toEnter) } },
    { ...push, analysis: { id: 'x', version: 0, toEnter: list(101, toEnter) } },
    'analysis.toEnter: must have at most 100 items',
  ],
  [
    'a value has at most 100 ticked pairs',
    rulesInUseSchema,
    inPairs(100),
    inPairs(101),
    'toEnter.0.pairs: Invalid input',
  ],
  [
    'a ticked pair is on a platform that takes rules',
    rulesInUseSchema,
    { version: 0, toEnter: [{ ...toEnter, pairs: [pair] }] },
    { version: 0, toEnter: [{ ...toEnter, pairs: [{ ...pair, platform: 'x' }] }] },
    'toEnter.0.pairs.0.platform: Invalid input',
  ],
  [
    'a multiplier is above 0',
    pushSchema,
    { ...push, rules: [{ ...rule, multiplier: 0.01 }] },
    { ...push, rules: [{ ...rule, multiplier: 0 }] },
    'rules.0.multiplier: Invalid input',
  ],
  [
    'a multiplier is at most 1000',
    pushSchema,
    { ...push, rules: [{ ...rule, multiplier: 1000 }] },
    { ...push, rules: [{ ...rule, multiplier: 1001 }] },
    'rules.0.multiplier: Invalid input',
  ],
  [
    'a rule has at most 8 conditions',
    pushSchema,
    { ...push, rules: [{ ...rule, conditions: list(8, condition) }] },
    { ...push, rules: [{ ...rule, conditions: list(9, condition) }] },
    'rules.0.conditions: Invalid input',
  ],
  [
    'a rule has a condition',
    pushSchema,
    push,
    { ...push, rules: [{ ...rule, conditions: [] }] },
    'rules.0.conditions: Invalid input',
  ],
  [
    'a condition has at most 50 values',
    pushSchema,
    { ...push, rules: [{ ...rule, conditions: [{ ...condition, values: list(50, value) }] }] },
    { ...push, rules: [{ ...rule, conditions: [{ ...condition, values: list(51, value) }] }] },
    'rules.0.conditions.0.values: Invalid input',
  ],
  [
    'a condition has a value',
    pushSchema,
    push,
    { ...push, rules: [{ ...rule, conditions: [{ ...condition, values: [] }] }] },
    'rules.0.conditions.0.values: Invalid input',
  ],
  [
    'a condition is of a kind that platforms have',
    pushSchema,
    { ...push, rules: [{ ...rule, conditions: [{ ...condition, kind: 'age' }] }] },
    { ...push, rules: [{ ...rule, conditions: [{ ...condition, kind: 'shoe-size' }] }] },
    'rules.0.conditions.0.kind: Invalid input',
  ],
  ...['123456789', '12345678901', '123-456789', 'x1234567890', ''].map(
    (id) =>
      [
        `${id} is no account`,
        newSendSchema,
        send,
        { ...send, account: id },
        'account: Invalid input',
      ] as const,
  ),
  [
    'an action has at most 19 digits',
    newSendSchema,
    { ...send, action: '1'.repeat(19) },
    { ...send, action: '1'.repeat(20) },
    'action: Invalid input',
  ],
  ['an action has a digit', newSendSchema, send, { ...send, action: '' }, 'action: Invalid input'],
  ['a send has a lead', newSendSchema, send, { ...send, total: 0 }, 'total: Invalid input'],
  [
    'a send has at most ten million leads',
    newSendSchema,
    { ...send, total: 10_000_000 },
    { ...send, total: 10_000_001 },
    'total: Invalid input',
  ],
  ...[text(64), '0a'.repeat(31), '0a'.repeat(33), `x${'0a'.repeat(32)}`, '0A'.repeat(32)].map(
    (fingerprint) =>
      [
        `${fingerprint.slice(0, 4)}… is no fingerprint`,
        newSendSchema,
        send,
        { ...send, fingerprint },
        'fingerprint: Invalid input',
      ] as const,
  ),
  [
    'a send is made at a time that a date can hold',
    newSendSchema,
    { ...send, madeAt: 8.64e15 },
    { ...send, madeAt: 8.64e15 + 2 },
    'madeAt: Invalid input',
  ],
  ['a send is made after 1970', newSendSchema, send, { ...send, madeAt: -1 }, 'madeAt: Invalid input'],
  [
    'a change of a send has at most 10 requests',
    sendChangeSchema,
    { ...change, requests: list(10, sent) },
    { ...change, requests: list(11, sent) },
    'requests: Invalid input',
  ],
  ['counts of a send are whole', sendChangeSchema, change, { ...change, done: 0.5 }, 'done: Invalid input'],
  [
    'counts of a send are at least 0',
    sendChangeSchema,
    { ...change, refused: 0 },
    { ...change, refused: -1 },
    'refused: Invalid input',
  ],
  ...['', text(129), 'a b', 'a.b', 'ä'].map(
    (id) =>
      [
        `${id.slice(0, 4)} is no id of a request`,
        sendChangeSchema,
        { ...change, requests: [{ ...sent, id: text(128) }] },
        { ...change, requests: [{ ...sent, id }] },
        'requests.0.id: Invalid input',
      ] as const,
  ),
  ...['', 'A'.repeat(121), 'too_old', 'A B', 'A-'].map(
    (reason) =>
      [
        `${reason.slice(0, 8)} is no reason`,
        sendChangeSchema,
        withReasons({ reason: 'A'.repeat(120), count: 1 }),
        withReasons({ reason, count: 1 }),
        'requests.0.outcome.errors.0.reason: Invalid input',
      ] as const,
  ),
  [
    'an outcome has at most 100 reasons',
    sendChangeSchema,
    withReasons(...list(100, { reason: 'A', count: 1 })),
    withReasons(...list(101, { reason: 'A', count: 1 })),
    'requests.0.outcome.errors: Invalid input',
  ],
  [
    'an hour is at least 0',
    scheduleSchema,
    { ...daily, hour: 0 },
    { ...daily, hour: -1 },
    'hour: must be at least 0',
  ],
  [
    'an hour is at most 23',
    scheduleSchema,
    { ...daily, hour: 23 },
    { ...daily, hour: 24 },
    'hour: must be at most 23',
  ],
  ['an hour is whole', scheduleSchema, daily, { ...daily, hour: 7.5 }, 'hour: Invalid input'],
  [
    'a weekday is at least 1',
    scheduleSchema,
    { every: 'week', weekday: 1, ...clock },
    { every: 'week', weekday: 0, ...clock },
    'weekday: must be at least 1',
  ],
  [
    'a weekday is at most 7',
    scheduleSchema,
    { every: 'week', weekday: 7, ...clock },
    { every: 'week', weekday: 8, ...clock },
    'weekday: must be at most 7',
  ],
  [
    'a day of the month is at least 1',
    scheduleSchema,
    { every: 'month', day: 1, ...clock },
    { every: 'month', day: 0, ...clock },
    'day: must be at least 1',
  ],
  [
    'a day of the month is at most 31',
    scheduleSchema,
    { every: 'month', day: 31, ...clock },
    { every: 'month', day: 32, ...clock },
    'day: must be at most 31',
  ],
  ...['+01:00', 'Europe/Nowhere', '', 'x'.repeat(64)].map(
    (timeZone) =>
      [
        `${timeZone.slice(0, 20)} is no time zone`,
        scheduleSchema,
        { ...daily, timeZone: 'America/New_York' },
        { ...daily, timeZone },
        'timeZone: must be a time zone as Europe/Berlin',
      ] as const,
  ),
  [
    'a schedule is of a day, a week or a month',
    scheduleSchema,
    { ...daily, timeZone: 'utc' },
    { ...daily, every: 'year' },
    'every: Invalid input',
  ],
  ...[text(19), text(129), `${text(20)}/`, `/${text(20)}`, `${text(20)}ä`].map(
    (spreadsheetId) =>
      [
        `${spreadsheetId.length} characters are no id of a spreadsheet`,
        newSourceSchema,
        { ...sheetSource, sheet: { ...sheet, spreadsheetId: `${text(126)}-_` } },
        { ...sheetSource, sheet: { ...sheet, spreadsheetId } },
        'sheet.spreadsheetId: must be the id of a spreadsheet',
      ] as const,
  ),
  [
    'the number of a tab has 31 bits',
    newSourceSchema,
    { ...sheetSource, sheet: { ...sheet, tabId: 2_147_483_647 } },
    { ...sheetSource, sheet: { ...sheet, tabId: 2_147_483_648 } },
    'sheet.tabId: must be at most 2147483647',
  ],
  [
    'the title of a sheet has at most 255 characters',
    newSourceSchema,
    { ...sheetSource, sheet: { ...sheet, title: text(255), tabTitle: text(255) } },
    { ...sheetSource, sheet: { ...sheet, title: text(256) } },
    'sheet.title: Invalid input',
  ],
  ['a source is of a kind', newSourceSchema, { kind: 'inbox' }, { kind: 'fax' }, 'kind: Invalid input'],
];

function withReasons(...errors: { reason: string; count: number }[]) {
  return { ...change, requests: [{ ...sent, outcome: { ...outcome, errors } }] };
}

describe('of a body', () => {
  test.each(LIMITS)('%s', (_, schema, taken, refused, problem) => {
    expect([problemOf(schema, taken), problemOf(schema, refused)]).toEqual([null, problem]);
  });
});

test.each(['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'])('a request may have ended as %s', (status) => {
  const requests = [{ ...sent, outcome: { ...outcome, status } }];
  expect(problemOf(sendChangeSchema, { ...change, requests })).toBeNull();
});

test('the spaces around the name of a team are left out', () => {
  expect(newTeamSchema.parse({ name: ' Sales ' })).toEqual({ name: 'Sales' });
});
