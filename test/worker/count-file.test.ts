import { expect, test, vi } from 'vitest';
import { MAX_COUNTED_VALUES } from '#contract/limits.ts';
import type { Metric } from '#contract/metrics.ts';
import type { VersionFigures } from '#contract/sources.ts';
import { judge, measure, type Measurement } from '#frontend/analysis/judge/analyse.ts';
import { EQUAL_WEIGHTS } from '#frontend/analysis/measure/spreads.ts';
import { CompiledReader } from '#frontend/csv/compiled-reader.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { restoreMeasurement } from '#frontend/features/saved/stored-measurement.ts';
import { packAnalysis } from '#frontend/features/saved/pack-analysis.ts';
import type { RulesToWatch } from '#frontend/counting/count-windows.ts';
import { countFile, NotCounted, OutOfMemory } from '#worker/runs/count-file.ts';
import { bytesOf } from '#worker/runs/count-saved.ts';
import type { CountedVersion } from '#worker/db/schema.ts';
import { packVersion, readListed } from '#worker/runs/pack-version.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { DEAL_FIELDS, dealsOf } from '#test/support/analysis-deals.ts';
import { context } from '#test/support/packed-analysis.ts';
import { SAME_FILES, SAME_YEAR, digestOf, savedAs, type SameFile } from '#test/support/same-figures.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { measureDeals } from '#test/support/valued-leads.ts';
import { toJson } from '#worker/db/json.ts';

// `test/unit/threads/same-figures.test.ts` expects these digests of the browser's thread.

test.each(SAME_FILES)('the Worker counts $name as the browser does, to the last bit', async (file) => {
  const bytes = new TextEncoder().encode(file.csv());
  const pieces = [bytes.subarray(0, 1000), bytes.subarray(1000, 70_001), bytes.subarray(70_001)];
  const { measurement } = await countFile({ pieces, saved: savedAs(file), year: SAME_YEAR });
  expect(await digestOf(measurement)).toBe(file.digest);
  expect(pieces).toEqual([]); // no second copy of the file stays in memory
});

/** The part of the stored metrics that is counted, by name. */
const countsOf = (metrics: readonly Metric[]) =>
  new Map(
    metrics.map(
      ({ fieldName, fieldValue, totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares }) => [
        `${fieldName}: ${fieldValue}`,
        [totalLeads, qualifiedLeads, conversionRate, amountSum, amountSquares],
      ],
    ),
  );

test('a version has the figures that the browser saves of the same measurement, to the last bit', () => {
  const deals = dealsOf(0).map((deal) => ({
    ...deal,
    converted: deal.converted || deal.values.join() === 'Referral,Desktop',
  }));
  const measurement = measureDeals(DEAL_FIELDS, deals);
  const settings = { conversionValue: 100, thresholdPercent: 10 };
  const { analysisData: own } = packAnalysis({
    analysis: judge(measurement, settings),
    byValue: measurement.byValue && judge(measurement.byValue, settings),
    context,
    notQualifiedValues: [],
  });
  const version = packVersion(measurement, settings.thresholdPercent);
  const counted = JSON.parse(version.figures) as VersionFigures['analysisData']; // as it was packed
  expect(own.metrics.length).toBe(6);
  expect(
    countsOf(own.metrics)
      .get('Source: Ads')
      ?.every((figure) => Number(figure) > 0),
  ).toBe(true);
  expect(countsOf(counted.metrics)).toEqual(countsOf(own.metrics));
  expect(countsOf(readListed(version.metrics).metrics)).toEqual(countsOf(own.metrics));
  expect([version.leads, version.converted]).toEqual([own.totalLeads, own.totalQualified]);
  expect([counted.totalLeads, counted.totalQualified, counted.overallRate]).toEqual([
    own.totalLeads,
    own.totalQualified,
    own.overallRate,
  ]);
  // The record has the pairs that are tested at its threshold, the version those of every threshold.
  expect(own.correlationTests?.length).toBeGreaterThan(0);
  expect(counted.correlationTests).toEqual(expect.arrayContaining(own.correlationTests ?? []));
});

