import { describe, expect, test } from 'vitest';
import {
  checkDataManager,
  checkGoogleAds,
  checkMeta,
  checkMicrosoft,
  type SentRequest,
} from '#test/schemas/check-request.ts';

type Json = Record<string, unknown>;
type Check = (request: SentRequest) => string[];

const post = (path: string, body: object, method = 'POST'): SentRequest => ({
  method,
  path,
  body: JSON.stringify(body),
});

const rules = (operation: Json): SentRequest =>
  post('/v26/customers/1/conversionValueRules:mutate', { operations: [operation] });
const RULE = 'customers/1/conversionValueRules/2';
const created = {
  action: { operation: 'MULTIPLY', value: 1.3 },
  deviceCondition: { deviceTypes: ['MOBILE'] },
  status: 'ENABLED',
};
const changed = (update: Json, updateMask: string) =>
  rules({ update: { resourceName: RULE, ...update }, updateMask });
const query = (text: string) => post('/v26/customers/1/googleAds:search', { query: text });

const event = {
  transactionId: 'lead-1',
  eventTimestamp: '2026-01-02T03:04:05Z',
  eventSource: 'WEB',
  currency: 'EUR',
  conversionValue: 4.2,
  userData: { userIdentifiers: [{ emailAddress: 'a'.repeat(64) }] },
};
const destination = {
  operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1' },
  productDestinationId: '2',
};
const events = (fields: Json = {}, body: Json = {}) =>
  post('/v1/events:ingest', {
    destinations: [destination],
    encoding: 'HEX',
    events: [{ ...event, ...fields }],
    ...body,
  });

const microsoftRule = {
  Name: 'Lead value 1',
  Operation: 'Multiply',
  Value: 1.3,
  Status: 'Active',
  DeviceCondition: { DeviceTypes: 'Smartphones, Tablets', IsPrimary: true },
};
const microsoft = (rule: Json, method = 'POST') =>
  post('/CampaignManagement/v13/ConversionValueRules', { ConversionValueRules: [rule], Lcid: 1033 }, method);

const criterion = {
  criteria_type: 'GENDER',
  operator: 'CONTAINS',
  criteria_values: ['FEMALE'],
  criteria_value_types: ['NONE'],
};
const metaRule = { name: 'Women', adjust_sign: 'INCREASE', adjust_value: 20, criterias: [criterion] };
const meta = (rule: Json) => post('/v26.0/act_1/value_rule_set', { name: 'Lead values', rules: [rule] });

test.each<[string, Check, SentRequest]>([
  ['a rule for Google Ads', checkGoogleAds, rules({ create: created })],
  [
    'a change of one',
    checkGoogleAds,
    changed({ action: { value: 2 }, status: 'PAUSED' }, 'action.value,status'),
  ],
  ['the removal of one', checkGoogleAds, rules({ remove: RULE })],
  [
    'a query',
    checkGoogleAds,
    query("SELECT user_list.id FROM user_list WHERE user_list.type = 'RULE_BASED'"),
  ],
  [
    'the list of accounts',
    checkGoogleAds,
    { method: 'GET', path: '/v26/customers:listAccessibleCustomers', body: '' },
  ],
  ['events for Data Manager', checkDataManager, events()],
  [
    'the status of a request',
    checkDataManager,
    {
      method: 'GET',
      path: '/v1/requestStatus:retrieve',
      query: new URLSearchParams('requestId=1'),
      body: '',
    },
  ],
  ['a rule for Microsoft', checkMicrosoft, microsoft(microsoftRule)],
  ['a change of one', checkMicrosoft, microsoft({ ...microsoftRule, Id: '5' }, 'PUT')],
  ['a set for Meta', checkMeta, meta(metaRule)],
  ['a deletion at Meta', checkMeta, { method: 'POST', path: '/v26.0/900/delete_rule_set', body: '' }],
])('%s breaks nothing', (_, check, request) => {
  expect(check(request)).toEqual([]);
});

