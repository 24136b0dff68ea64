import fc from 'fast-check';
import type { PushedRule } from '#contract/pushes.ts';
import {
  makeMetaAccount,
  MetaRulesStandIn,
  proveToken,
  type StoodMetaAccount,
  type StoodMetaRule,
  type StoodMetaSet,
} from '#test/support/meta-rules-stand-in.ts';
import type { MetaCall, MetaFrame } from '#worker/platforms/meta/meta-desired-rules.ts';
import { AUDIENCE_LABELS } from '#worker/platforms/meta/meta-conditions.ts';
import { metaAds } from '#worker/platforms/meta/meta-rules.ts';
import { canonical, RuleRoom, type Drawn } from './rule-room.ts';

export class MetaRoom extends RuleRoom<MetaRulesStandIn, MetaFrame, MetaCall> {
  readonly #others: readonly string[];

  constructor(account: StoodMetaAccount = makeMetaAccount()) {
    const standIn = new MetaRulesStandIn([structuredClone(account)]);
    const prove = (token: string) => Promise.resolve(proveToken(token));
    const platform = metaAds({ origin: 'https://meta.test/v26.0', prove });
    super(standIn, platform, { id: account.account_id, via: null });
    this.#others = account.sets.map(({ id }) => id);
  }

  get account(): StoodMetaAccount {
    return this.standIn.accounts[0]!; // made with one
  }

  get sets(): StoodMetaSet[] {
    return this.account.sets.filter(({ status }) => status !== 'DELETED');
  }

  /** The sets that were made here. */
  get own(): StoodMetaSet[] {
    return this.sets.filter(({ id }) => !this.#others.includes(id));
  }

  /** The rules that a bid gets in an ad set that uses a set, in their order. */
  effect(): string[] {
    return this.sets
      .filter(({ status, rules }) => status === 'ACTIVE' && rules.length > 0)
      .map(({ rules }) => rules.map(describeRule).join(' > '))
      .sort();
  }

  others(): StoodMetaSet[] {
    return structuredClone(this.account.sets.filter(({ id }) => this.#others.includes(id)));
  }
}

const describeRule = ({ adjust_sign: sign, adjust_value: percent, criterias }: StoodMetaRule): string =>
  `${sign} ${percent} ${canonical(criterias, ['id'])}`;

const VALUES: Readonly<Record<PushedRule['conditions'][number]['kind'], readonly string[]>> = {
  location: ['country:US', 'country:DE', 'region:3843', 'region:3886', 'city:2418779'],
  device: ['mobile', 'desktop'],
  audience: AUDIENCE_LABELS,
  age: ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'],
  gender: ['women', 'men'],
  'operating-system': ['ios', 'android'],
  placement: ['FB_FEED', 'IG_REELS', 'AUDIENCE_NETWORK'],
  'conversion-location': ['WEBSITE', 'INSTANT_FORM'],
};
const kinds = Object.keys(VALUES) as (keyof typeof VALUES)[];

const multipliers = fc
  .integer({ min: -90, max: 1000 })
  .filter((percent) => percent !== 0)
  .map((percent) => (100 + percent) / 100);

const conditions = fc
  .uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 2 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((kind) =>
        fc
          .uniqueArray(fc.constantFrom(...VALUES[kind]), { minLength: 1, maxLength: 2 })
          .map((ids) => ({ kind, values: ids.map((id) => ({ id, name: id, value: id })) })),
      ),
    ),
  );

const keyOf = (rule: Pick<PushedRule, 'conditions'>): string => canonical(rule.conditions);

/** Up to ten rules in an order: one or two conditions of any kinds, and whole percents. */
const plans: fc.Arbitrary<PushedRule[]> = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('one', 'two'), multiplier: multipliers, conditions }),
  { minLength: 1, maxLength: 10, selector: keyOf },
);

/** A rule that was made in Ads Manager, with a place that is never written here. */
const typedRule = (id: string, place = 'LOCATION_DMA'): StoodMetaRule => ({
  id,
  name: 'typed',
  adjust_sign: 'INCREASE',
  adjust_value: 20,
  status: 'ACTIVE',
  criterias: [
    {
      id: `${id}1`,
      criteria_type: 'DEVICE_PLATFORM',
      operator: 'CONTAINS',
      criteria_values: ['MOBILE'],
      criteria_value_types: ['NONE'],
    },
    {
      id: `${id}2`,
      criteria_type: 'LOCATION',
      operator: 'CONTAINS',
      criteria_values: ['501'],
      criteria_value_types: [place],
    },
  ],
});

/** A set of others with one rule. */
export const typedSet = (id: string, name: string): StoodMetaSet => ({
  id,
  name,
  status: 'ACTIVE',
  rules: [typedRule(`${id}0`)],
});

/** The sets that others have made: up to six, of which some are drafts or deleted. */
const accounts: fc.Arbitrary<StoodMetaAccount> = fc
  .array(
    fc.record({
      status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'DRAFT' as const, 'DELETED' as const),
      name: fc.constantFrom('Theirs', 'Lead values 2026-11-25'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 6 },
  )
  .map((sets) =>
    makeMetaAccount({
      sets: sets.map(({ status, name, count }, at) => ({
        id: String(100 + at),
        name,
        status,
        rules: Array.from({ length: count }, (_, place) => typedRule(`${at}${place}`)),
      })),
    }),
  );

type Edit = 'figure' | 'remove' | 'add' | 'reverse' | 'delete' | 'draft';

/** Changes that somebody makes by hand to the sets that were made here. */
function edit(room: MetaRoom, edits: readonly Edit[]): void {
  for (const kind of edits)
    for (const set of room.own) {
      const [first] = set.rules;
      if (kind === 'figure' && first) first.adjust_value = 7;
      if (kind === 'remove' && set.rules.length > 1) set.rules.shift();
      if (kind === 'add' && set.rules.length < 10)
        set.rules.unshift(typedRule('77', 'LOCATION_COMSCORE_MARKET'));
      if (kind === 'reverse') set.rules.reverse();
      if (kind === 'delete') set.status = 'DELETED';
      if (kind === 'draft') set.status = 'DRAFT';
    }
}

export const DRAWN: Drawn<StoodMetaAccount, Edit> = {
  plans,
  accounts,
  edits: fc.array(fc.constantFrom('figure', 'remove', 'add', 'reverse', 'delete', 'draft'), { maxLength: 2 }),
  open: (account) => new MetaRoom(account),
  edit: (room, edits) => edit(room as MetaRoom, edits), // `open` makes no other
};
