import { seedRandom } from './random-leads.ts';

/** The origin of leads, and how they really are. */
interface Origin {
  /** Of all leads, before the leads of a new origin that came before it existed are drawn again. */
  share: number;
  /** The share of its leads that is ever won. */
  rate: number;
  /** The middle of its deals. */
  deal?: number;
  /** It has existed for this number of days; absent for an origin that was always there. */
  newDays?: number;
}

/** How the leads of an export are drawn. */
export interface Shape {
  seed: number;
  leads: number;
  /** The leads came in the days up to the newest one. */
  days: number;
  origins: Readonly<Record<string, Origin>>;
  /** The middle of the days from a lead to its end; they are lognormal with a deviation of .6. */
  cycle: number;
  /** The share of lost leads that somebody closes. */
  closes: number;
}

/** A lead as it really is on the day of the export. */
export interface ShapedLead {
  id: number;
  origin: string;
  /** Days before the newest day of the file. */
  age: number;
  /** Midnight of its day, and the time of it, in milliseconds since 1970, UTC. */
  day: number;
  came: number;
  state: 'won' | 'lost' | 'open';
  /** Days from the lead to its end; -1 while it is open. */
  endDays: number;
  /** The worth of the deal, won or not; whole. */
  deal: number;
  /** Numbers from 0 up to 1 for columns that tell nothing. */
  noise: readonly number[];
}

const DAY = 86_400_000;
/** The newest day of every export. */
const NEWEST_DAY = Date.UTC(2026, 10, 26);
/** The moment at which the exports are dropped. */
export const DROPPED_AT = Date.UTC(2026, 10, 27, 12);
const CYCLE_DEVIATION = 0.6;
const DEAL_DEVIATION = 0.5;
const NOISES = 6;

/** The leads of an export, in the order in which they came. The newest day has at least one. */
export function drawLeads({ seed, leads, days, origins, cycle, closes }: Shape): ShapedLead[] {
  const random = seedRandom(seed);
  const drawn = Array.from({ length: leads }, (_, at) => {
    const age = at === 0 ? 0 : Math.floor(days * random());
    const came = NEWEST_DAY - age * DAY + Math.floor(random() * 20 * 60) * 60_000 + 2 * 3_600_000;
    const [origin, { rate, deal = 0 }] = pickOrigin(origins, age, random);
    const willWin = random() < rate;
    const took = Math.round(cycle * Math.exp(CYCLE_DEVIATION * normal(random)));
    const hasEnded = took <= age && (willWin || random() < closes);
    return {
      id: at,
      origin,
      age,
      day: NEWEST_DAY - age * DAY,
      came,
      state: hasEnded ? (willWin ? ('won' as const) : ('lost' as const)) : ('open' as const),
      endDays: hasEnded ? took : -1,
      deal: Math.round(deal * Math.exp(DEAL_DEVIATION * normal(random))),
      noise: Array.from({ length: NOISES }, random),
    };
  });
  return drawn.toSorted((a, b) => a.came - b.came).map((lead, id) => ({ ...lead, id }));
}

function pickOrigin(origins: Shape['origins'], age: number, random: () => number): [string, Origin] {
  const there = Object.entries(origins).filter(([, { newDays = Infinity }]) => age < newDays);
  let left = random() * there.reduce((sum, [, { share }]) => sum + share, 0);
  return there.find(([, { share }]) => (left -= share) < 0) ?? there[0]!; // some origin was always there
}

/** Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export const pickBy = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!; // below 1

/** The day on which a lead ended; '' while it is open. */
export const endDay = ({ day, endDays }: ShapedLead): number | null =>
  endDays < 0 ? null : day + endDays * DAY;
