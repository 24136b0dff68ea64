import fc from 'fast-check';
import type { PushedRule, PushedValue } from '#contract/pushes.ts';
import {
  GoogleAdsStandIn,
  makeCustomer,
  PLACES,
  type StoodCustomer,
  type StoodRule,
  type StoodSet,
} from '#test/support/google-ads-stand-in.ts';
import { MemoryPushStore } from '#test/support/memory-push-store.ts';
import { googleAds } from '#worker/platforms/google-ads/google-rules.ts';
import type { GoogleCall, GoogleFrame } from '#worker/platforms/google-ads/google-desired-rules.ts';
import { makePreview, makePush, makeUndo, type PushRoom, type StoredPush } from '#worker/pushes/push.ts';

const OWN = 'customers/1234567890';

/** One user's account at the stand-in. */
export class GoogleRoom {
  readonly standIn: GoogleAdsStandIn;
  readonly store = new MemoryPushStore<GoogleFrame, GoogleCall>();
  readonly room: PushRoom<GoogleFrame, GoogleCall>;

  constructor(customer: StoodCustomer = makeCustomer()) {
    this.standIn = new GoogleAdsStandIn([structuredClone(customer)]);
    this.room = {
      platform: googleAds('https://googleads.test'),
      access: { accessToken: 'token', fetch: this.standIn.fetch },
      reference: { id: customer.id, via: null },
      store: this.store,
      now: Date.UTC(2026, 10, 25),
    };
  }

  get customer(): StoodCustomer {
    return this.standIn.customers[0]!; // made with one
  }

  /** Returns a function that makes the account and the pushes what they are now: each failure of a property begins there. */
  remember(): () => void {
    const [restoreAccount, restorePushes] = [this.standIn.remember(), this.store.remember()];
    return () => {
      restoreAccount();
      restorePushes();
    };
  }

  preview = (rules: readonly PushedRule[]) => makePreview(this.room, rules);

  /**
   * Compares, approves and pushes, as the page does; the stored push. Null where our own check says that it cannot be pushed, which is only
   * for rules of others: the stand-in refuses nothing that passes it.
   */
  async push(rules: readonly PushedRule[]): Promise<StoredPush | null> {
    const { problems, picture, others } = await this.preview(rules);
    const refused = problems.find(
      ({ message }) => others.length === 0 || message.startsWith('Google Ads refused'),
    );
    if (refused && rules.every(({ multiplier }) => multiplier >= 0.5 && multiplier <= 10))
      throw new Error(refused.message);
    return problems.length > 0 ? null : await this.write(rules, picture);
  }

  async write(rules: readonly PushedRule[], picture: string): Promise<StoredPush> {
    const id = await makePush(this.room, { rules, picture });
    return this.find(id);
  }

  async undo(id: string): Promise<StoredPush> {
    await makeUndo(this.room, id);
    return this.find(id);
  }

  find = (id: string): StoredPush => this.store.pushes.find((push) => push.id === id)!; // a test has its id

  /**
   * The rules that conversions get: those that are on and in a set that is on, without their ids. Of some rules only, if they are named.
   */
  effect(ids?: readonly string[]): string[] {
    const { rules, sets } = this.customer;
    return sets
      .filter(({ status }) => status === 'ENABLED')
      .flatMap(({ attachmentType, conversionValueRules }) =>
        rules
          .filter(
            ({ resourceName, status }) =>
              status === 'ENABLED' &&
              conversionValueRules.includes(resourceName) &&
              (ids?.includes(resourceName) ?? true),
          )
          .map((rule) => `${attachmentType} ${canonical({ ...rule, resourceName: '' })}`),
      )
      .sort();
  }

  /** All effects that are there after any call from now on. */
  watch(): ReadonlySet<string> {
    const seen = new Set<string>();
    Object.assign(this.room.access, {
      fetch: async (address: string, init: RequestInit) => {
        const answer = await this.standIn.fetch(address, init);
        for (const effect of this.effect()) seen.add(effect);
        return answer;
      },
    });
    return seen;
  }

