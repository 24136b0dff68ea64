import { MIN_MATURITY_WINS } from '#frontend/analysis/constants.ts';
import { findMaturity, type WinTimes } from '#frontend/analysis/counts/maturity.ts';
import { measureLiftInterval } from '#frontend/analysis/measure/lift.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { findUndecided } from '#frontend/analysis/preflight/undecided.ts';
import { wilsonInterval, type Interval } from '#frontend/analysis/stats/intervals.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { between, drawNoise, drawNormal, type DrawnColumn, type Random } from './drawn-leads.ts';
import { suggestColumns, type Repeats } from './finder-demands.ts';
import { findUse, type DrawnFile, type Labels } from './use-demands.ts';

const BASELINE = 0.2;
const NOISE_COLUMNS = 11;

/** Leads that come evenly over some months. Sales take lognormal days, and those after the newest date are not in the file yet. */
interface DatedWorld {
  leads: number;
  months: number;
  medianDays: number;
  /** The standard deviation of the logarithm of these days. */
  spread: number;
  /** The lift of the first source once every sale has come. */
  lift: number;
  /** Its share of the leads grows from none to one half; else it is one quarter. */
  isGrowing: boolean;
}

interface DatedFile extends DrawnFile {
  columns: readonly DrawnColumn[];
  /** In whole days. */
  ages: Float64Array;
  daysToWin: Int32Array;
}

function drawDated(random: Random, world: DatedWorld): DatedFile {
  const { leads, months, medianDays, spread, lift, isGrowing } = world;
  const ages = Float64Array.from({ length: leads }, () => Math.floor(between(random, 0, 30 * months)));
  const sources = Uint8Array.from(ages, (age) => {
    const share = isGrowing ? 0.5 * (1 - age / (30 * months)) : 0.25;
    return random() < share ? 0 : 1 + Math.floor(3 * random());
  });
  const daysToWin = Int32Array.from(ages, (age, lead) => {
    const days = Math.floor(medianDays * Math.exp(spread * drawNormal(random)));
    return random() < BASELINE * (sources[lead] === 0 ? lift : 1) && days <= age ? days : -1;
  });
  const source = { codes: sources, shares: [0.25, 0.25, 0.25, 0.25], factors: [lift, 1, 1, 1] };
  return {
    columns: [source, ...Array.from({ length: NOISE_COLUMNS }, () => drawNoise(random, leads))],
    ages,
    daysToWin,
    isConverted: Uint8Array.from(daysToWin, (days) => Number(days >= 0)),
  };
}

/** The age from which leads stay by what the page proposes; null where it proposes nothing. */
function proposeDays({ columns, ages, daysToWin, isConverted }: DatedFile): number | null {
  const times: WinTimes = { ages: Int32Array.from(ages), daysToWin };
  const oldest = Math.max(...ages);
  const counts = { leads: new Uint32Array(oldest + 1), conversions: new Uint32Array(oldest + 1) };
  ages.forEach((age, lead) => {
    counts.leads[age]!++; // a count per age
    counts.conversions[age]! += isConverted[lead]!;
  });
  const { codes } = columns[0]!; // the sources
  const values = [0, 1, 2, 3].flatMap((value) => {
    const wins = codes.filter((code, lead) => code === value && isConverted[lead] === 1).length;
    const own = times.ages.map((age, lead) => (codes[lead] === value ? age : -1));
    return (wins >= MIN_MATURITY_WINS && findMaturity({ ...times, ages: own })) || [];
  });
  const found = findUndecided(
    { ages: counts, isDoubtful: false, maturity: { all: findMaturity(times), values } },
    { open: [], hasLost: true },
    countLeads(isConverted),
  );
  return found.kind === 'young' ? found.days : null;
}

function keepFrom(file: DatedFile, days: number): DatedFile {
  const stays = <List extends Uint8Array | Float64Array | Int32Array>(list: List) =>
    list.filter((_: number, lead: number) => file.ages[lead]! >= days) as List; // an age per lead
  return {
    columns: file.columns.map((column) => ({ ...column, codes: stays(column.codes) })),
    ages: stays(file.ages),
    daysToWin: stays(file.daysToWin),
    isConverted: stays(file.isConverted),
  };
}

const countLeads = (isConverted: Uint8Array): Counts => ({
  leads: isConverted.length,
  conversions: isConverted.reduce((sum, flag) => sum + flag, 0),
});
const countSource = ({ columns, isConverted }: DatedFile) =>
  countLeads(isConverted.filter((_, lead) => columns[0]!.codes[lead] === 0)); // the sources
const isWithin = (truth: number, { low, high }: Interval) => Number(low <= truth && truth <= high);

/** The findings of files about all leads, or about those that stay. */
interface Said {
  /** The share of files in which the source is Use, and in which the finder suggests its column. */
  use: number;
  suggested: number;
  /** How often the 95% intervals of the rate and of the lift of the source hold the true ones. */
  rateHeld: number;
  liftHeld: number;
  /** The rate over the true one, as a mean of the files. */
  ratio: number;
}

const NOTHING: Said = { use: 0, suggested: 0, rateHeld: 0, liftHeld: 0, ratio: 0 };

function say(file: DatedFile, { lift }: DatedWorld, labels: Labels): Said {
  const [source, total] = [countSource(file), countLeads(file.isConverted)];
  const share = source.leads / total.leads;
  const trueRate = BASELINE * (1 + share * (lift - 1));
  const shown = { ...file, columns: file.columns.slice(0, 3) };
  return {
    use: Number(findUse(shown, labels).some(({ field, value }) => field === 0 && value === '0')),
    suggested: Number(suggestColumns(file.columns, file.isConverted).includes(0)),
    rateHeld: isWithin(trueRate, wilsonInterval(total.conversions, total.leads)),
    liftHeld: isWithin((BASELINE * lift) / trueRate, measureLiftInterval(source, total)),
    ratio: total.conversions / total.leads / trueRate,
  };
}

function addTo(sums: Said, said: Said): void {
  for (const name of Object.keys(sums) as (keyof Said)[]) sums[name] += said[name]; // `keyof` of the record
}

/**
 * The shares of files in which the page proposes an age, and of these what is said of all leads without regard to age, and of the leads
 * that stay, where labels also ask for the same age.
 */
export function simulateDecided(
  { files, seed }: Repeats,
  world: DatedWorld,
): { proposed: number; all: Said; staying: Said } {
  const random = createRandom(seed);
  const [all, staying] = [{ ...NOTHING }, { ...NOTHING }];
  let proposed = 0;
  for (let file = 0; file < files; file++) {
    const drawn = drawDated(random, world);
    const days = proposeDays(drawn);
    if (days === null) continue;
    proposed++;
    addTo(all, say(drawn, world, 'now'));
    addTo(staying, say(keepFrom(drawn, days), world, 'age'));
  }
  const mean = (sums: Said): Said => ({
    use: sums.use / proposed,
    suggested: sums.suggested / proposed,
    rateHeld: sums.rateHeld / proposed,
    liftHeld: sums.liftHeld / proposed,
    ratio: sums.ratio / proposed,
  });
  return { proposed: proposed / files, all: mean(all), staying: mean(staying) };
}
