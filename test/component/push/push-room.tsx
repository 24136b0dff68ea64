import { useState, type ContextType, type ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import type { Connections } from '#contract/connections.ts';
import type {
  AdAccounts,
  Audiences,
  FoundPlaces,
  AdPlace,
  PushList,
  PushPreview,
  PushRecord,
} from '#contract/push-answers.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import {
  type ConnectionKind,
  RULE_CONNECTIONS,
  type ConditionKind,
  type PlatformId,
  type RuleKind,
} from '#contract/platforms.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { PushRules } from '#frontend/features/push/push-rules.tsx';
import { choose } from '#test/unit/analysis/platforms/platform-room.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import type { Answer } from '#test/support/fake-server.ts';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { giveListsRoom } from '#test/support/workflow-room.tsx';

/** CA is good, the others are bad. */
const CELLS: Cell[] = [
  [['CA', 'Mobile'], 1000, 850],
  [['CA', 'Desktop'], 1000, 900],
  [['TX', 'Mobile'], 2000, 100],
  [['TX', 'Desktop'], 2000, 900],
  [['Springfield', 'Mobile'], 1000, 200],
  [['Springfield', 'Desktop'], 1000, 250],
];

/** The plan of these leads whose fields are of these kinds. */
function makePlan(
  platform: PlatformId,
  kinds: readonly ConditionKind[] = ['location', 'none'],
  cells = CELLS,
) {
  const tally = fitTally(tallyOfCells(['State', 'Device'], cells));
  const analysis = judge(measure(tally), { conversionValue: 100, thresholdPercent: 10 });
  return { analysis, plan: planPlatforms(analysis, tally, choose(kinds))[platform] };
}

export const ACCOUNT = { id: '1234567890', via: '5550001111' };

const ACCOUNTS: AdAccounts = {
  accounts: [
    { ...ACCOUNT, name: 'Shop', currency: 'USD', isManager: false, isTest: false },
    { id: '5550001111', via: null, name: 'Agency', currency: 'EUR', isManager: true, isTest: true },
  ],
  unread: 0,
};

const place = (
  id: string,
  name: string,
  type: string,
  inside = 'United States',
  country = 'US',
): AdPlace => ({
  id,
  name,
  type,
  country,
  fullName: `${name}, ${inside}`,
});

export const TEXAS = place('21176', 'Texas', 'State');
const CALIFORNIA = place('21137', 'California', 'State');
const CANADA: AdPlace = { id: '2124', name: 'Canada', type: 'Country', country: 'CA', fullName: 'Canada' };
export const SPRINGFIELDS = [
  place('1', 'Springfield', 'City', 'Illinois, United States'),
  place('2', 'Springfield', 'City', 'Missouri, United States'),
];

/** The answer to the look-up of the values of `CELLS`, each with the other names that it may stand for. */
export function foundPlaces(confirmed: Readonly<Record<string, string>> = {}): FoundPlaces {
  const found = (name: string, ...candidates: AdPlace[]) => ({
    name,
    candidates,
    confirmedId: confirmed[name] ?? null,
  });
  return {
    places: [
      found('TX'),
      found('Texas', TEXAS),
      found('CA'),
      found('California', CALIFORNIA),
      found('Canada', CANADA),
      found('Springfield', ...SPRINGFIELDS),
    ],
  };
}

export const AUDIENCES: Audiences = {
  audiences: [
    { id: 'a1', name: 'TX', type: 'Customer list', problem: null, confirmedFor: [] },
    {
      id: 'a2',
      name: 'Old list',
      type: 'Website visitors',
      problem: 'The list is closed.',
      confirmedFor: [],
    },
    { id: 'a3', name: 'Buyers', type: 'Customer list', problem: null, confirmedFor: ['CA'] },
    { id: 'a4', name: 'Others', type: '', problem: null, confirmedFor: ['Springfield'] },
  ],
};

export const PREVIEW: PushPreview = {
  picture: 'picture-1',
  accountName: 'Shop',
  difference: [
    { action: 'add', rule: 'Location: Texas, United States', before: null, after: 'Multiply by 0.60' },
    { action: 'change', rule: 'Device: Desktop', before: 'Multiply by 1.10', after: 'Multiply by 1.30' },
    {
      action: 'pause',
      rule: 'Device: Tablet',
      before: 'Multiply by 2.00',
      after: 'Paused (Multiply by 2.00)',
    },
    { action: 'leave', rule: 'Device: Mobile', before: 'Multiply by 0.70', after: 'Multiply by 0.70' },
  ],
  others: [{ rule: 'Location: Ohio, United States', effect: 'Add 5.00' }],
  touches: ['Rules touch all biddable conversion actions of this account: Lead form, Purchase.'],
  notes: ['The rule set has the condition type Location for good.'],
  problems: [],
  isTested: true,
};

export const PUSH: PushRecord = {
  id: 'p-1',
  kind: 'google-rules',
  account: { ...ACCOUNT, name: 'Shop' },
  by: 'somebody@example.com',
  createdAt: '2026-11-25T12:00:00.000Z',
  state: 'done',
  changes: (['add', 'change', 'pause', 'leave'] as const).map((action) => ({ action, count: 1 })),
  difference: PREVIEW.difference,
  written: ['Add 1 rule', 'Change 2 rules'],
  problem: null,
  next: [],
  kept: [],
  rulesInUse: null,
  undoneAt: null,
  canUndo: true,
};

