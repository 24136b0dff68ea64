import type { Configuration } from '#contract/configuration.ts';
import type { Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { SavedSettings } from '#frontend/choices/kept-of-saved.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';

/** A file, the choices that it is counted by, and the digest of its figures, which the browser's thread and the Worker have both. */
export interface SameFile {
  name: string;
  csv: () => string;
  configuration: Configuration;
  digest: string;
}

/** The year in which the files are read. */
export const SAME_YEAR = 2026;

/** An export in another way of writing: semicolons, quotes over several lines, amounts like '1.234,50', days first, a line of totals. */
function dealsCsv(): string {
  const random = createRandom(7);
  const rows = Array.from({ length: 3000 }, (_, at) => {
    const [source, place] = [Math.floor(13 * random()), Math.floor(8 * random())];
    const isWon = random() < 0.1 * (source < 4 ? 3 : 1) * (place < 3 ? 2 : 1);
    const status = isWon ? 'Gewonnen' : at % 11 === 0 ? '' : 'Verloren';
    const amount = isWon ? `${1 + (at % 9)}.${100 + ((at * 37) % 900)},${10 + (at % 90)}` : '';
    const created = `${String(1 + (at % 28)).padStart(2, '0')}.0${1 + (at % 9)}.2025`;
    return `"${status}";Quelle ${source};"Ort ""${place}""\nmit Zeile";${amount};${created};${at % 60}`;
  });
  return `\ufeff${['Status;Quelle;Ort;Betrag;Angelegt;Alter', ...rows].join('\r\n')}\r\n`;
}

const base = { notQualifiedValues: [], valueMappings: {}, binningConfig: {} };

export const SAME_FILES: readonly SameFile[] = [
  {
    name: 'the sample, with names, ranges, statuses that are left out, and leads that are too young',
    csv: sampleCsv,
    configuration: {
      ...base,
      statusColumn: 'Lead Status',
      attributeColumns: ['Source', 'Device', 'Pages Viewed'],
      qualifiedValues: ['Qualified'],
      valueMappings: { Source: { 'google ads': 'Google Ads' } },
      binningConfig: {
        'Pages Viewed': {
          type: 'numeric',
          bins: [
            { min: 1, max: 4, label: 'Few' },
            { min: 5, max: null, label: 'Many' },
          ],
        },
      },
      leftOutStatuses: ['New'],
      dateFilter: { column: 'Created', format: 'iso', from: null, to: null, youngerThanDays: 14 },
    },
    digest: '4967813283302b2111566df7e32ecdd1222079361814026db2fcf8d16f5954f2',
  },
  {
    name: 'an export with amounts, with months as values',
    csv: dealsCsv,
    configuration: {
      ...base,
      statusColumn: 'Status',
      attributeColumns: ['Quelle', 'Ort', 'Angelegt'],
      qualifiedValues: ['Gewonnen'],
      worth: { kind: 'column', column: 'Betrag', numberFormat: 'decimal-comma' },
      basis: 'value',
      currency: 'EUR',
      dateNames: { Angelegt: { preset: 'month', format: 'day-first' } },
    },
    digest: 'f53f8cb92f56a0470dd922dac435c0ab5ce77d460f293f6683cbf7e2be565422',
  },
];

/** A saved analysis of such a file. */
export const savedAs = ({ name, configuration }: SameFile): SavedSettings => ({
  name,
  settings: { conversionValue: 100, thresholdPercent: 10 },
  configuration,
  figures: { metrics: [] },
});

/**
 * Computed with `exp` and `log`, whose last bit is the engine's own: Node, Chrome and Firefox differ there among themselves.
 */
const BY_THE_ENGINE =
  /^(pValues?|qValues|discoveryPValues|interval.*|candidates|discoveries|testChiSquares)$/;

/** SHA-256 of all other figures. JSON writes a number so that reading it gives the same bits. */
export async function digestOf(measurement: Measurement): Promise<string> {
  const json = JSON.stringify(measurement, (name, value: unknown) => {
    if (BY_THE_ENGINE.test(name)) return undefined;
    return ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value; // every array here has numbers
  });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sortKeys(json)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same JSON with the members of each object in the order of their names. */
const sortKeys = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