const PLAIN = {
  statusColumn: 'Status',
  attributeColumns: ['Source'],
  qualifiedValues: ['Won'],
  notQualifiedValues: [],
  valueMappings: {},
  binningConfig: {},
} satisfies SameFile['configuration'];

test('a pair is significant where it hardly comes by chance and differs by more than the threshold', () => {
  const measurement = measureDeals(
    DEAL_FIELDS,
    dealsOf(0).map((deal, at) => ({
      ...deal,
      converted:
        deal.converted ||
        deal.values.join() === 'Referral,Desktop' ||
        (deal.values.join() === 'Ads,Mobile' && at % 9 === 0),
    })),
  );
  const judged = (threshold: number) => {
    const { figures } = packVersion(measurement, threshold);
    return (JSON.parse(figures) as VersionFigures['analysisData']).correlationTests ?? []; // as it was packed
  };
  const pairs = judged(0);
  expect(pairs.some(({ pValue }) => pValue < 0.05) && pairs.some(({ pValue }) => pValue >= 0.05)).toBe(true);
  expect(pairs.every(({ pValue, isSignificant }) => isSignificant === pValue < 0.05)).toBe(true);
  const clear = pairs.filter(({ isSignificant }) => isSignificant);
  for (const { difference } of clear) {
    const within = (threshold: number) =>
      judged(threshold).find((pair) => pair.difference === difference)?.isSignificant;
    expect([within(Math.abs(difference) - 0.1), within(Math.abs(difference) + 0.1)]).toEqual([true, false]);
  }
});

/** The version of a file whose values have this many leads each, of which the first one converts. */
async function versionOf(leads: readonly number[], more: Partial<SameFile['configuration']> = {}) {
  const rows = leads.flatMap((count, value) =>
    Array.from({ length: count }, (_, at) => `${value + at === 0 ? 'Won' : 'Lost'},v${value}`),
  );
  const file: SameFile = {
    name: 'many',
    digest: '',
    csv: () => ['Status,Source', ...rows, 'Open,v0', 'Open,v0'].join('\n'),
    configuration: { ...PLAIN, ...more },
  };
  const pieces = [new TextEncoder().encode(file.csv())];
  const { measurement } = await countFile({ pieces, saved: savedAs(file), year: SAME_YEAR });
  return { measurement, version: packVersion(measurement, 10) };
}

test('a list of versions has the 200 values with the most leads, in the order of all', async () => {
  const listed = ({ metrics }: Pick<CountedVersion, 'metrics'>) =>
    readListed(metrics).metrics.map(({ fieldValue }) => fieldValue);
  const all = ({ figures }: { figures: string }) =>
    (JSON.parse(figures) as VersionFigures['analysisData']).metrics.map(({ fieldValue }) => fieldValue);
  const leads = Array.from({ length: 202 }, (_, value) => (value === 77 || value === 150 ? 1 : 2));
  const { version } = await versionOf(leads);
  expect(all(version)).toHaveLength(202);
  expect(listed(version)).toEqual(all(version).filter((value) => value !== 'v77' && value !== 'v150'));
  const { version: whole } = await versionOf(leads.slice(0, 200));
  expect([listed(whole).length, listed(whole)]).toEqual([200, all(whole)]);
});

test('leads that a status leaves out are told where there are some', async () => {
  const leftOut = async (more: Partial<SameFile['configuration']>) => {
    const { figures } = (await versionOf([3, 3], more)).version;
    return (JSON.parse(figures) as VersionFigures['analysisData']).leftOutLeads;
  };
  expect(await leftOut({})).toBeUndefined();
  expect(await leftOut({ leftOutStatuses: ['Open'] })).toMatchObject({ byStatus: 2 });
});

