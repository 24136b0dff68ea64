import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { judge, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { connectThread } from '#frontend/thread/client.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { portPair } from '#test/support/port-pair.ts';

/*
 * Files that people have reported of tools like this one, in a folder beside the project, with the right figures. Each kind has
 * a small file of our own in the tests of the room that reads it.
 */

const folder = new URL('../../../../shared/data/reports/', import.meta.url);
const hasReports = existsSync(folder);

interface Expected {
  status: string;
  attrs: readonly string[];
  won: readonly string[];
  leads: number;
  seg: Readonly<Record<string, Readonly<Record<string, readonly [leads: number, conversions: number]>>>>;
}

const expected = hasReports
  ? (JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, Expected>)
  : {};

/** The files whose kind is read right. */
const READ_RIGHT = [
  'leads.tsv',
  'leads.txt',
  'phones-rounded.csv',
  'short-shift-jis.csv',
  'tiny-shift-jis.csv',
  'windows-1251.csv',
  'utf-32.csv',
  'utf-16be-no-bom.csv',
  'mac-roman.csv',
  'one-cut-character.csv',
  'months-put-together.csv',
  'survey-three-headers.csv',
  'two-tables.csv',
  'units-under-header.csv',
  'mixed-yes-no.csv',
  'statuses-portuguese.csv',
  'statuses-portuguese-2.csv',
  'statuses-portuguese-3.csv',
];

async function open(name: string) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const file = new File([readFileSync(new URL(name, folder))], name);
  const hooks = { onProgress: () => {}, signal: new AbortController().signal };
  const opened = await thread.ask('open', { file, options: {} }, hooks);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, opened: opened.value };
}

const NO_DATES = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };

describe.skipIf(!hasReports)('reported files, beside the project', () => {
  test.each(READ_RIGHT)('%s has the right leads and conversions', async (name) => {
    const { status, attrs, won, leads, seg } = expected[name]!; // a file of the folder
    const { thread, opened } = await open(name);
    expect(opened.rowCount).toBe(leads);
    const plan: Plan = {
      statusColumn: opened.headers.indexOf(status),
      qualified: new Set(won),
      attributes: attrs.map((field) => ({
        column: opened.headers.indexOf(field),
        field,
        ranges: null,
        mapping: new Map<string, string>(),
      })),
      worth: null,
      leads: { leftOutStatuses: new Set(), ...NO_DATES },
    };
    const measurement = pickMeasurement(await thread.ask('measure', plan), 'conversions');
    const { segments } = judge(measurement, { conversionValue: 100, thresholdPercent: 5 });
    const counted = segments.map(({ field, value, leads: count, conversions }) => [
      `${attrs[field]}: ${value}`,
      [count, conversions],
    ]);
    const right = Object.entries(seg).flatMap(([field, values]) =>
      Object.entries(values).map(([value, counts]) => [`${field}: ${value}`, counts]),
    );
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(right));
  });

  test('rounded phone numbers are said, and make no duplicates', async () => {
    const { thread } = await open('phones-rounded.csv');
    const { duplicates, columns } = await thread.ask('checkFile', undefined);
    expect(duplicates).toBeNull();
    expect(columns).toContainEqual(expect.objectContaining({ fault: 'rounded', leads: 900 }));
  });

  test('rows of three ordinary columns that are alike by chance are no duplicates', async () => {
    const { thread } = await open('estimates-with-asterisk.csv');
    expect((await thread.ask('checkFile', undefined)).duplicates).toBeNull();
  });
});
