import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { ShapedExport } from '#test/support/shaped-export.ts';
import { SHAPED_EXPORTS } from '#test/support/shaped-exports.ts';
import { SHAPED_FIGURES, WORTH_TOLERANCE } from '#test/support/shaped-figures.ts';
import type { ShapedLead } from '#test/support/shaped-leads.ts';
import { limitBySales, limitByWeeks } from '#test/support/simple-sums.ts';
import { walkExport } from '#test/support/walk-export.ts';

/*
 * Ten exports of real shape, from drop to a file or sheet that a platform takes. Everything that the page says of them is compared with
 * what was planted and with simple sums over the planted leads.
 */

type Walk = Awaited<ReturnType<typeof walkExport>>;

const NAMES = Object.keys(SHAPED_EXPORTS) as (keyof typeof SHAPED_EXPORTS)[]; // its own keys

test.each(NAMES)('%s: what the click takes and says is right', async (name) => {
  const made = SHAPED_EXPORTS[name]();
  const walk = await walkExport(made);
  const counted = expectProposal(made, walk);
  expectFigures(made, walk, counted);
  expectSentences(made, walk, counted);
  const values = await valuesOf(walk);
  expectWorth(made, walk, { counted, values, figures: SHAPED_FIGURES[name] });
  expectChart(walk, SHAPED_FIGURES[name]);
  await expectButton(made, walk, counted);
});

/** The proposal is the planted one. Returns the leads that count. */
function expectProposal({ leads, truth }: ShapedExport, { file, proposal }: Walk): ShapedLead[] {
  const { headers } = file;
  expect(file.rowCount).toBe(leads.length);
  expect(headers[proposal.statusColumn]).toBe(truth.status);
  expect(proposal.ends.toSorted()).toEqual(truth.converted.toSorted());
  expect(proposal.columns.map(({ column, kind }) => [headers[column], kind])).toEqual([
    [truth.attribute, 'values'],
  ]);
  const counted = expectLeftOut({ leads, truth }, proposal.undecided);
  // The bar says the rate of the leads that the click leaves.
  const conversions = counted.filter(truth.isConverted).length;
  expect(proposal.counted).toEqual({ leads: counted.length, conversions });
  const deals = truth.amounts ? counted.filter(truth.isConverted).map(truth.amounts.of) : [];
  const found = proposal.amounts && { ...proposal.amounts, header: headers[proposal.amounts.column] };
  if (truth.amounts)
    expect(found).toMatchObject({
      header: truth.amounts.header,
      currency: truth.amounts.currency,
      basis: truth.basis,
      deals: deals.length,
      average: expect.closeTo(sum(deals) / deals.length, 6),
    });
  else expect(found).toBeNull();
  // Budgets, forecasts and yearly revenues are not even offered.
  expect(proposal.others).toEqual([]);
  return counted;
}

type Undecided = Walk['proposal']['undecided'];

function expectLeftOut(
  { leads, truth }: Pick<ShapedExport, 'leads' | 'truth'>,
  undecided: Undecided,
): ShapedLead[] {
  if (typeof truth.leftOut !== 'string') {
    if (truth.leftOut.length === 0) {
      expect(undecided).toEqual({ kind: 'none' });
      return [...leads];
    }
    const open = leads.filter(({ state }) => state === 'open');
    expect(undecided).toEqual({
      kind: 'open',
      statuses: expect.toSatisfy(
        (all: string[]) => String(all.toSorted()) === String([...truth.leftOut].toSorted()),
      ),
      leads: open.length,
    });
    return leads.filter(({ state }) => state !== 'open');
  }
  const aged = leads.map((lead) => ({
    age: lead.age,
    wonAfter: truth.isConverted(lead) ? lead.endDays : -1,
    value: truth.valueOf(lead),
  }));
  const days = truth.leftOut === 'sales' ? limitBySales(aged) : limitByWeeks(aged);
  expect(days).toBeGreaterThan(0);
  expect(undecided).toEqual({ kind: 'young', days, leads: leads.filter(({ age }) => age < days!).length });
  return leads.filter(({ age }) => age >= days!);
}