test('a version has the leads per status that does not count as converted, and not those that are left out', async () => {
  const statuses = async (more: Partial<SameFile['configuration']>) => {
    const { figures } = (await versionOf([3, 3], more)).version;
    return (JSON.parse(figures) as VersionFigures['analysisData']).otherStatuses;
  };
  expect(await statuses({})).toEqual([
    { value: 'Lost', leads: 5 },
    { value: 'Open', leads: 2 },
  ]);
  expect(await statuses({ leftOutStatuses: ['Open'] })).toEqual([{ value: 'Lost', leads: 5 }]);
});

/** Counts a file of one attribute beside the status and a column of two values. */
async function countValues(
  cells: readonly string[],
  configuration: Partial<SameFile['configuration']> = {},
): Promise<number | undefined> {
  const rows = cells.map((cell, at) => `${at === 0 ? 'Won' : 'Lost'},${cell},${at % 2 ? 'Ads' : 'Web'}`);
  const { measurement } = await countFile({
    pieces: [new TextEncoder().encode(['Status,Lead,Source', ...rows].join('\n'))],
    saved: savedAs({
      name: 'many',
      digest: '',
      csv: () => '',
      configuration: { ...PLAIN, attributeColumns: ['Source', 'Lead'], ...configuration },
    }),
    year: SAME_YEAR,
  });
  return measurement.fields.find(({ name }) => name === 'Lead')?.values.length;
}

const cellsOf = (count: number, nameOf = (at: number) => `x${at}`) =>
  Array.from({ length: count }, (_, at) => nameOf(at));

test('an attribute may have so many different values, and one more is refused with its name and what to do', async () => {
  const most = cellsOf(MAX_COUNTED_VALUES);
  expect(await countValues([...most, ...most])).toBe(MAX_COUNTED_VALUES);
  expect(await countValues([...most.slice(1), ''])).toBe(MAX_COUNTED_VALUES);
  const refusal = new NotCounted(
    'Column Lead holds 5,001 different values, at most 5,000 are counted. Choose another column or group its values.',
  );
  await expect(countValues([...most, 'one'])).rejects.toThrow(refusal);
  await expect(countValues([...most, ''])).rejects.toThrow(refusal);
  // Also where the analysis groups others than those of the file.
  await expect(countValues([...most, 'one'], { valueMappings: { Lead: { gone: 'x1' } } })).rejects.toThrow(
    refusal,
  );
  // A column that is no attribute may have any number.
  expect(await countValues([...most, 'one'], { attributeColumns: ['Source'] })).toBeUndefined();
});

test('values are counted as the analysis groups them, and without those of leads that it leaves out', async () => {
  const more = cellsOf(MAX_COUNTED_VALUES + 1);
  expect(await countValues(more, { valueMappings: { Lead: { x1: 'x2' } } })).toBe(MAX_COUNTED_VALUES);
  const groups = Object.fromEntries(cellsOf(10_000).map((cell, at) => [cell, at % 2 ? 'odd' : 'even']));
  expect(await countValues(cellsOf(10_000), { valueMappings: { Lead: groups } })).toBe(2);

  // Ranges need a column of numbers, of which at most a fifth are texts.
  const numbers = cellsOf(25_000, (at) => `${at}`);
  const bins = [
    { min: 0, max: 4999, label: 'Low' },
    { min: 5000, max: 9000, label: 'High' },
  ];
  const binningConfig = { Lead: { type: 'numeric', bins } } as const;
  expect(await countValues(numbers, { binningConfig })).toBe(3); // with '(Out of range)'
  const most = [...numbers, ...cellsOf(MAX_COUNTED_VALUES - 3)];
  expect(await countValues(most, { binningConfig })).toBe(MAX_COUNTED_VALUES);
  await expect(countValues([...most, 'y'], { binningConfig })).rejects.toThrow(
    'holds 5,001 different values',
  );

  // Of all values but the first one, only lost leads have them.
  expect(await countValues(more, { leftOutStatuses: ['Lost'] })).toBe(1);
});

