import * as z from 'zod/mini';
import type { AccountReference } from '#contract/pushes.ts';
import {
  checkMetaRules,
  findMadeAtMeta,
  listKeptAtMeta,
  listNext,
  nextMetaStep,
  noteMetaChanges,
  type MetaCall,
  type MetaFrame,
} from './meta-desired-rules.ts';
import { callMeta, META_PERMISSIONS, metaPermissionsSchema, type MetaSite } from './meta-calls.ts';
import {
  addMetaNames,
  findMetaPlaces,
  listMetaAccounts,
  listMetaAudiences,
  readMetaRules,
  toPath,
} from './meta-read.ts';
import { readAnswer } from '#worker/pushes/platform-calls.ts';
import {
  PlatformRefused,
  PlatformSilent,
  type Access,
  type RulePlatform,
  type WriteStep,
} from '#worker/pushes/rule-platform.ts';

/** Meta as a platform for rules. It has no test of a write, so the check is ours. */
export function metaAds(app: Omit<MetaSite, 'access'>): RulePlatform<MetaFrame, MetaCall> {
  const open = (access: Access): MetaSite => ({ ...app, access });
  return {
    name: 'Meta',
    isOrdered: true,
    describeEffect({ value }) {
      const percent = Math.round((value - 1) * 100);
      return `${percent < 0 ? 'Decrease' : 'Increase'} bid by ${Math.abs(percent)}%`;
    },
    listAccounts: (access) => listMetaAccounts(open(access)),
    tryConnection: (access) => readPermissions(open(access)),
    findPlaces: (access, request) => findMetaPlaces(open(access), request),
    listAudiences: () => Promise.resolve(listMetaAudiences()),
    read: (access, account) => readMetaRules(open(access), account),
    addNames: (access, _, held) => addMetaNames(open(access), held),
    listTouched: () => Promise.resolve(TOUCHED),
    check: checkMetaRules,
    leaveBy: () => () => 'remove',
    nextStep: nextMetaStep,
    write: (access, account, step) => write(open(access), account, step),
    findMade: findMadeAtMeta,
    listIds: ({ frame }) => frame.sets.map(({ id }) => id),
    noteChanges: noteMetaChanges,
    listNext,
    listKept: listKeptAtMeta,
  };
}

/** "Value rules" (2026-09-12): rules act in ad sets, with the bid strategies LOWEST_COST_WITHOUT_CAP and COST_CAP. */
const TOUCHED = [
  'Rules raise or lower bids in the ad sets that use the rule set, and nowhere else. A push changes no ad set.',
  'They work with the bid strategies Highest volume and Cost per result goal. Reported values stay as they are.',
  'They have no effect in lead campaigns whose conversion location is website and calls, nor in sales campaigns with website and shop.',
];

async function readPermissions(site: MetaSite): Promise<string> {
  const { data } = readAnswer(metaPermissionsSchema, await callMeta(site, { path: 'me/permissions' }));
  const granted = data.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
  const missing = META_PERMISSIONS.filter((wanted) => !granted.includes(wanted));
  const has = `Granted: ${granted.join(', ') || 'none'}.`;
  if (missing.length === 0) return has;
  const others = missing.map(
    (wanted) =>
      `${wanted} (${data.find(({ permission }) => permission === wanted)?.status ?? 'not asked for'})`,
  );
  throw new PlatformRefused(
    `${has} Missing: ${others.join(', ')}. Connect again, and leave every box ticked.`,
  );
}

const madeSchema = z.object({ id: z.optional(z.string()) });

/**
 * Makes a set, replaces one whole, or deletes one, which is a POST without a body. The answer to a new set is not published: without an id in
 * it, the set is looked for.
 */
async function write(
  site: MetaSite,
  account: AccountReference,
  { call }: WriteStep<MetaCall>,
): Promise<string[]> {
  if (call.kind === 'delete') {
    await callMeta(site, { path: `${call.set}/delete_rule_set`, body: null, isWrite: true });
    return [];
  }
  const { name, rules } = call;
  if (call.kind === 'update') {
    await callMeta(site, { path: call.set, body: { id: call.set, name, rules }, isWrite: true });
    return [];
  }
  const answer = await callMeta(site, {
    path: `${toPath(account)}/value_rule_set`,
    body: { name, rules },
    isWrite: true,
  });
  const { id } = readAnswer(madeSchema, answer);
  if (id === undefined) throw new PlatformSilent('an answer without an id');
  return [id];
}