describe('planted faults are found', () => {
  test.each<[string, SentRequest, RegExp]>([
    ['an unknown field', rules({ create: { ...created, note: 'x' } }), /create\.note: unknown field/],
    [
      'a field that Google writes',
      rules({ create: { ...created, ownerCustomer: 'customers/1' } }),
      /ownerCustomer: written by the platform/,
    ],
    [
      'a wrong enum value',
      rules({ create: { ...created, action: { operation: 'DIVIDE', value: 2 } } }),
      /operation: no .*ValueRuleOperation: DIVIDE/,
    ],
    [
      'a wrong type',
      rules({ create: { ...created, action: { operation: 'SET', value: '2' } } }),
      /value: no double/,
    ],
    ['no list', rules({ create: { deviceCondition: { deviceTypes: 'MOBILE' } } }), /deviceTypes: no list/],
    ['two operations in one', rules({ create: created, remove: RULE }), /create and remove of one/],
    [
      'a mask without its value',
      changed({ status: 'PAUSED' }, 'status,action.value'),
      /action\.value has no value/,
    ],
    [
      'a value outside the mask',
      changed({ status: 'PAUSED', action: { value: 2 } }, 'status'),
      /update\.action\.value: outside the mask/,
    ],
    [
      'a missing required field',
      post('/v26/customers/1/conversionValueRules:mutate', {}),
      /\.operations: required/,
    ],
    [
      'an immutable field in a mask',
      rules({ update: { resourceName: RULE, status: 'PAUSED' }, updateMask: 'resourceName,status' }),
      /resourceName/,
    ],
    ['a field that cannot be selected', query('SELECT user_list.secret FROM user_list'), /user_list\.secret/],
    [
      'a field that cannot be compared',
      query("SELECT user_list.id FROM user_list WHERE user_list.secret = 'x'"),
      /user_list\.secret/,
    ],
    ['an unknown call', post('/v26/customers/1/valueRules:mutate', {}), /no such call/],
  ])('for Google Ads: %s', (_, request, problem) => {
    expect(checkGoogleAds(request).join('\n')).toMatch(problem);
  });

  test.each<[string, SentRequest, RegExp]>([
    ['an unknown field', events({ hashedEmail: 'x' }), /hashedEmail: unknown field/],
    [
      'two identifiers in one',
      events({ userData: { userIdentifiers: [{ emailAddress: 'x', phoneNumber: 'y' }] } }),
      /emailAddress and phoneNumber of one/,
    ],
    ['a wrong enum value', events({ eventSource: 'SHOP' }), /eventSource: no .*EventSource: SHOP/],
    ['a time that is none', events({ eventTimestamp: '2026-01-02 03:04' }), /eventTimestamp: no .*Timestamp/],
    [
      'a missing required field',
      events({}, { destinations: [{ productDestinationId: '2' }] }),
      /operatingAccount: required/,
    ],
  ])('for Data Manager: %s', (_, request, problem) => {
    expect(checkDataManager(request).join('\n')).toMatch(problem);
  });

  test.each<[string, SentRequest, RegExp]>([
    ['an unknown field', microsoft({ ...microsoftRule, Priority: 1 }), /Priority: unknown field/],
    ['an id as a number', microsoft({ ...microsoftRule, Id: 5 }, 'PUT'), /Id: no string/],
    [
      'a wrong flag',
      microsoft({ ...microsoftRule, DeviceCondition: { DeviceTypes: 'Smartphones, Phones' } }),
      /DeviceTypes: no DeviceType/,
    ],
    ['a missing required field', microsoft({ ...microsoftRule, Value: undefined }), /Value: required/],
    ['another method', microsoft(microsoftRule, 'DELETE'), /no such call/],
  ])('for Microsoft: %s', (_, request, problem) => {
    expect(checkMicrosoft(request).join('\n')).toMatch(problem);
  });

  test.each<[string, SentRequest, RegExp]>([
    ['an unknown field', meta({ ...metaRule, priority: 1 }), /priority: unknown field/],
    [
      'a figure out of its limits',
      meta({ ...metaRule, adjust_sign: 'DECREASE', adjust_value: 91 }),
      /DECREASE by 91/,
    ],
    [
      'an unknown value',
      meta({ ...metaRule, criterias: [{ ...criterion, criteria_values: ['WOMEN'] }] }),
      /no WOMEN/,
    ],
    [
      'a place without its type',
      meta({
        ...metaRule,
        criterias: [{ ...criterion, criteria_type: 'LOCATION', criteria_values: ['US'] }],
      }),
      /LOCATION as NONE/,
    ],
    [
      'values without types',
      meta({ ...metaRule, criterias: [{ ...criterion, criteria_value_types: [] }] }),
      /as many/,
    ],
    ['no rules', post('/v26.0/act_1/value_rule_set', { name: 'x' }), /rules: required/],
    [
      'too many criteria',
      meta({ ...metaRule, criterias: Array.from({ length: 5 }, () => criterion) }),
      /5 criteria/,
    ],
  ])('for Meta: %s', (_, request, problem) => {
    expect(checkMeta(request).join('\n')).toMatch(problem);
  });
});
