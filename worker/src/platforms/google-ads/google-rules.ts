import * as z from 'zod/mini';
import type { AccountReference } from '#contract/pushes.ts';
import {
  checkGoogleRules,
  findMadeAtGoogle,
  leaveGoogleBy,
  listKeptAtGoogle,
  nextGoogleStep,
  noteGoogleChanges,
  RENEW_GOOGLE,
  type GoogleCall,
  type GoogleFrame,
  type Operation,
} from './google-desired-rules.ts';
import { callGoogleAds, type GoogleAccount } from './google-calls.ts';
import {
  addGoogleNames,
  findGooglePlaces,
  listGoogleAccounts,
  listGoogleAudiences,
  listConversionActions,
  readConversionActions,
  readGoogleRules,
} from './google-read.ts';
import { readAnswer } from '#worker/pushes/platform-calls.ts';
import {
  PlatformRefused,
  type Access,
  type Effect,
  type RulePlatform,
  type RuleState,
  type WriteStep,
} from '#worker/pushes/rule-platform.ts';

/** Google's operators as we word them. */
const WORDS: Readonly<Record<Effect['operation'], string>> = {
  multiply: 'Multiply by',
  add: 'Add',
  set: 'Set to',
};

const DIGITS = /^\d{1,19}$/;

/** The account that a visitor names. Its ids are part of addresses, so they are digits and nothing else. */
function toGoogleAccount(origin: string, access: Access, { id, via }: AccountReference): GoogleAccount {
  if (!DIGITS.test(id) || !(via === null || DIGITS.test(via)))
    throw new PlatformRefused('Google Ads knows no such account.');
  return { origin, access, id, via };
}

/** Google Ads as a platform for rules. */
export function googleAds(origin: string): RulePlatform<GoogleFrame, GoogleCall> {
  const open = (access: Access, account: AccountReference) => toGoogleAccount(origin, access, account);
  return {
    name: 'Google Ads',
    isOrdered: false,
    describeEffect: ({ operation, value }) => `${WORDS[operation]} ${value.toFixed(2)}`,
    renew: RENEW_GOOGLE,
    listAccounts: (access) => listGoogleAccounts({ origin, access, via: null }),
    tryConnection: (access, account) => tryRule(open(access, account)),
    isTriedInAccount: true,
    findPlaces: (access, request) => findGooglePlaces(open(access, request.account), request),
    listAudiences: (access, account) => listGoogleAudiences(open(access, account)),
    listConversionActions: async (access, account) => readConversionActions(open(access, account)),
    read: (access, account) => readGoogleRules(open(access, account)),
    addNames: (access, account, held) => addGoogleNames(open(access, account), held),
    listTouched: (access, account) => listTouched(open(access, account)),
    check: checkGoogleRules,
    leaveBy: leaveGoogleBy,
    nextStep: nextGoogleStep,
    write: (access, account, step) => mutate(open(access, account), step, false),
    async test(access, account, step) {
      await mutate(open(access, account), step, true);
    },
    findMade: findMadeAtGoogle,
    listIds: ({ rules, frame }) => [...rules, ...frame.sets].map(({ id }) => id),
    noteChanges: noteGoogleChanges,
    listNext: () => [],
    listKept: listKeptAtGoogle,
  };
}

/** The most conversion actions that a sentence names. */
const MAX_NAMED = 8;

/** support.google.com/google-ads/answer/10520348 and 16031752, as read on 2026-11-25. */
async function listTouched(account: GoogleAccount): Promise<string[]> {
  const conversionActions = await listConversionActions(account);
  const names = conversionActions.filter(({ isPrimary }) => isPrimary).map(({ name }) => name);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const listed = names.length > 0 ? `${names.slice(0, MAX_NAMED).join(', ')}${more}` : 'none so far';
  return [
    `Rules touch all biddable conversion actions of this account, not only those of leads: ${listed}.`,
    'They touch Search, Shopping, Display and Performance Max campaigns, and work with Target ROAS and Maximize conversion value.',
  ];
}

/** services/conversion_value_rule_service.proto: a name per operation, in their order; none where it was only tested. */
const resultsSchema = z.object({
  results: z.optional(z.array(z.object({ resourceName: z.optional(z.string()) }))),
});