  /** The rules that are in no set, and so without effect. */
  listLoose(): string[] {
    const { rules, sets } = this.customer;
    const inSets = sets.flatMap(({ conversionValueRules }) => conversionValueRules);
    return rules.map(({ resourceName }) => resourceName).filter((name) => !inSets.includes(name));
  }

  /** The rules that were there before, whole. */
  of = (ids: readonly string[]): StoodRule[] =>
    structuredClone(this.customer.rules.filter(({ resourceName }) => ids.includes(resourceName)));
}

/** As text in which the order of keys and values does not count. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${key}:${canonical(item)}`).join()}}`;
}

const value = (id: string, name = id): PushedValue => ({ id, name, value: name });

/** A rule of a plan, in short: `['device', 'mobile'], ['location', '21176']`. */
export const rule = (
  multiplier: number,
  ...conditions: [kind: PushedRule['conditions'][number]['kind'], ...ids: string[]][]
): PushedRule => ({
  name: 'a rule',
  multiplier,
  conditions: conditions.map(([kind, ...ids]) => ({ kind, values: ids.map((id) => value(id)) })),
});

const VALUES = {
  location: PLACES.map(({ id }) => id as string),
  device: ['mobile', 'tablet', 'desktop'],
  audience: ['901', '902'],
};
type Kind = keyof typeof VALUES;
const kinds = Object.keys(VALUES) as Kind[];

const multipliers = fc.integer({ min: 50, max: 1000 }).map((hundredths) => hundredths / 100);

/** Rules as a planner makes them for Google: one primary condition, alone and with one other as the secondary one. */
export const plans: fc.Arbitrary<PushedRule[]> = fc
  .tuple(fc.constantFrom(...kinds), fc.constantFrom(...kinds))
  .chain(([primary, secondary]) => {
    const pairs = VALUES[primary].flatMap((first) => [
      [first, null] as const,
      ...(primary === secondary ? [] : VALUES[secondary].map((second) => [first, second] as const)),
    ]);
    return fc
      .uniqueArray(fc.record({ pair: fc.constantFrom(...pairs), multiplier: multipliers }), {
        minLength: 1,
        maxLength: 8,
        selector: ({ pair }) => pair.join(' '),
      })
      .map((rules) =>
        rules.map(({ pair: [first, second], multiplier }) =>
          second === null
            ? rule(multiplier, [primary, first])
            : rule(multiplier, [primary, first], [secondary, second]),
        ),
      );
  });

const DIMENSIONS = { location: 'GEO_LOCATION', device: 'DEVICE', audience: 'AUDIENCE' } as const;

const condition = (kind: Kind, id: string): Partial<StoodRule> =>
  kind === 'location'
    ? { geoLocationCondition: { geoTargetConstants: [`geoTargetConstants/${id}`], geoMatchType: 'ANY' } }
    : kind === 'device'
      ? { deviceCondition: { deviceTypes: [id.toUpperCase()] } }
      : { audienceCondition: { userLists: [`${OWN}/userLists/${id}`] } };

/** A rule that was typed in Google Ads. */
export const typedRule = (
  number: number,
  [kind, id]: [Kind, string],
  fields: Partial<StoodRule> = {},
): StoodRule => ({
  resourceName: `${OWN}/conversionValueRules/${number}`,
  status: 'ENABLED',
  ownerCustomer: OWN,
  action: { operation: 'MULTIPLY', value: 2 },
  ...condition(kind, id),
  ...fields,
});

/** A set that was made in Google Ads. */
export const typedSet = (rules: readonly StoodRule[], fields: Partial<StoodSet> = {}): StoodSet => ({
  resourceName: `${OWN}/conversionValueRuleSets/1`,
  status: 'ENABLED',
  ownerCustomer: OWN,
  conversionValueRules: rules.map(({ resourceName }) => resourceName),
  dimensions: ['DEVICE'],
  attachmentType: 'CUSTOMER',
  conversionActionCategories: [],
  ...fields,
});