test('a version may have 512 KiB of figures, counted in bytes, and not one more', async () => {
  const { measurement } = await versionOf([3, 3]);
  const [first] = measurement.fields;
  const withName = (name: string) => {
    const fields = [{ ...first!, values: [name, 'v1'] }];
    return packVersion({ ...measurement, fields }, 10);
  };
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const rest = 512 * 1024 - bytes(withName('€').figures);
  const whole = withName(`€${'x'.repeat(rest)}`);
  expect(bytes(whole.figures)).toBe(512 * 1024);
  expect(readListed(whole.metrics)).toMatchObject({ spreads: [{ fieldName: 'Source' }] });
  const [{ q }] = readListed(whole.metrics).metrics as [Metric, Metric]; // two values
  expect(q).toBe(1);
  // One more, and q and spreads are left out, as in versions of earlier releases.
  const counts = withName(`€${'x'.repeat(rest + 1)}`);
  const saved = 512 * 1024 + 1 - bytes(counts.figures);
  expect(saved).toBeGreaterThan(0);
  expect(readListed(counts.metrics)).not.toHaveProperty('spreads');
  expect(readListed(counts.metrics).metrics.every(({ q }) => q === undefined)).toBe(true);
  expect(bytes(withName(`€${'x'.repeat(rest + saved)}`).figures)).toBe(512 * 1024);
  expect(() => withName(`€${'x'.repeat(rest + 1 + saved)}`)).toThrow(
    'The attributes have too many values for a version. Choose attributes with fewer values.',
  );
});

test('figures that fit a version without those to enter keep q and spreads', async () => {
  const { measurement } = await versionOf([3, 3]);
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const enters = (name: string) => [{ fieldName: name, fieldValue: 'v0', figures: [], pairRules: 1 }];
  const rest = 512 * 1024 - bytes(packVersion(measurement, 10, { toEnter: enters('€') }).figures);
  const read = (name: string) => {
    const { figures, metrics } = packVersion(measurement, 10, { toEnter: enters(name) });
    return { figures: JSON.parse(figures) as VersionFigures['analysisData'], ...readListed(metrics) };
  };
  const most = read(`€${'x'.repeat(rest)}`);
  expect(most.figures.toEnter).toHaveLength(1);
  const more = read(`€${'x'.repeat(rest + 1)}`);
  const { toEnter: _, ...others } = most.figures;
  expect(more).toEqual({ ...most, figures: others });
  expect(more.spreads).toHaveLength(1);
});

test('figures that fit a version without mixes keep all others', async () => {
  const { measurement } = await versionOf([3, 3]);
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const toEnter = [{ fieldName: 'Source', fieldValue: 'v0', figures: [], pairRules: 1 }];
  const mixes = (name: string) => [{ fieldName: name, others: [], cells: [], values: [] }];
  const pack = (name: string) => packVersion(measurement, 10, { toEnter, mixes: mixes(name) }).figures;
  const rest = 512 * 1024 - bytes(pack('€'));
  const most = pack(`€${'x'.repeat(rest)}`);
  expect(bytes(most)).toBe(512 * 1024);
  const { mixes: stored, ...others } = JSON.parse(most) as { mixes: unknown };
  expect(stored).toHaveLength(1);
  expect(others).toEqual(JSON.parse(packVersion(measurement, 10, { toEnter }).figures));
  expect(pack(`€${'x'.repeat(rest + 1)}`)).toBe(packVersion(measurement, 10, { toEnter }).figures);
  expect(packVersion(measurement, 10, { toEnter, mixes: [] }).figures).not.toContain('mixes');
});

