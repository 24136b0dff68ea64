import { DAY } from '#contract/limits.ts';

const START = Date.UTC(2025, 9, 16);
const dayAt = (day: number | null) =>
  day === null ? '' : new Date(START + day * DAY).toISOString().slice(0, 10);

const HEADERS =
  'Source,Lifecycle Stage,Create Date,Became a Marketing Qualified Lead Date,Became a Customer Date,Lost Date,Amount,Record ID,gclid';

interface Lead {
  came: number;
  qualified?: number;
  won?: number;
  lost?: number;
  amount?: number;
}

const times = (count: number, lead: Lead): Lead[] => Array.from({ length: count }, () => lead);

const newLead = (lead: Lead, isWon: boolean): Lead => (isWon ? { ...lead, won: 385, amount: 1000 } : lead);

/**
 * 660 leads up to day 400, of which the chances are known: of leads that were not qualified 1 of 10 was won, of qualified ones half, at
 * $1,000, all within 20 days. 40 leads of day 400 are open and not qualified, 20 of day 395 are open and qualified; the first of these has
 * an amount of $300. 160 open leads of day 375 are too old to be won. So 14 wins are expected, which are $13,650.
 */
const CHANCES: readonly Lead[] = [
  ...times(30, { came: 0, won: 20, amount: 1000 }),
  ...times(270, { came: 0, lost: 50 }),
  ...times(50, { came: 0, qualified: 0, won: 20, amount: 1000 }),
  ...times(50, { came: 0, qualified: 0, lost: 50 }),
  ...Array.from({ length: 150 }, (_, at) => newLead({ came: 375 }, at % 10 === 0)),
  ...Array.from({ length: 50 }, (_, at) => newLead({ came: 375, qualified: 375 }, at % 2 === 0)),
  ...times(40, { came: 400 }),
  { came: 395, qualified: 395, amount: 300 },
  ...times(19, { came: 395, qualified: 395 }),
];

/** The click id of the lead in a row. */
export const clickIdOf = (row: number) => `EAIaIQobChMI-${String(row).padStart(6, '0')}`;

/** The first row of the leads of day 400, and of those of day 395. */
export const YOUNG_ROW = 600;
export const QUALIFIED_ROW = 640;

/** Leads with a date per stage and of loss, as contacts of HubSpot have them, whose open leads may count by their chance. */
export function openByChanceCsv({ hasLosses = true, wonOfNew = 1 } = {}): string {
  const rows = CHANCES.map(({ came, qualified, won, lost, amount }, id) => {
    // In another world fewer of the new leads were won, so that the check of the chances is not passed.
    const isWon = won !== undefined && (came === 0 || id % 10 < 10 * wonOfNew);
    const status = isWon ? 'Customer' : lost !== undefined ? 'Disqualified' : qualified === undefined ? 'Lead' : 'Marketing Qualified Lead'; // oxfmt-ignore
    return [
      id % 2 === 0 ? 'Ads' : 'Fair',
      status,
      dayAt(came),
      dayAt(qualified ?? null),
      dayAt(isWon ? won : null),
      dayAt(hasLosses ? (lost ?? null) : null),
      isWon || won === undefined ? (amount ?? '') : '',
      7000 + id,
      clickIdOf(id),
    ].join();
  });
  return [HEADERS, ...rows].join('\n');
}
