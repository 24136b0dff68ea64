/** A lead of an export. Each of its dates can be read with the day or the month first. */
export interface ExportedLead {
  Status: 'Won' | 'Lost' | 'Open';
  Source: string;
  Created: string;
  Deal: string;
}

const SOURCES = ['Search', 'Referral', 'Display', 'Search', 'Partner'];
const twoDigits = (part: number) => String(part).padStart(2, '0');

/** 2,600 leads, more than any part that is handled at once. The worth and the rate of a lead depend on its source. */
export const EXPORTED_LEADS: readonly ExportedLead[] = Array.from({ length: 2600 }, (_, lead) => {
  const source = SOURCES[lead % SOURCES.length] ?? '';
  const isWon = (lead * 7) % 10 < 2 + (lead % SOURCES.length);
  return {
    Status: isWon ? 'Won' : lead % 9 === 0 ? 'Open' : 'Lost',
    Source: source,
    Created: `${twoDigits(1 + (lead % 12))}/${twoDigits(1 + (Math.floor(lead / 12) % 12))}/2026`,
    Deal: isWon ? String(50 + 10 * source.length + (lead % 40)) : '',
  };
});

/** The leads as a CSV file. */
export function exportOf(
  headers: readonly (keyof ExportedLead)[],
  names: readonly string[] = headers,
): string {
  const rows = EXPORTED_LEADS.map((lead) => headers.map((header) => lead[header]));
  return [names, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}