test('figures that fit a version without stages keep those to enter', async () => {
  const { measurement } = await versionOf([3, 3]);
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const toEnter = [{ fieldName: 'Source', fieldValue: 'v0', figures: [], pairRules: 1 }];
  const stages = (name: string) => ({ ...STORED_STAGES, names: [name, 'Demo', 'Won'] });
  const mixes = [{ fieldName: 'Source', others: [], cells: [], values: [] }];
  const pack = (name: string) =>
    packVersion(measurement, 10, { toEnter, stages: stages(name), mixes }).figures;
  const without = JSON.parse(packVersion(measurement, 10, { toEnter }).figures) as object; // as it was packed
  const rest = 512 * 1024 - bytes(pack('€'));
  const kept = (figures: string) => JSON.parse(figures) as object;
  expect(kept(pack(`€${'x'.repeat(rest)}`))).toEqual({
    ...without,
    stages: stages(`€${'x'.repeat(rest)}`),
    mixes,
  });
  // One more, and the mixes go; then the stages.
  expect(kept(pack(`€${'x'.repeat(rest + 1)}`))).toEqual({
    ...without,
    stages: stages(`€${'x'.repeat(rest + 1)}`),
  });
  const withoutMixes =
    512 * 1024 - bytes(packVersion(measurement, 10, { toEnter, stages: stages('€') }).figures);
  expect(kept(pack(`€${'x'.repeat(withoutMixes)}`))).toHaveProperty('stages');
  expect(kept(pack(`€${'x'.repeat(withoutMixes + 1)}`))).toEqual(without);
});

test('a list of an earlier release is its metrics alone', () => {
  const metric = {
    fieldName: 'Source',
    fieldValue: 'Web',
    totalLeads: 3,
    qualifiedLeads: 1,
    conversionRate: 33,
  };
  expect(readListed(toJson([metric]))).toEqual({ metrics: [metric] });
});

test('q of a version counts the other columns of the file, and the same age of its leads', async () => {
  const rows = [
    ...Array.from({ length: 400 }, (_, at) => `${at < 20 ? 'Won' : 'Lost'},New,2026-06-27,${at % 20}`),
    ...Array.from({ length: 200 }, (_, at) => `${at < 10 ? 'Won' : 'Lost'},Old,2026-06-27,${at % 20}`),
    ...Array.from({ length: 1000 }, (_, at) => `${at < 300 ? 'Won' : 'Lost'},Old,2026-03-01,${at % 20}`),
  ];
  const judgedUnder = async (header: string) => {
    const csv = [`Status,Source,${header},Noise`, ...rows].join('\n');
    const saved = savedAs({ name: 'aged', digest: '', csv: () => csv, configuration: PLAIN });
    const pieces = [new TextEncoder().encode(csv)];
    const { measurement: alone, others } = await countFile({ pieces, saved, year: SAME_YEAR });
    const measurement = widenDiscoveries(alone, others);
    const { metrics } = readListed(packVersion(measurement, 10).metrics);
    return {
      all: measurement.discoveries.all?.tested,
      q: metrics.find(({ fieldValue }) => fieldValue === 'New')?.q,
    };
  };
  const aged = await judgedUnder('Created');
  expect(aged.all).toBeGreaterThan(2);
  expect(aged.q).toBeGreaterThan(0.5);
  const other = await judgedUnder('Next Step On');
  expect(other.q).toBeLessThan(1e-6);
});

test('a version takes the bytes of its figures, of its list and of its latest leads', () => {
  const texts = { figures: 'é', metrics: 'ab' };
  expect(bytesOf({ ...texts, latest: '€' } as CountedVersion)).toBe(7);
  expect(bytesOf({ ...texts, latest: null } as CountedVersion)).toBe(4);
});

/** Counts a file of two leads by these choices. */
const countPlain = (configuration: Partial<SameFile['configuration']> | null) => {
  const file: SameFile = {
    name: 'plain',
    digest: '',
    csv: () => 'Status,Source,Created\nWon,Google,2026-01-02\nLost,Bing,2026-01-03',
    configuration: { ...PLAIN, ...configuration },
  };
  const saved = { ...savedAs(file), ...(configuration === null && { configuration }) };
  return countFile({ pieces: [new TextEncoder().encode(file.csv())], saved, year: SAME_YEAR });
};

test('a file is counted where there is memory for it, by choices that can be read', async () => {
  expect((await countPlain({})).measurement.totalLeads).toBe(2);
  const missing = countPlain(null);
  await expect(missing).rejects.toThrow('The choices of the analysis cannot be read. Save it again.');
  await expect(missing).rejects.toBeInstanceOf(NotCounted);
  const memory = vi.spyOn(CompiledReader, 'create').mockReturnValue(null);
  await expect(countPlain({})).rejects.toBeInstanceOf(OutOfMemory);
  memory.mockRestore();
});

