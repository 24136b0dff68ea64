import { DAY } from '#contract/limits.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { SAMPLE_START } from './sample-file.ts';

const SAMPLE_LEADS = 2000;
/** A fixed seed gives every visitor the same sample. */
const SEED = 20251015;
const BASE_RATE = 0.19;

/** A value, its share of the leads, and the conversion rate of its leads as a multiple of the base rate. */
type SampleValue = readonly [value: string, share: number, effect: number];

const SOURCES: readonly SampleValue[] = [
  ['Google Ads', 0.33, 1],
  ['Organic Search', 0.22, 1.15],
  ['Facebook Ads', 0.2, 0.5],
  ['Referral', 0.13, 2],
  ['LinkedIn Ads', 0.08, 1.5],
  ['google ads', 0.02, 1],
  ['', 0.02, 0.7],
];
const COUNTRIES: readonly SampleValue[] = [
  ['United States', 0.4, 1.1],
  ['United Kingdom', 0.18, 1],
  ['Germany', 0.14, 1.2],
  ['India', 0.13, 0.6],
  ['Brazil', 0.11, 0.75],
  ['', 0.04, 0.9],
];
const DEVICES: readonly SampleValue[] = [
  ['Desktop', 0.5, 1.25],
  ['Mobile', 0.41, 0.65],
  ['Tablet', 0.06, 1],
  ['', 0.03, 1],
];
const COMPANY_SIZES: readonly SampleValue[] = [
  ['1-10', 0.33, 0.6],
  ['11-50', 0.27, 0.9],
  ['51-200', 0.18, 1.3],
  ['201-1000', 0.09, 1.6],
  ['1000+', 0.05, 2],
  ['', 0.08, 0.8],
];
const NEWSLETTER: readonly SampleValue[] = [
  ['Yes', 0.5, 1],
  ['No', 0.5, 1],
];
const OPEN_STATUSES: readonly SampleValue[] = [
  ['Unqualified', 0.45, 1],
  ['Nurturing', 0.3, 1],
  ['New', 0.2, 1],
  ['', 0.05, 1],
];
const HEADERS = [
  'Lead ID',
  'Created',
  'Lead Status',
  'Source',
  'Country',
  'Device',
  'Company Size',
  'Pages Viewed',
  'Newsletter',
];

/**
 * A made-up export of leads. Source, country, device, company size and pages viewed have an effect, newsletter has none,
 * and referrals on mobile are an interaction. There are blanks, and one name in two spellings.
 */
export function sampleCsv(): string {
  const random = createRandom(SEED);
  const leads = Array.from({ length: SAMPLE_LEADS }, (_, index) => makeLead(index, random));
  return [HEADERS, ...leads].map((cells) => cells.join(',')).join('\r\n') + '\r\n';
}

function makeLead(index: number, random: () => number): string[] {
  const source = pick(SOURCES, random());
  const country = pick(COUNTRIES, random());
  const device = pick(DEVICES, random());
  const size = pick(COMPANY_SIZES, random());
  const newsletter = pick(NEWSLETTER, random());
  const pages = Math.min(40, 1 + Math.floor(-6 * Math.log(1 - random())));
  const pagesEffect = 0.7 + Math.min(pages, 20) * 0.06;
  const rate = BASE_RATE * combinedEffect(source, device) * country[2] * size[2] * pagesEffect;
  const isConverted = random() < Math.min(rate, 0.95);
  const status = isConverted ? 'Qualified' : pick(OPEN_STATUSES, random())[0];
  const created = new Date(SAMPLE_START + Math.floor(index / 12) * DAY).toISOString().slice(0, 10);
  const pagesViewed = random() < 0.02 ? '' : String(pages);
  return [
    `L-${10001 + index}`,
    created,
    status,
    source[0],
    country[0],
    device[0],
    size[0],
    pagesViewed,
    newsletter[0],
  ];
}

function pick(choices: readonly SampleValue[], random: number): SampleValue {
  let left = random;
  for (const choice of choices) {
    left -= choice[1];
    if (left < 0) return choice;
  }
  return ['', 0, 1];
}

/** The interaction in the sample: mobile lowers the rate of every source except referrals by nearly half. */
function combinedEffect(source: SampleValue, device: SampleValue): number {
  const ignoresDevice = source[0] === 'Referral' && device[0] === 'Mobile';
  return ignoresDevice ? source[2] * 1.3 : source[2] * device[2];
}
