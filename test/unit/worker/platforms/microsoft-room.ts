import fc from 'fast-check';
import type { PushedRule } from '#contract/pushes.ts';
import {
  DEVELOPER_TOKEN,
  makeMicrosoftAccount,
  MicrosoftRulesStandIn,
  type StoodMicrosoftAccount,
  type StoodMicrosoftRule,
} from '#test/support/microsoft-rules-stand-in.ts';
import type {
  MicrosoftCall,
  MicrosoftFrame,
} from '#worker/platforms/microsoft-advertising/microsoft-desired-rules.ts';
import { MICROSOFT_ADS_HOSTS } from '#worker/platforms/microsoft-advertising/microsoft-calls.ts';
import { microsoftAds } from '#worker/platforms/microsoft-advertising/microsoft-rules.ts';
import { canonical, RuleRoom, type Drawn } from './rule-room.ts';

export class MicrosoftRoom extends RuleRoom<MicrosoftRulesStandIn, MicrosoftFrame, MicrosoftCall> {
  readonly #others: readonly string[];

  constructor(account: StoodMicrosoftAccount = makeMicrosoftAccount()) {
    const standIn = new MicrosoftRulesStandIn([structuredClone(account)]);
    const site = { hosts: MICROSOFT_ADS_HOSTS.live, isSandbox: false, developerToken: DEVELOPER_TOKEN };
    super(standIn, microsoftAds(site), { id: account.Id, via: account.ParentCustomerId });
    this.#others = account.rules.map(({ Id }) => Id);
  }

  get account(): StoodMicrosoftAccount {
    return this.standIn.accounts[0]!; // made with one
  }

  /** The rules that were made here and are not deleted. */
  get own(): StoodMicrosoftRule[] {
    return this.account.rules.filter(({ Id, Status }) => !this.#others.includes(Id) && Status !== 'Deleted');
  }

  /** The rules that conversions get: those that are on. */
  effect(): string[] {
    return this.account.rules
      .filter(({ Status }) => Status === 'Active')
      .map((rule) => canonical({ ...rule, Id: null }, ['Name', 'CurrencyCode']))
      .sort();
  }

  others(): StoodMicrosoftRule[] {
    return structuredClone(this.account.rules.filter(({ Id }) => this.#others.includes(Id)));
  }
}

const VALUES = {
  location: ['Country:190', 'Country:72', 'SubGeography:4127', 'City:43404', 'PostalCode:99999'],
  device: ['mobile', 'tablet', 'desktop'],
  audience: ['CustomerList:901', 'RemarketingList:902'],
};
type Kind = keyof typeof VALUES;
const kinds = Object.keys(VALUES) as Kind[];

const multipliers = fc.integer({ min: 1, max: 3000 }).map((hundredths) => hundredths / 100);

const condition = (kind: Kind, id: string): PushedRule['conditions'][number] => ({
  kind,
  values: [{ id, name: id, value: id }],
});

/** One primary condition, alone and with one other as the secondary one. */
const plans: fc.Arbitrary<PushedRule[]> = fc
  .tuple(fc.constantFrom(...kinds), fc.constantFrom(...kinds))
  .chain(([primary, secondary]) => {
    const pairs = VALUES[primary].flatMap((first) => [
      [condition(primary, first)],
      ...(primary === secondary
        ? []
        : VALUES[secondary].map((second) => [condition(primary, first), condition(secondary, second)])),
    ]);
    return fc.uniqueArray(
      fc.record({
        name: fc.constant('a rule'),
        multiplier: multipliers,
        conditions: fc.constantFrom(...pairs),
      }),
      { minLength: 1, maxLength: 8, selector: ({ conditions }) => canonical(conditions) },
    );
  });

/** A rule that was typed in Microsoft Advertising. */
export const typedRule = (
  id: string,
  kind: Kind,
  fields: Partial<StoodMicrosoftRule> = {},
): StoodMicrosoftRule => ({
  Id: id,
  Name: 'typed',
  Status: 'Active',
  Operation: 'Multiply',
  Value: 2,
  ...CONDITION[kind],
  ...fields,
});

/** All but the first place, all devices, all audiences: what a push never writes. */
const CONDITION: Readonly<Record<Kind, Partial<StoodMicrosoftRule>>> = {
  location: {
    LocationCondition: {
      IsPrimary: true,
      IncludedLocations: [],
      IncludedLocationIntent: 'PeopleInOrSearchingForOrViewingPages',
      ExcludedLocations: [{ Id: 5, Name: 'Nowhere', Type: 'City' }],
      ExcludedLocationIntent: 'PeopleIn',
    },
  },
  device: { DeviceCondition: { IsPrimary: true, DeviceTypes: 'All' } },
  audience: { AudienceCondition: { IsPrimary: true, Audiences: [] } },
};

/** The rules that others have made: none, or some of one type, in all states. */
const accounts: fc.Arbitrary<StoodMicrosoftAccount> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    rules: fc.array(
      fc.record({
        Status: fc.constantFrom('Active' as const, 'Paused' as const, 'Deleted' as const, 'Invalid' as const),
        Operation: fc.constantFrom('Multiply', 'Add'),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ kind, rules }) =>
    makeMicrosoftAccount({ rules: rules.map((fields, at) => typedRule(String(100 + at), kind, fields)) }),
  );

type Edit = 'figure' | 'pause' | 'delete' | 'invalid' | 'exclude';

/** Changes that somebody makes by hand to the rules that were made here. */
function edit(room: MicrosoftRoom, edits: readonly Edit[]): void {
  for (const kind of edits) {
    const [rule] = room.own;
    if (!rule) return;
    if (kind === 'figure') Object.assign(rule, { Operation: 'Add', Value: 7 });
    if (kind === 'pause') rule.Status = 'Paused';
    if (kind === 'delete') rule.Status = 'Deleted';
    if (kind === 'invalid') rule.Status = 'Invalid';
    if (kind === 'exclude')
      rule.LocationCondition?.ExcludedLocations.push({ Id: 9, Name: 'Elsewhere', Type: 'City' });
  }
}

export const DRAWN: Drawn<StoodMicrosoftAccount, Edit> = {
  plans,
  accounts,
  edits: fc.array(fc.constantFrom('figure', 'pause', 'delete', 'invalid', 'exclude'), { maxLength: 2 }),
  open: (account) => new MicrosoftRoom(account),
  edit: (room, edits) => edit(room as MicrosoftRoom, edits), // `open` makes no other
};