/**
 * `conversionValueRules:mutate` or `conversionValueRuleSets:mutate`. Without `partialFailure` it is all or nothing; with
 * `validateOnly` it answers errors only (services/conversion_value_rule_service.proto).
 *
 * @returns the names of what was made
 */
async function mutate(
  account: GoogleAccount,
  { call }: WriteStep<GoogleCall>,
  isTest: boolean,
): Promise<string[]> {
  const { id, ...site } = account;
  const operations = call.operations.map((operation) => toOperation(operation, `customers/${id}`));
  const answer = await callGoogleAds(site, `customers/${id}/${call.service}:mutate`, {
    body: { operations, partialFailure: false, validateOnly: isTest },
    isWrite: true,
  });
  const { results = [] } = readAnswer(resultsSchema, answer);
  return call.operations.flatMap((operation, at) => {
    const name = results[at]?.resourceName;
    return name && ('create' in operation || 'createSet' in operation) ? [name] : [];
  });
}

/** A rule that is never made: a loose one has no effect, and conflicts with nothing. */
const TRIED_RULE: RuleState = {
  name: '',
  conditions: [{ kind: 'device', values: [{ id: 'mobile', name: 'Mobile phones' }] }],
  effect: { operation: 'multiply', value: 1.1 },
  isOn: true,
  more: '',
};

async function tryRule(account: GoogleAccount): Promise<string> {
  const call: GoogleCall = { service: 'conversionValueRules', operations: [{ create: TRIED_RULE }] };
  await mutate(account, { words: 'Test a rule', call, makes: [] }, true);
  return `Google Ads would take a rule in the account ${account.id}. None was made.`;
}

/** `update` with the mask of what it changes; a list is replaced whole. No name is given on create. */
function toOperation(operation: Operation, customer: string): object {
  if ('remove' in operation) return operation;
  if ('create' in operation) return { create: toRuleBody(operation.create, customer) };
  if ('createSet' in operation) {
    const { rules, dimensions } = operation.createSet;
    return { create: { conversionValueRules: rules, dimensions, attachmentType: 'CUSTOMER' } };
  }
  if ('updateSet' in operation) {
    const { updateSet, rules, dimensions } = operation;
    const changes = { ...(rules && { conversionValueRules: rules }), ...(dimensions && { dimensions }) };
    return { update: { resourceName: updateSet, ...changes }, updateMask: Object.keys(changes).join(',') };
  }
  const { update, effect, isPaused } = operation;
  const mask = [
    ...(effect ? ['action.operation', 'action.value'] : []),
    ...(isPaused === undefined ? [] : ['status']),
  ];
  return {
    update: {
      resourceName: update,
      ...(effect && { action: toAction(effect) }),
      ...(isPaused !== undefined && { status: isPaused ? 'PAUSED' : 'ENABLED' }),
    },
    updateMask: mask.join(','),
  };
}

const toAction = ({ operation, value }: Effect) => ({ operation: operation.toUpperCase(), value });

/** resources/conversion_value_rule.proto. What `more` holds was read from Google and goes back as it was. */
function toRuleBody({ conditions, effect, isOn, more }: RuleState, customer: string): object {
  const others: Record<string, object> = more === '' ? {} : JSON.parse(more); // written by `google-read.ts`
  const idsOf = (kind: string) =>
    conditions.flatMap((condition) => (condition.kind === kind ? condition.values.map(({ id }) => id) : []));
  const [places, devices, lists] = [idsOf('location'), idsOf('device'), idsOf('audience')];
  const geo = {
    ...(places.length > 0 && {
      geoTargetConstants: places.map((id) => `geoTargetConstants/${id}`),
      geoMatchType: 'ANY',
    }),
    ...others['geo'],
  };
  const audience = {
    ...(lists.length > 0 && { userLists: lists.map((id) => `${customer}/userLists/${id}`) }),
    ...others['audience'],
  };
  return {
    action: toAction(effect),
    ...(Object.keys(geo).length > 0 && { geoLocationCondition: geo }),
    ...(devices.length > 0 && { deviceCondition: { deviceTypes: devices.map((id) => id.toUpperCase()) } }),
    ...(Object.keys(audience).length > 0 && { audienceCondition: audience }),
    ...(others['itinerary'] && { itineraryCondition: others['itinerary'] }),
    status: isOn ? 'ENABLED' : 'PAUSED',
  };
}
