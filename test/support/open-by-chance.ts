import { DAY } from '#contract/limits.ts';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { measureStages } from '#frontend/analysis/stages/measure-stages.ts';
import { expectFromOpenLeads } from '#frontend/analysis/stages/open-leads.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { stageRows, times, type StageRow } from './stage-rows.ts';

const NEWEST_DAY = 400;
const START = Date.UTC(2025, 9, 16);

const newLead = (qualified: number | null, isWon: boolean): StageRow =>
  isWon ? { days: [375, qualified, 385], amount: 1000 } : { days: [375, qualified, null] };

/** In another world no new lead that was not qualified is won, so that the check of the chances is not passed. */
interface World {
  isSame?: boolean;
}

/**
 * 660 leads up to day 400, of which the chances are known: of leads that were not qualified 1 of 10 was won, of qualified ones half, at
 * $1,000, all within 20 days. 40 leads of day 400 are open and not qualified, 20 of day 395 are open and qualified; the first of these has
 * an amount of $300. 160 open leads of day 375 are too old to be won. So 14 wins are expected, which are $13,650.
 */
const openByChanceRows = ({ isSame = true }: World = {}): StageRow[] => [
  ...times(30, { days: [0, null, 20], amount: 1000 }),
  ...times(270, { days: [0, null, null], lost: 50 }),
  ...times(50, { days: [0, 0, 20], amount: 1000 }),
  ...times(50, { days: [0, 0, null], lost: 50 }),
  ...Array.from({ length: 150 }, (_, at) => newLead(null, isSame && at % 10 === 0)),
  ...Array.from({ length: 50 }, (_, at) => newLead(375, at % 2 === 0)),
  ...times(40, { days: [NEWEST_DAY, null, null] }),
  { days: [395, 395, null], amount: 300 },
  ...times(19, { days: [395, 395, null] }),
];

/** The first row of the leads of day 400, and of those of day 395. */
export const YOUNG_ROW = 600;
export const QUALIFIED_ROW = 640;

/** The stages of these leads, for a thread that stands in. */
export const OPEN_PLAN: StagePlan = {
  shape: { kind: 'columns', stages: [{ column: 1, holds: 'dates' }] },
  statusColumn: 0,
  won: new Set(['Won']),
  open: new Set(['New']),
  wonColumn: null,
  isWonByColumn: false,
  lostColumn: null,
};

interface AnswerOptions extends World {
  /** Leads from this stage on count as converted. */
  converted?: number;
  changes?: Partial<StagedLeads>;
}

/** The answer of the thread about these leads. */
export function openAnswer({ converted = 2, changes, ...world }: AnswerOptions = {}): StagesAnswer {
  const leads = { ...stageRows(openByChanceRows(world), NEWEST_DAY), ...changes };
  const chances = chancesToWin(leads);
  return {
    kind: 'columns',
    names: ['Lead', 'Qualified', 'Won'],
    unclear: [],
    openLeads: expectFromOpenLeads(leads, chances),
    ...measureStages(leads, chances, {
      fields: [],
      isConverted: Uint8Array.from(leads.reached, (reached) => Number(reached >= converted)),
      choices: { typedShare: null, typedAmount: null, margin: 1, thresholdPercent: 10, limits: null },
    }),
  };
}

const HEADERS =
  'Source,Lifecycle Stage,Create Date,Became a Marketing Qualified Lead Date,Became a Customer Date,Lost Date,Amount,Record ID,gclid';

/** The click id of the lead in a row. */
export const clickIdOf = (row: number) => `EAIaIQobChMI-${String(row).padStart(6, '0')}`;

const dayAt = (day: number | null | undefined) =>
  typeof day === 'number' ? new Date(START + day * DAY).toISOString().slice(0, 10) : '';

function statusOf({ days: [, qualified, won], lost }: StageRow): string {
  if (typeof won === 'number') return 'Customer';
  if (lost !== undefined) return 'Disqualified';
  return typeof qualified === 'number' ? 'Marketing Qualified Lead' : 'Lead';
}

/** These leads with a date per stage and of loss, as contacts of HubSpot have them. */
export function openByChanceCsv({
  hasLosses = true,
  ...world
}: World & { hasLosses?: boolean } = {}): string {
  const rows = openByChanceRows(world).map((row, id) => {
    const { days, lost, amount = '' } = row;
    const ends = dayAt(hasLosses ? lost : null);
    const source = id % 2 === 0 ? 'Ads' : 'Fair';
    return [source, statusOf(row), ...days.map(dayAt), ends, amount, 7000 + id, clickIdOf(id)].join();
  });
  return [HEADERS, ...rows].join('\n');
}
