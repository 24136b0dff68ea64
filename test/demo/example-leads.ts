import { DAY, MINUTE } from '#contract/limits.ts';

export const LEAD_COLUMNS = ['Lead ID', 'Created', 'Lead Status', 'State', 'Device', 'gclid', 'Email'];

export const ATTRIBUTES = ['State', 'Device'];

/** Leads of a state and a device, and how many of them are qualified. */
export type LeadCell = readonly [state: string, device: string, leads: number, qualified: number];

/** The leads that came first: those from California convert better, those from Texas worse. */
export const EARLIER: readonly LeadCell[] = [
  ['California', 'Mobile', 150, 60],
  ['California', 'Desktop', 150, 90],
  ['Texas', 'Mobile', 200, 20],
  ['Texas', 'Desktop', 200, 50],
];

/** The leads that came last: California converts as all do, so that its rule no longer holds. */
export const LATEST: readonly LeadCell[] = [
  ['California', 'Mobile', 150, 36],
  ['California', 'Desktop', 150, 57],
  ['Texas', 'Mobile', 200, 42],
  ['Texas', 'Desktop', 200, 74],
];

/** The 28 days before the last 14. */
export const EARLIER_DAYS = { from: 42, to: 14 };
export const LATEST_DAYS = { from: 14, to: 0 };

/**
 * The rows of a file, without its header: the leads of the cells, spread evenly over these days before now, the newest last. No two have
 * the same ID, click or address.
 */
export function leadRows(
  cells: readonly LeadCell[],
  days: { from: number; to: number },
  now: number,
): string[][] {
  const leads = cells.flatMap(([state, device, count, qualified]) =>
    Array.from({ length: count }, (_, at) => ({
      state,
      device,
      status: at < qualified ? 'Qualified' : 'Lost',
      // The same share of each cell, and of its qualified leads, comes on each day.
      place: at < qualified ? (at + 0.5) / qualified : (at - qualified + 0.5) / (count - qualified),
    })),
  );
  return leads
    .toSorted((a, b) => a.place - b.place)
    .map(({ state, device, status, place }, at) => {
      const id = `${days.from}-${String(at + 1).padStart(4, '0')}`;
      const came = now - days.from * DAY + place * (days.from - days.to) * DAY - MINUTE;
      const created = new Date(came).toISOString().slice(0, 19).replace('T', ' ');
      return [`L-${id}`, created, status, state, device, `example-click-${id}`, `lead-${id}@example.com`];
    });
}

export const toCsv = (rows: readonly string[][]): string =>
  [LEAD_COLUMNS, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
