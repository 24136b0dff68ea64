import { afterEach, expect, test, vi } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import type { Basis, Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import type { PlanChoices } from '#frontend/analysis/platforms/candidates.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

/** State, device and source of each lead; California and desktops convert better, referrals best. */
function leadsOf(count: number): string[] {
  const states = ['CA', 'TX', 'NY', 'FL'];
  return Array.from({ length: count }, (_, lead) => {
    const state = states[lead % 4] ?? '';
    const device = lead % 3 === 0 ? 'Desktop' : 'Mobile';
    const source = lead % 5 === 0 ? 'Referral' : 'Ads';
    const chance =
      2 + (state === 'CA' ? 3 : 0) + (device === 'Desktop' ? 3 : 0) + (source === 'Referral' ? 4 : 0);
    return `${(lead * 7) % 17 < chance ? 'Won' : 'Lost'},${state},${device},${source},Lead ${lead}\n`;
  });
}

async function openLeads(rows: readonly string[]) {
  stubBrowserThread();
  const thread = createLeadThread();
  const file = new File([`Status,State,Device,Source,Name\n${rows.join('')}`], 'leads.csv');
  const opened = await thread.ask('open', { file, options: {} }, quietly);
  expect(opened.ok).toBe(true);
  return thread;
}

const attribute = (column: number, field: string) => ({ column, field, ranges: null, mapping: new Map() });
const PLAN = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [attribute(1, 'State'), attribute(2, 'Device'), attribute(3, 'Source')],
};
const ASKED = { plan: PLAN, basis: 'conversions', thresholdPercent: 10 } as const;
const NO_DATES = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };
const CHOICES: PlanChoices = {
  kinds: ['location', 'device', 'none'],
  includesTests: false,
  isSpecialOffer: false,
};

test('the thread makes the plans of the tally of its leads, also after another choice', async () => {
  const thread = await openLeads(leadsOf(6000));
  const tally = await thread.ask('tally', PLAN);
  const analysis = analyse(tally, { conversionValue: 100, thresholdPercent: 10 });
  for (const choices of [CHOICES, { ...CHOICES, includesTests: true }])
    expect(await thread.ask('planPlatforms', { ...ASKED, choices })).toEqual(
      planPlatforms(analysis, tally, choices),
    );
  const plans = await thread.ask('planPlatforms', { ...ASKED, choices: CHOICES });
  expect(plans.google.rules.length).toBeGreaterThan(1);
  expect(plans.google.leftOut).toContainEqual(
    expect.objectContaining({ value: 'Referral', reason: 'no-condition' }),
  );
  // Another qualified status is another tally.
  const lost = { ...PLAN, qualified: new Set(['Lost']) };
  const others = await thread.ask('planPlatforms', { ...ASKED, plan: lost, choices: CHOICES });
  expect(others.google.rules).not.toEqual(plans.google.rules);
  // A threshold that nothing exceeds leaves no rule.
  const strict = await thread.ask('planPlatforms', {
    plan: { ...PLAN, attributes: [attribute(2, 'Device')] },
    basis: 'conversions',
    thresholdPercent: 100,
    choices: { ...CHOICES, kinds: ['device'] },
  });
  expect(strict.google.rules).toEqual([]);
  thread.close();
});

test('by value the plans are those of amounts, and another column of amounts gives other plans', async () => {
  // The deals of Texas are worth ten times as much, so it is far above average by value only.
  const rows = leadsOf(6000).map((row) => {
    const [status, state = ''] = row.split(',');
    const amount = status === 'Won' ? (state === 'TX' ? 1000 : 100) : '';
    return row.replace(/Lead \d+/, String(amount));
  });
  const thread = await openLeads(rows);
  const ask = (plan: Plan, basis: Basis = 'value') =>
    thread.ask('planPlatforms', { ...ASKED, plan, basis, choices: CHOICES });
  const ofConversions = await ask(PLAN);
  const byValue = { ...PLAN, worth: { kind: 'column', column: 4, numberFormat: 'plain' } as const };
  const ofAmounts = await ask(byValue);
  const texas = (plans: typeof ofAmounts) =>
    plans.google.rules.filter(({ conditions }) => conditions.some(({ value }) => value === 'TX'));
  expect(texas(ofAmounts).length).toBeGreaterThan(0);
  for (const { multiplier } of texas(ofAmounts)) expect(multiplier).toBeGreaterThan(1.5);
  for (const { multiplier } of texas(ofConversions)) expect(multiplier).toBeLessThan(1.5);
  expect(ofAmounts.google.share).toBeGreaterThan(0.5);
  expect(await ask(byValue, 'conversions')).toEqual(ofConversions);
  // The same question later has the same answer, whatever was asked between.
  expect(await ask(PLAN)).toEqual(ofConversions);
  expect(await ask(byValue)).toEqual(ofAmounts);
  thread.close();
});

