import { describe, expect, test } from 'vitest';
import { chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { openLeads } from '#frontend/analysis/stages/open-leads.ts';
import { NO_DAY, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import { stageRows, times, type StageRow } from '#test/support/stage-rows.ts';

const NEWEST = 400;

const openOf = (leads: StagedLeads) => openLeads(leads, chancesToWin(leads));

/** Old leads that tell the shares: 100 at the second stage since day 0, of which 40 were won after 20 days and 30 lost after 10. */
const TOLD: StageRow[] = [
  ...times(40, { days: [0, 0, 20] }),
  ...times(30, { days: [0, 0, null], lost: 10 }),
  ...times(30, { days: [0, 0, null], lost: 50 }),
];

describe('open leads by their chance', () => {
  test('take the share won of those that were still there, undecided, after as many days', () => {
    // A is 20, so that the two oldest open leads belong to the cohort. After 5 days 102 are still there and 40 will be won; after 10 the 30
    // lost ones have left: 40 of 72; after 20 nobody is won later.
    const open = [5, 10, 20, 21].map((age): StageRow => ({ days: [NEWEST - age, NEWEST - age, null] }));
    const { chances, leads, wins } = openOf(stageRows([...TOLD, ...open], NEWEST))!;
    expect(Array.from(chances.subarray(100))).toEqual([
      expect.closeTo(40 / 102, 9),
      expect.closeTo(40 / 72, 9),
      0,
      0,
    ]);
    expect(leads).toBe(4);
    expect(wins).toBeCloseTo(40 / 102 + 40 / 72, 9);
    expect(chances.slice(0, 100).every(Number.isNaN)).toBe(true);
  });

  test('have no chance where fewer than 30 were still there', () => {
    const lostLater = (count: number): StageRow[] => [
      ...times(25, { days: [0, 0, 20] }),
      ...times(count, { days: [0, 0, null], lost: 50 }),
      ...times(60, { days: [0, 0, null], lost: 3 }),
      { days: [NEWEST - 10, NEWEST - 10, null] },
    ];
    expect(openOf(stageRows(lostLater(4), NEWEST))!.chances.at(-1)).toBeNaN();
    expect(openOf(stageRows(lostLater(5), NEWEST))!.chances.at(-1)).toBeCloseTo(25 / 30, 9);
  });

  test('are not told where fewer than 80% of the lost leads have their day, or none is lost', () => {
    const withDays = (dated: number) => {
      const leads = stageRows(
        [...times(60, { days: [0, 0, 20] }), ...times(50, { days: [0, 0, null], lost: 50 })],
        NEWEST,
      );
      return openOf({ ...leads, lost: leads.lost!.map((day, lead) => (lead >= 60 + dated ? NO_DAY : day)) });
    };
    expect(withDays(39)).toBeNull();
    expect(withDays(40)).not.toBeNull();
    expect(
      openOf(stageRows([...times(60, { days: [0, 0, 20] }), ...times(50, { days: [0, 0, null] })], NEWEST)),
    ).toBeNull();
  });

  test('are not told without dates of losses, or of a stage', () => {
    const leads = stageRows([...TOLD, { days: [390, 390, null] }], NEWEST);
    expect(openOf({ ...leads, lost: null })).toBeNull();
    expect(openOf({ ...leads, days: [leads.days[0]!, null, leads.days[2]!] })).toBeNull();
    expect(openOf({ ...leads, tellsLost: false })).toBeNull();
    expect(openOf(leads)).not.toBeNull();
  });
});

/** Leads that come over 400 days and are won at `rate` after 10 to 40 days, or lost after 10 to 60. `changed` is the rate from a day on. */
function drawn(seed: number, rate: number, changed: { from: number; rate: number } | null): StageRow[] {
  const random = createRandom(seed);
  const within = (low: number, high: number) => Math.floor(low + (high - low) * random());
  return Array.from({ length: 3000 }, () => {
    const came = within(0, 400);
    const qualified = came + within(0, 10);
    const end = qualified + within(10, 40);
    const isWon = random() < (changed && qualified >= changed.from ? changed.rate : rate);
    const lost = qualified + within(10, 60);
    const upTo = (day: number) => (day <= NEWEST ? day : null);
    const days = [came, upTo(qualified), isWon ? upTo(end) : null];
    return { days, ...(!isWon && lost <= NEWEST && { lost }) };
  });
}

describe('the gate', () => {
  test('opens where chances stay, and its figures add up', () => {
    const { gate } = openOf(stageRows(drawn(1, 0.3, null), NEWEST))!;
    expect(gate.isPassed).toBe(true);
    const { check } = gate;
    expect(check!.pValues).toHaveLength(3);
    expect(check!.predicted / check!.came).toBeGreaterThan(0.8);
    expect(check!.predicted / check!.came).toBeLessThan(1.25);
  });

  test('stays shut where chances have halved before its day', () => {
    const { gate } = openOf(stageRows(drawn(2, 0.5, { from: 310, rate: 0.2 }), NEWEST))!;
    expect(gate.check!.predicted / gate.check!.came).toBeGreaterThan(1.33);
    expect(gate.isPassed).toBe(false);
  });

  /** Shares told by old leads: 10% from the first stage, 50% from the second, at 5 days. New ones have been there for 5 days on day 380. */
  function withNew(isWonOfFirst: (at: number) => boolean, isWonOfSecond: (at: number) => boolean) {
    const first = Array.from({ length: 150 }, (_, at): StageRow => ({
      days: [375, null, isWonOfFirst(at) ? 385 : null],
    }));
    const second = Array.from({ length: 50 }, (_, at): StageRow => ({
      days: [375, 375, isWonOfSecond(at) ? 385 : null],
    }));
    const told = [
      ...times(30, { days: [0, null, 20] }),
      ...times(270, { days: [0, null, null], lost: 50 }),
      ...times(50, { days: [0, 0, 20] }),
      ...times(50, { days: [0, 0, null], lost: 50 }),
    ];
    return openOf(stageRows([...second, ...told, ...first], NEWEST))!.gate;
  }

  test('looks at each third by chance, over which leads of one chance are spread', () => {
    const right = withNew((at) => at % 8 === 0, (at) => at % 2 === 0); // oxfmt-ignore
    expect(right.check).toMatchObject({ days: 20, leads: 200, came: 44 });
    expect(right.check!.predicted).toBeCloseTo(0.1 * 150 + 0.5 * 50, 9);
    // Of the 150 leads of the first stage 19 were won: 66 2/3 of them are in each of the first two thirds, the others in the last one.
    const sumsOf = (ofFirst: number) => ({
      came: 19 * ofFirst,
      predicted: 15 * ofFirst,
      variance: 13.5 * ofFirst,
    });
    const [whole, rest] = [sumsOf(4 / 9), sumsOf(1 / 9)];
    const ofWhole = chiSquareTail((whole.came - whole.predicted) ** 2 / whole.variance);
    const ofRest = chiSquareTail((rest.came - rest.predicted) ** 2 / (rest.variance + 12.5));
    expect(right.check!.pValues).toEqual([ofWhole, ofWhole, ofRest].map((p) => expect.closeTo(p, 9)));
    expect(right.isPassed).toBe(true);
    // A file with its won leads first says the same.
    const sorted = withNew((at) => at < 19, (at) => at < 25); // oxfmt-ignore
    expect(sorted).toEqual(right);
    // As many wins in all, but from the first stage twice as many as predicted.
    const swapped = withNew((at) => at % 5 === 0, (at) => at % 5 === 0); // oxfmt-ignore
    expect(swapped.check).toMatchObject({ leads: 200, came: 40 });
    expect(swapped.check!.pValues[0]).toBeLessThan(0.01);
    expect(swapped.isPassed).toBe(false);
  });

  test('does not judge leads that were lost or won on an unknown day', () => {
    const rows = [
      ...TOLD,
      ...times(12, { days: [375, 375, null], lost: 390 }),
      ...times(5, { days: [375, 375, null] }),
    ];
    const leads = stageRows(rows, NEWEST);
    expect(openOf(leads)!.gate.check).toMatchObject({ leads: 17, came: 0 });
    const undated = leads.lost!.map((day) => (day === 390 ? NO_DAY : day));
    expect(openOf({ ...leads, lost: undated })!.gate.check).toMatchObject({ leads: 5, came: 0 });
  });

  test('stays shut where too few wins are predicted, or nothing was known then', () => {
    expect(openOf(stageRows(drawn(3, 0.3, null).slice(0, 300), NEWEST))!.gate.isPassed).toBe(false);
    expect(openOf(stageRows(TOLD, NEWEST))!.gate).toEqual({ check: null, isPassed: false });
  });
});
