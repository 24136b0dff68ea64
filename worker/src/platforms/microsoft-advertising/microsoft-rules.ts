import * as z from 'zod/mini';
import type { AccountReference } from '#contract/pushes.ts';
import {
  checkMicrosoftRules,
  findMadeAtMicrosoft,
  leaveMicrosoftBy,
  listKeptAtMicrosoft,
  nextMicrosoftStep,
  noteMicrosoftChanges,
  describeCall,
  type MicrosoftCall,
  type MicrosoftFrame,
} from './microsoft-desired-rules.ts';
import { callMicrosoft, readRefused, type MicrosoftSite } from './microsoft-calls.ts';
import { describeRuleCount } from '#worker/pushes/difference.ts';
import { writeConditions } from './microsoft-conditions.ts';
import { findMicrosoftPlaces } from './microsoft-places.ts';
import {
  LCID,
  listMicrosoftAccounts,
  listMicrosoftAudiences,
  readMicrosoftRules,
  readMicrosoftUser,
} from './microsoft-read.ts';
import { readAnswer } from '#worker/pushes/platform-calls.ts';
import {
  PartlyTaken,
  PlatformRefused,
  type Access,
  type RuleInAccount,
  type RulePlatform,
  type RuleState,
  type WriteStep,
} from '#worker/pushes/rule-platform.ts';

/** Microsoft Advertising as a platform for rules. It has no test of a write, so the check is ours. */
export function microsoftAds(
  site: Omit<MicrosoftSite, 'access'>,
): RulePlatform<MicrosoftFrame, MicrosoftCall> {
  const open = (access: Access): MicrosoftSite => ({ ...site, access });
  return {
    name: 'Microsoft Advertising',
    isOrdered: false,
    describeEffect: ({ operation, value }) =>
      `${operation === 'add' ? 'Add' : 'Multiply by'} ${value.toFixed(2)}`,
    listAccounts: (access) => listMicrosoftAccounts(open(access)),
    async tryConnection(access) {
      await readMicrosoftUser(open(access));
      return 'Microsoft Advertising takes the keys of this site, and knows the connected user.';
    },
    findPlaces: (access, request) => findMicrosoftPlaces(open(access), request),
    listAudiences: (access, account) => listMicrosoftAudiences(open(access), account),
    read: (access, account) => readMicrosoftRules(open(access), account),
    // Rules are read with the names of their places and audiences.
    addNames: (_, __, held) => Promise.resolve(held),
    listTouched: () => Promise.resolve(TOUCHED),
    check: checkMicrosoftRules,
    leaveBy: leaveMicrosoftBy,
    nextStep: nextMicrosoftStep,
    write: (access, account, step) => write(open(access), account, step),
    findMade: findMadeAtMicrosoft,
    listIds: ({ rules }) => rules.map(({ id }) => id),
    noteChanges: noteMicrosoftChanges,
    listNext: () => [],
    listKept: listKeptAtMicrosoft,
  };
}

/** msa-help/hlp_BA_CONC_UET_ConversionValueRules.md (2026-06-18). */
const TOUCHED = [
  'Rules touch all conversion goals of this account, not only those of leads, in all of its campaigns.',
  'They act on conversions that occur from now on. The narrower of two rules that overlap applies.',
];

const ADDRESSES = {
  add: { path: 'ConversionValueRules', method: 'POST' },
  update: { path: 'ConversionValueRules', method: 'PUT' },
  status: { path: 'ConversionValueRulesStatus', method: 'PUT' },
} as const;

const madeSchema = z.object({ ConversionValueRuleIds: z.nullish(z.array(z.nullable(z.string()))) });

/** addconversionvaluerules.md, updateconversionvaluerules.md, updateconversionvaluerulesstatus.md: a part of a write may be refused. */
async function write(
  site: MicrosoftSite,
  account: AccountReference,
  { call }: WriteStep<MicrosoftCall>,
): Promise<string[]> {
  const answer = await callMicrosoft(site, {
    service: 'campaigns',
    ...ADDRESSES[call.kind],
    body: toBody(call),
    account,
    isWrite: true,
  });
  const ids = readAnswer(madeSchema, answer).ConversionValueRuleIds ?? [];
  const made = ids.filter((id) => id !== null);
  const refused = readRefused(answer);
  if (!refused) return made;
  const count = call.kind === 'status' ? call.ids.length : call.rules.length;
  const taken = count - refused.count;
  if (taken <= 0 && made.length === 0) throw new PlatformRefused(refused.message);
  throw new PartlyTaken(refused.message, {
    made,
    words: `${describeCall(call)} ${taken} of ${describeRuleCount(count)}`,
  });
}

function toBody(call: MicrosoftCall): object {
  if (call.kind === 'status') return { RuleIds: call.ids, Status: call.status };
  const { currency } = call;
  return {
    ConversionValueRules: call.rules.map((rule: RuleState | RuleInAccount) => toRuleBody(rule, currency)),
    Lcid: LCID,
  };
}

/** Names of conversion goals have up to 100 characters; for those of rules no limit is published. */
const MAX_NAME = 100;

/** The whole rule, also where it changes. `CurrencyCode` is not said to be for amounts only. */
function toRuleBody(rule: RuleState | RuleInAccount, currency: string | null): object {
  const { name, effect, isOn } = rule;
  return {
    ...('id' in rule && { Id: rule.id }),
    Name: [...name].slice(0, MAX_NAME).join(''),
    Status: isOn ? 'Active' : 'Paused',
    Operation: effect.operation === 'add' ? 'Add' : 'Multiply',
    Value: effect.value,
    ...(currency !== null && { CurrencyCode: currency }),
    ...writeConditions(rule),
  };
}