/** Leaves Paris in Texas out. */
const EXCLUDING = {
  excludedGeoTargetConstants: ['geoTargetConstants/1026201'],
  excludedGeoMatchType: 'ANY',
};

/**
 * The rules that others have made in an account: nothing, rules of the account on or paused, with room for another type or none, and those
 * of a campaign.
 */
export const accounts: fc.Arbitrary<StoodCustomer> = fc
  .record({
    primary: fc.constantFrom(...kinds),
    more: fc.constantFrom(...kinds),
    picked: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
    states: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    operation: fc.constantFrom('MULTIPLY', 'ADD'),
    isSetOn: fc.constantFrom(true, true, true, false),
    hasCampaign: fc.boolean(),
    hasLoose: fc.boolean(),
    isExcluding: fc.boolean(),
  })
  .map((drawn) => {
    const { primary, more, picked, states, operation, isSetOn, hasCampaign, hasLoose, isExcluding } = drawn;
    const typed = picked.flatMap((at, place) => {
      const id = VALUES[primary][at];
      if (id === undefined) return [];
      const fields = {
        status: states[place] ? ('ENABLED' as const) : ('PAUSED' as const),
        action: { operation, value: 1.5 },
      };
      const made = typedRule(place + 1, [primary, id], fields);
      if (isExcluding && made.geoLocationCondition) Object.assign(made.geoLocationCondition, EXCLUDING);
      return [made];
    });
    const dimensions = [...new Set([DIMENSIONS[primary], DIMENSIONS[more]])];
    const campaign = typedRule(50, ['device', 'mobile']);
    return makeCustomer({
      rules: [
        ...typed,
        ...(hasCampaign ? [campaign] : []),
        ...(hasLoose ? [typedRule(60, ['audience', '901'])] : []),
      ],
      sets: [
        ...(typed.length > 0
          ? [typedSet(typed, { dimensions, status: isSetOn ? 'ENABLED' : 'PAUSED' })]
          : []),
        ...(hasCampaign
          ? [
              typedSet([campaign], {
                resourceName: `${OWN}/conversionValueRuleSets/2`,
                attachmentType: 'CAMPAIGN',
                campaign: `${OWN}/campaigns/5`,
              }),
            ]
          : []),
      ],
    });
  });

/** A change that somebody makes by hand to a rule of ours, counted in the order of the account. */
export interface HandEdit {
  kind: 'pause' | 'figure' | 'exclude' | 'remove' | 'pause-set';
  at: number;
}

export const handEdits: fc.Arbitrary<HandEdit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('pause', 'figure', 'exclude', 'remove', 'pause-set'),
    at: fc.nat(7),
  }),
  { maxLength: 2 },
);

/** Makes such changes to the rules that the test did not put there. */
export function editByHand(room: GoogleRoom, edits: readonly HandEdit[]): void {
  const { customer } = room;
  for (const { kind, at } of edits) {
    const made = customer.rules.filter(
      ({ resourceName }) => Number(resourceName.split('/').at(-1)) >= 100_000,
    );
    const one = made[at % Math.max(1, made.length)];
    if (!one) return;
    if (kind === 'pause') one.status = 'PAUSED';
    if (kind === 'figure') one.action = { operation: 'ADD', value: 7 };
    if (kind === 'exclude' && one.geoLocationCondition) Object.assign(one.geoLocationCondition, EXCLUDING);
    if (kind === 'pause-set')
      for (const set of customer.sets.filter((other) => other.attachmentType === 'CUSTOMER'))
        set.status = 'PAUSED';
    if (kind !== 'remove') continue;
    customer.rules = customer.rules.filter((other) => other !== one);
    for (const set of customer.sets)
      set.conversionValueRules = set.conversionValueRules.filter((name) => name !== one.resourceName);
    customer.sets = customer.sets.filter(({ conversionValueRules }) => conversionValueRules.length > 0);
  }
}