/** Leads, conversions and money by simple sums; by value too, also where results are by conversions. */
function sumUp({ truth }: ShapedExport, leads: readonly ShapedLead[]) {
  const won = leads.filter(truth.isConverted);
  const money = truth.amounts ? sum(won.map(truth.amounts.of)) : 0;
  return {
    leads: leads.length,
    conversions: won.length,
    rate: won.length / leads.length,
    money,
    perLead: money / leads.length,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function groupsOf(made: ShapedExport, counted: readonly ShapedLead[]) {
  return [...new Set(counted.map(made.truth.valueOf))].map((value) => ({
    value,
    ...sumUp(
      made,
      counted.filter((lead) => made.truth.valueOf(lead) === value),
    ),
  }));
}

/** Every count, rate, mean and lift of the results. */
function expectFigures(made: ShapedExport, { analysis }: Walk, counted: readonly ShapedLead[]): void {
  const { truth } = made;
  const all = sumUp(made, counted);
  expect([analysis.totalLeads, analysis.totalConversions]).toEqual([all.leads, all.conversions]);
  expect(analysis.baselineRate).toBeCloseTo(all.rate, 12);
  const groups = groupsOf(made, counted);
  expect(analysis.segments).toHaveLength(groups.length);
  for (const group of groups) {
    const segment = analysis.segments.find(({ value }) => value === group.value);
    const lift = truth.basis === 'value' ? group.perLead / all.perLead : group.rate / all.rate;
    const weight = group.leads / (group.leads + 50);
    expect(segment).toMatchObject({
      leads: group.leads,
      conversions: group.conversions,
      conversionRate: expect.closeTo(group.rate, 12),
      lift: expect.closeTo(lift, 9),
      adjustedLift: expect.closeTo(weight * lift + 1 - weight, 9),
      ...(truth.basis === 'value' && {
        amounts: expect.objectContaining({
          perLead: expect.closeTo(group.perLead, 6),
          perConversion: expect.closeTo(group.money / group.conversions, 6),
        }),
      }),
    });
    if (truth.neverUse?.includes(group.value)) expect(segment?.label, group.value).not.toBe('Use');
  }
  // A value that only looks better or worse is there to be judged.
  for (const value of truth.neverUse ?? []) expect(groups.map((group) => group.value)).toContain(value);
  expect(analysis.labelCounts.Use).toBeGreaterThanOrEqual(2);
  const { byStatus = 0, young = 0 } = analysis.leftOut ?? {};
  expect(byStatus + young).toBe(made.leads.length - counted.length);
}

/** The sentences name the planted best and worst with their counted figures. */
function expectSentences(
  made: ShapedExport,
  { sentences, settings }: Walk,
  counted: readonly ShapedLead[],
): void {
  const { truth } = made;
  const all = sumUp(made, counted);
  const [first, second] = sentences;
  const rate = (fraction: number) => `${(100 * fraction).toFixed(1)}%`;
  if (truth.basis === 'conversions') {
    const groups = groupsOf(made, counted).toSorted((a, b) => b.rate - a.rate);
    const [best, worst] = [groups[0]!, groups.at(-1)!]; // every export has several
    expect(first).toMatch(
      new RegExp(
        `^.*${escaped(best.value)}.*convert at ${rate(best.rate)}, .*${escaped(worst.value)}.* at ${rate(worst.rate)}\\. The average is ${rate(all.rate)}\\.$`,
      ),
    );
    const deal = Math.round(all.money / all.conversions);
    expect(settings.conversionValue).toBe(truth.amounts ? deal : 100);
    expect(second).toContain(
      truth.amounts ? `${moneyOf(deal, settings.currency)}, your average deal,` : 'At $100 per conversion',
    );
  } else {
    expect(first).toMatch(/^With your amounts /);
    expect(first).toContain(
      `the average lead ${moneyOf(Number(all.perLead.toPrecision(2)), settings.currency)}.`,
    );
  }
}

const escaped = (text: string) => text.replace(/[-$+?.[\]()]/g, String.raw`\$&`);
const moneyOf = (amount: number, currency = 'USD') =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });

/** The value of each lead in the file of all leads; null where it does not count. */
async function valuesOf({ file, makeLeadsFile }: Walk): Promise<(number | null)[]> {
  const { blob, encoding } = await makeLeadsFile();
  const text = new TextDecoder(encoding).decode(await blob.arrayBuffer());
  const [headings = [], ...rows] = Papa.parse<string[]>(text, {
    delimiter: file.report.delimiter,
    skipEmptyLines: true,
  }).data;
  const column = headings.indexOf('Lead Value');
  return rows.map((cells) => (cells[column] ? Number(cells[column]) : null));
}

interface Worth {
  counted: readonly ShapedLead[];
  values: readonly (number | null)[];
  figures: (typeof SHAPED_FIGURES)['meta'];
}

/** The file and the sentence carry the worth that was recomputed, and all values together are as much as was won. */
function expectWorth(
  made: ShapedExport,
  { sentences, settings }: Walk,
  { counted, values, figures }: Worth,
): void {
  const { leads, truth } = made;
  const all = sumUp(made, counted);
  const average = truth.basis === 'value' ? all.perLead : all.rate * settings.conversionValue;
  const kept = new Set(counted);
  expect(values.map((value) => value !== null)).toEqual(leads.map((lead) => kept.has(lead)));
  expect(sum(values.map((value) => value ?? 0)) / (average * counted.length)).toBeCloseTo(1, 9);
  leads.forEach((lead, at) => {
    const value = values[at];
    // A value per lead, and figures per value of the attribute.
    if (value) expectAlike(value, figures[truth.valueOf(lead)]![3]);
  });
  const sentence = sentences.find((text) => text.includes(' is worth about '));
  const named = groupsOf(made, counted).filter(({ value }) => sentence?.includes(value));
  expect(named).toHaveLength(2);
  for (const { value } of named) {
    const money = moneyOf(Number(figures[value]![3].toPrecision(2)), settings.currency);
    expect(sentence).toMatch(
      new RegExp(`${escaped(value)}(?: lead(?: \\([^)]*\\))?)?(?: is worth about)? ${escaped(money)}[ ,.]`),
    );
  }
}

function expectAlike(found: number | null | undefined, expected: number): void {
  expect(Math.abs((found ?? 0) / expected - 1)).toBeLessThan(WORTH_TOLERANCE);
}

/** The chart draws the values that the sentences name and others, each with its counted figure, its interval and its worth. */
function expectChart({ chart }: Walk, figures: Worth['figures']): void {
  expect(chart.length).toBeGreaterThanOrEqual(2);
  for (const { segment, counted, interval, worth } of chart)
    [counted, interval?.low, interval?.high, worth].forEach((found, at) =>
      expectAlike(found, figures[segment.value]![at]!),
    );
}

/** The button names a way that this file can go, with its reach. */
async function expectButton(
  { truth }: ShapedExport,
  walk: Walk,
  counted: readonly ShapedLead[],
): Promise<void> {
  const { button, next, reach, makeUpload } = walk;
  if (!truth.isTaken) {
    expect(button).toMatch(truth.button);
    return;
  }
  const taken = counted.filter(truth.isTaken).length;
  const words = button.replace(/(\S+) of (\S+)/, (_, some: string, all: string) => {
    expect([some, all]).toEqual([taken, counted.length].map((count) => count.toLocaleString('en-US')));
    return '#taken of #leads';
  });
  expect(words).toMatch(truth.button);
  expect(reach.leads).toBe(counted.length);
  if (next.step !== 'upload') throw new Error(`The next step is ${next.step}`);
  // The file has the lines that the button promises: a line per lead behind its headers.
  const file = await makeUpload(next.format);
  expect(file.taken).toBe(taken);
}