/** The sources of a delivery with a repeated header, whose first source has a byte above 127. */
async function sourcesRead(
  reading: SameFile['configuration']['reading'],
  { mark = '', encoding = undefined as 'utf-8' | undefined } = {},
) {
  const text = `${mark}Status,Source\nWon,Caf#\nLost,Bing\nStatus,Source\nLost,Bing\n`;
  const bytes = mark
    ? new TextEncoder().encode(text.replace('#', 'é'))
    : Uint8Array.from(text, (character) => (character === '#' ? 0xe9 : character.charCodeAt(0)));
  const saved = savedAs({ name: 'read', digest: '', csv: () => text, configuration: { ...PLAIN, reading } });
  const { measurement } = await countFile({ pieces: [bytes], saved, encoding, year: SAME_YEAR });
  return measurement.fields[0]?.values;
}

test('a delivery is read as was chosen for its analysis, not as it would be guessed', async () => {
  expect(await sourcesRead(undefined)).toEqual(['Bing', 'Café']);
  expect(await sourcesRead({ encoding: 'windows-1251' })).toEqual(['Bing', 'Cafй']);
  expect(await sourcesRead({ keepOtherLines: true })).toEqual(['Bing', 'Café', 'Source']);
});

test('a byte order mark wins over the stored encoding, and so do sheets that this site has written', async () => {
  expect(await sourcesRead({ encoding: 'windows-1251' }, { mark: '\ufeff' })).toEqual(['Bing', 'Café']);
  const written = await sourcesRead(
    { encoding: 'windows-1251', keepOtherLines: true },
    { encoding: 'utf-8' },
  );
  expect(written).toEqual(['Bing', 'Caf\ufffd', 'Source']);
});

test('a column that the analysis groups by its dates must have dates', async () => {
  const byMonth = (column: string) =>
    countPlain({
      attributeColumns: [column],
      dateNames: { [column]: { preset: 'month', format: 'iso' } },
    });
  expect((await byMonth('Created')).measurement.totalLeads).toBe(2);
  await expect(byMonth('Source')).rejects.toThrow(
    'The column Source has no dates, which the analysis groups by.',
  );
});

const DAY = 24 * 60 * 60 * 1000;
const TODAY = Date.UTC(2026, 2, 30) / DAY;

/** The latest leads of a file with a lead on each of some days, by a rule of all and one of every second. */
async function countLatest(
  days: readonly number[],
  { youngerThanDays = null as number | null, watched = {} as Partial<RulesToWatch> | null } = {},
) {
  const rows = days.map((day, at) =>
    [
      at % 2 ? 'Lost' : 'Won',
      at % 2 ? 'Even' : 'Odd',
      new Date((TODAY + day) * DAY).toISOString().slice(0, 10),
    ].join(),
  );
  const file: SameFile = {
    name: 'dated',
    digest: '',
    csv: () => ['Status,Source,Created', ...rows].join('\n'),
    configuration: {
      statusColumn: 'Status',
      attributeColumns: ['Source'],
      qualifiedValues: ['Won'],
      notQualifiedValues: [],
      valueMappings: { Source: { Odd: 'Uneven' } },
      binningConfig: {},
      dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays },
    },
  };
  const { latest } = await countFile({
    pieces: [new TextEncoder().encode(file.csv())],
    saved: savedAs(file),
    year: SAME_YEAR,
    watch: {
      today: TODAY,
      judged: watched && {
        name: 'reference',
        reference: TODAY - 100,
        isMonthly: false,
        rules: [
          { field: 'Source', value: 'Uneven', leads: 100 },
          { field: 'Source', value: 'Nobody', leads: 100 },
          { field: 'Nothing', value: 'Uneven', leads: 100 },
        ],
        totalLeads: 500,
        mixes: [],
        ...watched,
      },
    },
  });
  return {
    newest: latest?.newest === null || latest === null ? null : latest.newest - TODAY,
    windows: latest?.windows?.map(({ first, last, total, parts }) => ({
      days: [first - TODAY, last - TODAY],
      total,
      parts,
    })),
  };
}

