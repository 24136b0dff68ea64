import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { valueOfReaching } from '#frontend/analysis/stages/stage-value.ts';
import { NO_DAY, OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { stageRows, times, type StageRow } from '#test/support/stage-rows.ts';

const chanceToWin = (leads: StagedLeads, stage: number) => chancesToWin(leads)[stage]!;

/*
 * A second, slow program of method G.2 and G.3, written from its text alone, with lists of leads instead of counts per day. The functions
 * under test are held to it to 1e-9.
 */

interface Followed {
  a: number;
  d: number | null;
}

/** F(t) = 1 - Π(1 - 1/R) over wins with d ≤ t; R = leads with a ≥ d that were not won before. */
function shareWonBy(leads: readonly Followed[], t: number): number {
  const wins = leads
    .flatMap((lead) => (lead.d === null ? [] : [{ lead, d: lead.d }]))
    .toSorted((x, y) => x.d - y.d);
  const left = wins.reduce((product, { d }, at) => {
    if (d > t) return product;
    const wonBefore = new Set(wins.slice(0, at).map(({ lead }) => lead));
    return product * (1 - 1 / leads.filter((lead) => lead.a >= d && !wonBefore.has(lead)).length);
  }, 1);
  return 1 - left;
}

function slowChance(rows: readonly StageRow[], stage: number, newest: number) {
  const leads = rows.flatMap(({ days, amount }) => {
    const at = days[stage] ?? null;
    const won = days.at(-1) ?? null;
    return at === null ? [] : [{ a: newest - at, d: won === null ? null : won - at, amount: amount ?? 0 }];
  });
  const wins = leads.filter(({ d }) => d !== null).length;
  const enough = Math.max(20, 0.02 * leads.length);
  const te = Math.max(
    -1,
    ...leads.map(({ a }) => a).filter((t) => leads.filter(({ a }) => a >= t).length >= enough),
  );
  const most = shareWonBy(leads, te);
  const days = Array.from({ length: te + 1 }, (_, t) => t);
  const A = days.find((t) => shareWonBy(leads, t) >= 0.95 * most - 1e-11);
  if (A === undefined || wins < 20 || most === 0 || te < 1.5 * A)
    return { kind: 'at-least', days: Math.max(0, te), share: most } as const;
  const cohort = leads.filter(({ a }) => a >= A);
  const won = cohort.filter(({ d }) => d !== null);
  return {
    kind: 'known',
    days: A,
    leads: cohort.length,
    wins: won.length,
    share: won.length / cohort.length,
  } as const;
}

const row = fc
  .tuple(fc.nat(60), fc.option(fc.nat(15)), fc.option(fc.nat(25)), fc.boolean())
  .map(([came, toStage, toWin, isLost]): StageRow => {
    const at = toStage === null ? null : came + toStage;
    const won = at === null || toWin === null ? null : at + toWin;
    const days = [came, at !== null && at <= 60 ? at : null, won !== null && won <= 60 ? won : null];
    return { days, ...(isLost && days[2] === null && { lost: Math.min(60, came + 20) }) };
  });

describe('the chance to be won', () => {
  test('is what a slow program of the method gives, at every stage', () => {
    const kinds = { known: 0, 'at-least': 0 };
    fc.assert(
      fc.property(fc.array(row, { minLength: 60, maxLength: 160 }), (rows) => {
        const leads = stageRows(rows, 60);
        for (const stage of [0, 1]) {
          const slow = slowChance(rows, stage, 60);
          const found = chanceToWin(leads, stage);
          if (!rows.some(({ days }) => days[stage] !== null)) return;
          kinds[slow.kind]++;
          expect(found).toMatchObject({ ...slow, share: expect.closeTo(slow.share, 9), since: 'stage' });
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(kinds.known, kinds['at-least'])).toBeGreaterThan(3);
  });

  test('is the share of those that have had the time, open ones as not won, with its period', () => {
    // F(10) = 20/200, F(30) = 0.2 = F(100): A 30. The 50 young leads are too young to tell.
    const rows = [
      ...times(20, { days: [0, 10] }),
      ...times(20, { days: [0, 30] }),
      ...times(100, { days: [0, null] }),
      ...times(60, { days: [0, null], lost: 5 }),
      ...times(50, { days: [71, null] }),
    ];
    const z2 = 1.959963984540054 ** 2; // Wilson's interval of 40 of 200
    const endOf = (side: number) =>
      (40 + z2 / 2 + side * Math.sqrt(z2 * ((40 * 160) / 200 + z2 / 4))) / (200 + z2);
    expect(chanceToWin(stageRows(rows, 100), 0)).toMatchObject({
      kind: 'known',
      days: 30,
      since: 'stage',
      leads: 200,
      wins: 40,
      share: 0.2,
      interval: { low: expect.closeTo(endOf(-1), 12), high: expect.closeTo(endOf(1), 12) },
      cohort: { period: { first: 0, last: 0 } },
    });
  });

  test('names the first and the last day of its cohort', () => {
    const rows = [3, 1, 9, 4, 60].flatMap((day) => times(30, { days: [day, day === 60 ? null : day + 5] }));
    expect(chanceToWin(stageRows(rows, 62), 0)).toMatchObject({
      days: 5,
      leads: 120,
      cohort: { period: { first: 1, last: 9 } },
    });
  });

  test('is a lower bound where leads are not old enough', () => {
    const rows = [...times(30, { days: [0, 60] }), ...times(170, { days: [0, null] })];
    expect(chanceToWin(stageRows(rows, 80), 0)).toEqual({
      kind: 'at-least',
      days: 80,
      share: expect.closeTo(0.15, 12),
      since: 'stage',
    });
    expect(chanceToWin(stageRows(rows, 90), 0)).toMatchObject({ kind: 'known', days: 60, share: 0.15 });
  });

  test('needs 20 wins', () => {
    const of = (wins: number) =>
      chanceToWin(
        stageRows([...times(wins, { days: [0, 1] }), ...times(200 - wins, { days: [0, null] })], 80),
        0,
      ).kind;
    expect([of(0), of(19), of(20)]).toEqual(['at-least', 'at-least', 'known']);
  });

  test('of a file of one day says that nothing is known, and of no lead at all too', () => {
    const open = stageRows(times(40, { days: [5, null] }), 5);
    expect(chanceToWin(open, 0)).toEqual({ kind: 'at-least', days: 0, share: 0, since: 'stage' });
    expect(chanceToWin(open, 1)).toEqual({ kind: 'unknown' });
    const won = stageRows([...times(30, { days: [5, 5] }), ...times(10, { days: [5, null] })], 5);
    expect(chanceToWin(won, 0)).toMatchObject({ kind: 'known', days: 0, share: 0.75 });
  });

  test('of won is 1', () => {
    const rows = [...times(5, { days: [0, 10] }), ...times(50, { days: [0, null] })];
    expect(chanceToWin(stageRows(rows, 100), 1)).toMatchObject({
      kind: 'known',
      leads: 5,
      wins: 5,
      share: 1,
      interval: { low: 1, high: 1 },
      cohort: { period: { first: 10, last: 10 } },
    });
  });

  test('counts a lead with a later stage as one that has reached the earlier one by then', () => {
    const rows = [
      ...times(30, { days: [0, null, 20] }), // the second stage is blank
      ...times(70, { days: [0, 5, null] }),
      ...times(100, { days: [0, null, null] }),
    ];
    // Those were there by day 20, on which they were won: no day later.
    expect(chanceToWin(stageRows(rows, 100), 1)).toMatchObject({
      kind: 'known',
      since: 'stage',
      days: 0,
      leads: 100,
      wins: 30,
      cohort: { period: { first: 5, last: 20 } },
    });
  });

  test('needs the date of the stage on 80% of its leads, else it takes that of the lead', () => {
    const sinceOf = (dated: number) => {
      const rows = [
        ...times(30, { days: [0, 5, 10] }),
        ...times(70, { days: [0, 5, null] }),
        ...times(50, { days: [0, null, null] }),
      ];
      const leads = stageRows(rows, 100);
      const second = leads.days[1]!.map((day, lead) => (lead >= dated ? NO_DAY : day));
      const chance = chanceToWin({ ...leads, days: [leads.days[0]!, second, leads.days[2]!] }, 1);
      return chance.kind === 'known' && [chance.since, chance.leads];
    };
    expect(sinceOf(80)).toEqual(['stage', 80]);
    expect(sinceOf(79)).toEqual(['lead', 100]);
  });

  test('of a stage without dates takes the ages of the leads, and those that have not reached it', () => {
    // 30 won after 10 days; of 400 leads of 12 days none has reached the stage yet.
    const leads: StagedLeads = {
      ...stageRows(
        [
          ...times(30, { days: [0, 5, 10] }),
          ...times(70, { days: [0, 5, null] }),
          ...times(400, { days: [88, null, null] }),
        ],
        100,
      ),
    };
    const dateless = { ...leads, days: [leads.days[0]!, null, leads.days[2]!] };
    expect(chanceToWin(dateless, 1)).toMatchObject({
      kind: 'known',
      since: 'lead',
      days: 10,
      leads: 100,
      wins: 30,
    });
  });

  test('of wins without dates goes by the age from which leads convert like older ones', () => {
    const rows = [
      ...times(200, { days: [97, null] }),
      ...times(60, { days: [20, 40] }),
      ...times(240, { days: [20, null] }),
      ...times(60, { days: [0, 40] }),
      ...times(240, { days: [0, null] }),
    ];
    const leads = stageRows(rows, 100);
    const found = chanceToWin({ ...leads, days: [leads.days[0]!, null] }, 0);
    expect(found).toMatchObject({ kind: 'known', leads: 600, wins: 120, share: 0.2 });
    const few = stageRows([...times(10, { days: [20, 40] }), ...times(100, { days: [20, null] })], 100);
    expect(chanceToWin({ ...few, days: [few.days[0]!, null] }, 0)).toMatchObject({ kind: 'at-least' });
  });

  test('without dates is between both ends', () => {
    const rows = [
      ...times(20, { days: [0, 9] }),
      ...times(60, { days: [0, null], lost: 3 }),
      ...times(120, { days: [0, null] }),
    ];
    const leads = { ...stageRows(rows, 50), days: [null, null], came: null };
    const chance = chanceToWin(leads, 0);
    expect(chance).toMatchObject({
      kind: 'between',
      ofAll: { leads: 200, wins: 20, share: 0.1 },
      ofDecided: { leads: 80, wins: 20, share: 0.25 },
    });
    const value = valueOfReaching(
      { ...leads, amounts: leads.outcomes.length ? new Float64Array(200).fill(500) : null },
      chance,
      { typedShare: null, typedAmount: null, margin: 1 },
    );
    expect(value).toMatchObject({ amount: 50, isAtLeast: true, interval: null });
  });

  test('is unknown where lost leads do not say how far they came', () => {
    const rows = [...times(30, { days: [0, 10] }), ...times(70, { days: [0, null] })];
    expect(chanceToWin({ ...stageRows(rows, 100), tellsLost: false }, 0)).toEqual({ kind: 'unknown' });
  });

  test('leaves out wins without their day when it looks for the age, and counts them in the share', () => {
    const rows = [
      ...times(80, { days: [0, 10] }),
      ...times(20, { days: [0, 10] }),
      ...times(100, { days: [0, null] }),
    ];
    const leads = stageRows(rows, 100);
    const days = leads.days[1]!.map((day, lead) => (lead >= 80 && lead < 100 ? NO_DAY : day));
    expect(leads.outcomes[90]).toBe(OUTCOME.won);
    expect(chanceToWin({ ...leads, days: [leads.days[0]!, days] }, 0)).toMatchObject({
      kind: 'known',
      days: 10,
      leads: 200,
      wins: 100,
    });
  });
});