test('where only customers count, plans are those of amounts among converted leads, and by conversions there are none', async () => {
  // Of 3,000 leads on each device, twice as many convert on desktops, and their deals are half as large again. Amounts vary by a sixth.
  const rows = ['Desktop', 'Mobile'].flatMap((device) =>
    Array.from({ length: 3000 }, (_, lead) => {
      const isWon = lead % 10 < (device === 'Desktop' ? 4 : 2);
      const amount = (device === 'Desktop' ? 1500 : 1000) * (0.8 + (Math.floor(lead / 10) % 5) * 0.1);
      return `${isWon ? 'Won' : 'Lost'},CA,${device},Ads,${isWon ? amount : ''}\n`;
    }),
  );
  const thread = await openLeads(rows);
  const plan = { ...PLAN, worth: { kind: 'column', column: 4, numberFormat: 'plain' } as const };
  const ask = async (asked: Plan, action?: ConversionAction, basis: Basis = 'value') => {
    const question = { ...ASKED, plan: asked, basis, choices: CHOICES, ...(action && { action }) };
    const { google } = await thread.ask('planPlatforms', question);
    return google.rules.map(({ conditions, computed, leads }) => [conditions[0]?.value, computed, leads]);
  };
  // 1,200 deals of 1,500 and 600 of 1,000: a mean of 1,333.
  const byAmounts = await ask(plan, 'converted-leads');
  expect(byAmounts.map(([value, , leads]) => [value, leads])).toEqual(
    expect.arrayContaining([['Mobile', 600]]),
  );
  for (const [value, computed] of byAmounts)
    expect(computed).toBeCloseTo(value === 'Desktop' ? 1.125 : 0.75, 1);
  // Every lead: 600 against 200, over a mean of 400.
  const everyLead = await ask(plan, 'every-lead');
  expect(everyLead.length).toBeGreaterThan(0);
  for (const [value, computed] of everyLead) expect(computed).toBeCloseTo(value === 'Desktop' ? 1.5 : 0.5, 1);
  expect(await ask(plan)).toEqual(everyLead);
  expect((await ask(PLAN)).length).toBeGreaterThan(0);
  expect(await ask(PLAN, 'converted-leads')).toEqual([]);
  expect(await ask(plan, 'converted-leads', 'conversions')).toEqual([]);
  // Statuses that the results leave out stay left out.
  const leftOut = { leftOutStatuses: new Set(['Lost']), ...NO_DATES };
  expect(await ask({ ...plan, leads: leftOut }, 'converted-leads')).toEqual(byAmounts);
  thread.close();
});

test('by value no rule rests on a pair with a few large deals', async () => {
  const cell = (place: string, leads: number, amountOf: (lead: number) => number) =>
    Array.from({ length: leads }, (_, lead) => {
      const amount = amountOf(lead);
      return `${amount > 0 ? 'Won' : 'Lost'},${place},Ads,${amount}\n`;
    });
  const plain = (lead: number) => (lead % 10 < 3 ? 10 : 0);
  const pairsAmong = async (amountOf: (lead: number) => number) => {
    const thread = await openLeads([
      ...cell('CA,Mobile', 100, amountOf),
      ...cell('CA,Desktop', 100, plain),
      ...cell('TX,Mobile', 1000, plain),
      ...cell('TX,Desktop', 1000, plain),
    ]);
    const plan = { ...PLAN, worth: { kind: 'column', column: 4, numberFormat: 'plain' } as const };
    const plans = await thread.ask('planPlatforms', { ...ASKED, plan, basis: 'value', choices: CHOICES });
    thread.close();
    return Object.values(plans).flatMap(({ rules }) =>
      rules.filter(({ conditions }) => conditions.length > 1),
    );
  };
  expect((await pairsAmong((lead) => (lead % 10 < 7 ? 10 : 0))).length).toBeGreaterThan(0);
  expect(await pairsAmong((lead) => (lead < 20 ? 1000 : plain(lead)))).toEqual([]);
});