/** A page of the list, which has no rules and no texts. */
export const pushes = (...list: PushRecord[]): Answer => pageOf(list, null);

export const pageOf = (list: readonly PushRecord[], next: string | null): Answer => {
  const listed = list.map(
    ({
      difference: _difference,
      written: _written,
      problem: _problem,
      next: _next,
      kept: _kept,
      rulesInUse: _rulesInUse,
      ...rest
    }) => rest,
  );
  return { body: { pushes: listed, next } satisfies PushList };
};

export function connections(
  kind: RuleKind,
  offered: Partial<Connections['connections'][number]> = {},
): Answer {
  const connection = {
    account: 'ads@example.com',
    connectedAt: '2026-10-15T15:04:00.000Z',
    lastUsedAt: null,
    endsAt: null,
    madeBy: null,
    isOver: false,
  };
  const body: Connections = { connections: [{ kind, isTried: true, connection, ...offered }] };
  return { body };
}

/** Answers with which a push takes place. */
function answersOf(kind: RuleKind): Record<string, Answer> {
  return {
    'GET /api/connections': connections(kind),
    [`GET /api/platforms/${kind}/accounts`]: { body: ACCOUNTS },
    [`POST /api/platforms/${kind}/places`]: { body: foundPlaces() },
    [`GET /api/platforms/${kind}/accounts/1234567890/audiences?via=5550001111`]: { body: AUDIENCES },
    [`POST /api/pushes/${kind}/preview`]: { body: PREVIEW },
    [`POST /api/pushes/${kind}`]: { status: 201, body: { push: PUSH } },
    [`GET /api/pushes?kind=${kind}`]: pushes(),
  };
}

/** The push of a plan. A file that uses it calls this once. */
export function installPushRoom() {
  const { user, open: openPages } = installAccountRoom();
  giveListsRoom();
  beforeEach(() => offer('google-rules', 'meta', 'microsoft'));
  afterEach(() => document.documentElement.removeAttribute(OFFERS_ATTRIBUTE));

  interface RoomOptions {
    platform?: PlatformId;
    kinds?: readonly ConditionKind[];
    cells?: Cell[];
    answers?: Record<string, Answer>;
    /** The analysis whose plan it is. */
    planOf?: ContextType<typeof PlanOf>;
    /** Further parts of the page. */
    beside?: ReactNode;
  }

  /** Draws the plan with the part that pushes it, still closed. */
  function draw({ platform = 'google', kinds, cells, answers, planOf = null, beside }: RoomOptions = {}) {
    const { analysis, plan } = makePlan(platform, kinds, cells);
    const { kind } = RULE_CONNECTIONS[platform];
    function Room() {
      const [isShown, setShown] = useState(true);
      return (
        <ShownRoom analysis={analysis}>
          <button type="button" onClick={() => setShown(!isShown)}>
            Other tab
          </button>
          {/* A test is quicker than the seconds in which SWR merges equal calls. */}
          <SWRConfig value={{ dedupingInterval: 0 }}>
            {beside}
            <PlanOf value={planOf}>{isShown && <PushRules platform={platform} rules={plan.rules} />}</PlanOf>
          </SWRConfig>
        </ShownRoom>
      );
    }
    const server = openPages({
      at: '/',
      pages: { '/': <Room /> },
      answers: { ...(kind && answersOf(kind)), ...answers },
    });
    return { user, server, rules: plan.rules };
  }

  /** The same, opened. */
  async function open(options: RoomOptions = {}) {
    const room = draw(options);
    await user.click(screen.getByRole('button', { name: /^Push rules to / }));
    return room;
  }

  /** Chooses the first account. */
  const chooseShop = async () => pick(/ account$/, 'Shop');

  /** Picks an option of a dropdown, plain or searchable. */
  async function pick(name: string | RegExp, option: string | RegExp): Promise<void> {
    await user.click(await screen.findByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  }

  /** From the closed part to the difference. */
  async function compare(options: RoomOptions = {}) {
    const room = await open(options);
    await chooseShop();
    await confirmPlaces();
    await user.click(screen.getByRole('button', { name: /^(Test|Check)$/ }));
    return room;
  }

  async function confirmPlaces(): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Confirm TX' }));
    await pick('Location CA on Google Ads', /^California/);
    await pick('Location Springfield on Google Ads', /Illinois/);
  }

  return { user, draw, open, chooseShop, pick, compare, confirmPlaces };
}

/** Sets the connections that the document offers. */
export function offer(...kinds: ConnectionKind[]): void {
  document.documentElement.setAttribute(OFFERS_ATTRIBUTE, kinds.join(' '));
}

/** The body of the last call of this name. */
export function bodyOf(
  server: ReturnType<ReturnType<typeof installPushRoom>['draw']>['server'],
  call: string,
): unknown {
  return JSON.parse(String(server.received(call).at(-1)?.body));
}

/** The texts of the difference, row by row. */
export function differenceRows(name = 'Difference for Shop'): string[][] {
  const rows = within(screen.getByRole('table', { name })).getAllByRole('row');
  return rows.map((row) =>
    // On a narrow screen the action stands below the rule, which is its first text.
    [...row.children].map(({ tagName, firstChild, textContent }) =>
      tagName === 'TH' ? (firstChild?.textContent ?? '') : (textContent ?? ''),
    ),
  );
}
