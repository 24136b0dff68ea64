import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { planLeadsOf } from '#frontend/analysis/platforms/planned-leads.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { applyRules } from '#frontend/analysis/platforms/simulate.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { drawBinomial, drawMultinomial } from '#test/support/random-leads.ts';
import { tallyOfDeals, type Deal } from '#test/support/valued-leads.ts';
import { drawFactors, drawNormal, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';
import { drawWorld, type DrawnCell } from './plan-demands.ts';

const FIELDS = ['Place', 'Device', 'List'];
const MEAN_DEAL = 1000;
/** Of the logarithms of the factors by which the deals of a value are larger, and of a deal around the mean of its combination. */
const SIZE_SPREAD = 0.4;
const DEAL_SPREAD = 0.7;

/** A combination with the mean of its deals. */
interface DealCell extends DrawnCell {
  deal: number;
}

function drawSizes(random: Random, cells: readonly DrawnCell[], spread: number): DealCell[] {
  const sizes = FIELDS.map((_, field) => {
    const names = [...new Set(cells.map(({ values }) => values[field]!))]; // a value per field
    const shares = names.map((name) =>
      cells.reduce((sum, { values, share }) => sum + (values[field] === name ? share : 0), 0),
    );
    const factors = drawFactors(random, shares, spread);
    return new Map(names.map((name, at) => [name, factors[at]!])); // a factor per value
  });
  return cells.map((cell) => ({
    ...cell,
    deal: sizes.reduce((deal, size, field) => deal * size.get(cell.values[field]!)!, MEAN_DEAL),
  }));
}

function drawDeals(random: Random, cells: readonly DealCell[], leads: number): Deal[] {
  const counts = drawMultinomial(
    random,
    leads,
    cells.map(({ share }) => share),
  );
  return cells.flatMap(({ values, rate, deal }, at) => {
    const won = drawBinomial(random, counts[at]!, rate); // a count per combination
    return Array.from({ length: counts[at]! }, (_, lead) => ({
      values,
      converted: lead < won,
      amount: lead < won ? deal * Math.exp(DEAL_SPREAD * drawNormal(random) - DEAL_SPREAD ** 2 / 2) : 0,
    }));
  });
}

/** Meta's rules from these leads, and the multiplier of each combination. */
function planMeta(deals: readonly Deal[], basis: 'value' | 'conversions') {
  const counted = tallyOfDeals(FIELDS, deals);
  const { valued } = counted;
  const byConversions = { ...counted, worth: undefined, valued: undefined };
  const tally = basis === 'value' ? { ...fitTally(counted), valued } : fitTally(byConversions);
  const measured = pickMeasurement(measure(basis === 'value' ? counted : byConversions), basis);
  const analysis = judge(measured, DEFAULT_SETTINGS, estimateCombinations(tally));
  const { rules } = planPlatforms(analysis, tally, {
    kinds: ['location', 'device', 'audience'],
    includesTests: false,
    isSpecialOffer: false,
  }).meta;
  const planned = planLeadsOf(tally);
  const { ruleOf } = applyRules(planned, rules, PLATFORMS.meta.picks);
  const multipliers = new Map<string, number>();
  for (const [at, rule] of ruleOf.entries()) {
    const names = planned.fields.map(({ values }, field) => values[planned.codes[field]![at]!]!); // a code per combination
    multipliers.set(names.join('|'), rules[rule]?.multiplier ?? 1);
  }
  return {
    rules: rules.length,
    multiplierOf: ({ values }: DrawnCell) => multipliers.get(values.join('|')) ?? 1,
  };
}

/** The sum of the multipliers over that of the amounts of fresh customers, of the values that are raised and of those that are cut. */
interface Carried {
  raised: number;
  cut: number;
}

/** Sums of what is carried and what is brought, as multiples of the mean customer. */
type Sums = Record<'raised' | 'cut', { carried: number; brought: number }>;

function addCustomers(
  sums: Sums,
  cells: readonly DealCell[],
  multiplierOf: (cell: DrawnCell) => number,
): void {
  const customers = cells.reduce((sum, { share, rate }) => sum + share * rate, 0);
  const mean = cells.reduce((sum, { share, rate, deal }) => sum + share * rate * deal, 0) / customers;
  for (const cell of cells) {
    const multiplier = multiplierOf(cell);
    if (multiplier === 1) continue;
    const sum = sums[multiplier > 1 ? 'raised' : 'cut'];
    const weight = (cell.share * cell.rate) / customers;
    sum.carried += weight * multiplier;
    sum.brought += (weight * cell.deal) / mean;
  }
}

const nothing = (): Sums => ({
  raised: { carried: 0, brought: 0 },
  cut: { carried: 0, brought: 0 },
});
const ratioOf = ({ raised, cut }: Sums): Carried => ({
  raised: raised.carried / raised.brought,
  cut: cut.carried / cut.brought,
});

/**
 * Files in which the ad account counts only customers (methods C.9): what Meta's rules carry for fresh customers over what these bring, at their
 * true means, by rules from the converted leads as the page plans, and by those for every lead, which count the rate again; and the share of
 * files with any rule where results are by conversions. Deals differ between values, or only the rate does.
 */
export function simulateCustomers(
  { files, seed }: Repeats,
  { leads, dealsDiffer }: { leads: number; dealsDiffer: boolean },
): { planned: Carried; everyLead: Carried; plannedRules: number; rulesByConversions: number } {
  const random = createRandom(seed);
  const [planned, everyLead] = [nothing(), nothing()];
  let [plannedRules, rulesByConversions] = [0, 0];
  for (let file = 0; file < files; file++) {
    const cells = drawSizes(random, drawWorld(random), dealsDiffer ? SIZE_SPREAD : 0);
    const deals = drawDeals(random, cells, leads);
    const customers = deals.filter(({ converted }) => converted);
    const own = planMeta(customers, 'value');
    addCustomers(planned, cells, own.multiplierOf);
    addCustomers(everyLead, cells, planMeta(deals, 'value').multiplierOf);
    plannedRules += own.rules / files;
    rulesByConversions += Number(planMeta(customers, 'conversions').rules > 0) / files;
  }
  return { planned: ratioOf(planned), everyLead: ratioOf(everyLead), plannedRules, rulesByConversions };
}
