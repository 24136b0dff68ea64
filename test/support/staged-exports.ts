import { DAY } from '#contract/limits.ts';
import { seedRandom } from './random-leads.ts';

const START = Date.UTC(2026, 0, 1);
const DAYS = 300;
const LEADS = 1500;

interface StagedLead {
  source: string;
  /** The day on which it came, and reached each stage; null for one that it has not reached. The last stage is won. */
  came: number;
  reached: readonly (number | null)[];
  state: 'open' | 'won' | 'lost';
  amount: number;
}

/** LinkedIn leads qualify as often as others but are won twice as often from there. */
const SOURCES = [
  { name: 'LinkedIn', chances: [0.4, 0.5, 0.8] },
  { name: 'Google Ads', chances: [0.4, 0.5, 0.4] },
  { name: 'Facebook', chances: [0.4, 0.5, 0.4] },
];
const STEP_DAYS = 8;

/** Leads of 300 days that pass three stages, the last of which is won. Young ones are still on their way. */
function drawStages(): StagedLead[] {
  const random = seedRandom(48);
  return Array.from({ length: LEADS }, (_, lead) => {
    const { name, chances } = SOURCES[lead % SOURCES.length]!; // there are three
    const came = Math.floor((lead / LEADS) * DAYS);
    let day = came;
    let isOn = true;
    const reached = chances.map((chance) => {
      day += 1 + Math.floor(random() * 2 * STEP_DAYS);
      isOn &&= random() < chance;
      return isOn && day < DAYS ? day : null;
    });
    const state = reached.at(-1) !== null ? 'won' : day >= DAYS ? 'open' : 'lost';
    return { source: name, came, reached, state, amount: 1000 + Math.floor(random() * 1800) };
  });
}

const write = (headers: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [headers, ...rows].map((cells) => cells.join(',')).join('\n');

const dayOf = (day: number | null) =>
  day === null ? '' : new Date(START + day * DAY).toISOString().slice(0, 10);

/** One date per stage, as contacts of HubSpot have them. */
export const stagesWithDates = () =>
  write(
    [
      'Record ID',
      'Source',
      'Lifecycle Stage',
      'Create Date',
      'Became a marketing qualified lead date',
      'Became a sales qualified lead date',
      'Became a customer date',
      'Amount',
    ],
    drawStages().map(({ source, came, reached, state, amount }, id) => [
      7000 + id,
      source,
      state === 'won' ? 'Customer' : reached[1] !== null ? 'Sales Qualified Lead' : 'Lead',
      dayOf(came),
      ...reached.map(dayOf),
      state === 'won' ? amount : '',
    ]),
  );

const DEAL_STAGES = ['Qualified', 'Demo Scheduled', 'Proposal Made'];

/** A stage beside the outcome, as deals of Pipedrive have it. */
export const stagesBesideOutcome = () =>
  write(
    [
      'Deal - Source',
      'Deal - Status',
      'Deal - Stage',
      'Deal - Deal created',
      'Deal - Won time',
      'Deal - Value',
    ],
    drawStages().map(({ source, came, reached, state, amount }) => [
      source,
      state === 'won' ? 'Won' : state === 'lost' ? 'Lost' : 'Open',
      DEAL_STAGES[Math.min(2, reached.filter((day) => day !== null).length)] ?? '',
      dayOf(came),
      dayOf(state === 'won' ? (reached.at(-1) ?? null) : null),
      amount,
    ]),
  );

/** One status column, whose lost leads do not say how far they came. */
export const stagesOfStatus = () =>
  write(
    ['Source', 'Status', 'Created'],
    drawStages().map(({ source, came, reached, state }) => [
      source,
      state === 'won' ? 'Won' : state === 'lost' ? 'Lost' : reached[0] === null ? 'New' : 'Contacted',
      dayOf(came),
    ]),
  );