const none = { leads: 0, conversions: 0 };

test('the windows hold the last 7 and the last 14 days, and not the day before', async () => {
  // Every second of the days 0, -6, -7, -13 and -14 is won.
  const { newest, windows } = await countLatest([0, -6, -7, -13, -14]);
  expect(newest).toBe(0);
  expect(windows).toEqual([
    { days: [-6, 0], total: { leads: 2, conversions: 1 }, parts: [{ leads: 1, conversions: 1 }, none, none] },
    {
      days: [-13, 0],
      total: { leads: 4, conversions: 2 },
      parts: [{ leads: 2, conversions: 2 }, none, none],
    },
  ]);
});

test('the windows begin after the newest day of the reference, and end before young leads', async () => {
  const { windows } = await countLatest([0, -2, -3, -5, -5, -6], {
    youngerThanDays: 3,
    watched: { reference: TODAY - 6 },
  });
  // 0 and -2 are younger than 3 days, and -6 is of the reference.
  expect(windows?.map(({ days, total }) => [days, total.leads])).toEqual([
    [[-5, -3], 3],
    [[-5, -3], 3],
  ]);
  const monthly = await countLatest([0, -29, -30, -58, -59], { watched: { isMonthly: true } });
  expect(monthly.windows?.map(({ days, total }) => [days, total.leads])).toEqual([
    [[-29, 0], 2], // 1 to 30 March
    [[-58, 0], 4], // from 31 January on
  ]);
});

test('a lead dated after tomorrow is no newest one, and without rules to watch nothing but the newest is found', async () => {
  expect((await countLatest([1, 0, -3])).newest).toBe(1);
  expect((await countLatest([2, 0, -3])).newest).toBe(0);
  expect(await countLatest([-1, -2, -3], { watched: null })).toEqual({ newest: -1, windows: undefined });
});

test('a version keeps the reason of a label that only the age of the leads keeps from Use', () => {
  const cells = ['a', 'b', 'c', 'd'].map((value, at): Cell => [[value], 500, at < 2 ? 50 : 150]);
  const aged = widenDiscoveries(measure(tallyOfCells(['Source'], cells)), {
    conversions: new Float64Array(),
    value: null,
    priors: { conversions: EQUAL_WEIGHTS, value: null },
    sameAge: Float64Array.of(0.5, 60, 0.5, 60),
  });
  const settings = { conversionValue: 100, thresholdPercent: 10 };
  const version = packVersion(aged, settings.thresholdPercent);
  const figures = JSON.parse(version.figures) as VersionFigures['analysisData']; // as it was packed
  expect(figures.metrics.map(({ sameAge }) => sameAge?.statistic)).toEqual([0.5, undefined, 0.5, undefined]);
  const judged = (of: Measurement) =>
    judge(of, settings)
      .segments.map(({ value, label, limit, q, sameAgeStatistic }) => [
        value,
        label,
        limit,
        q,
        limit === null ? null : sameAgeStatistic,
      ])
      .toSorted();
  const restored = restoreMeasurement({ ...figures, correlationTests: [] }, ['Source']);
  expect(judged(restored)).toEqual(judged(aged));
  expect(judged(restored).map(([value, label, limit]) => [value, label, limit])).toEqual([
    ['a', 'Test', 'younger'],
    ['b', 'Use', null],
    ['c', 'Test', 'older'],
    ['d', 'Use', null],
  ]);
  // Figures of earlier releases have q alone: Test, without the reason.
  const metrics = figures.metrics.map(({ sameAge: _sameAge, ...metric }) => metric);
  const earlier = restoreMeasurement({ ...figures, metrics, correlationTests: [] }, ['Source']);
  expect(judged(earlier).map(([, label, limit]) => [label, limit])).toEqual([
    ['Test', null],
    ['Use', null],
    ['Test', null],
    ['Use', null],
  ]);
});
