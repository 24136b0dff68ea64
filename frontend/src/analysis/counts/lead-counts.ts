/** Leads and how many of them converted, in a part of the dataset or in all of it. */
export interface Counts {
  leads: number;
  conversions: number;
}

export const NO_LEADS: Counts = { leads: 0, conversions: 0 };

/** The counts of two groups together, which share no lead. */
export function addCounts(a: Counts, b: Counts): Counts {
  return { leads: a.leads + b.leads, conversions: a.conversions + b.conversions };
}
