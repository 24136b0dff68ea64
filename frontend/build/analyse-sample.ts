import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { worthOfSegment } from '#frontend/analysis/decision/segment-worth.ts';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { wilsonInterval } from '#frontend/analysis/stats/intervals.ts';
import { sampleCsv } from '#frontend/features/open-file/sample-csv.ts';
import { createFormats } from '#frontend/lib/format.ts';

// A page that is rendered before anybody asks for it is in American English.
const { formatCount, formatRate, formatWholeMoney } = createFormats('en-US');

/** The columns that 'Try sample data' takes. */
const STATUS = 'Lead Status';
const CONVERTED = 'Qualified';
const SHOWN = 'Source';
const ATTRIBUTES = [SHOWN, 'Device', 'Company Size'];

/** A segment of the sample in the words of the results. */
export interface SampleRow {
  counted: string;
  rate: string;
  interval: string;
  worth: string;
}

/** The figures of the sample data that the page 'How to Read Your Results' names. */
export interface SampleResults {
  leads: string;
  conversions: string;
  rate: string;
  /** By source. */
  sources: Readonly<Record<string, SampleRow>>;
}

/** Analyses the sample data as the results do. */
export function analyseSample(): SampleResults {
  const [headers = [], ...rows] = sampleCsv()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const codeColumn = (header: string) => {
    const at = headers.indexOf(header);
    const cells = rows.map((row) => row[at] || '(Blank)');
    const categories = [...new Set(cells)];
    const codes = new Map(categories.map((category, code) => [category, code]));
    return { codes: Uint32Array.from(cells, (cell) => codes.get(cell) ?? 0), categories };
  };
  const tally = tallyLeads(
    ATTRIBUTES.map((name) => ({ name, column: codeColumn(name) })),
    flagConverted(codeColumn(STATUS), new Set([CONVERTED])),
  );
  const analysis = analyse(tally, DEFAULT_SETTINGS);
  return {
    leads: formatCount(analysis.totalLeads),
    conversions: formatCount(analysis.totalConversions),
    rate: formatRate(analysis.baselineRate),
    sources: Object.fromEntries(
      analysis.segments
        .filter(({ fieldName }) => fieldName === SHOWN)
        .map((segment) => [segment.value, describe(segment, analysis)]),
    ),
  };
}

function describe(segment: JudgedSegment, analysis: Analysis): SampleRow {
  const { leads, conversions, conversionRate } = segment;
  const { low, high } = wilsonInterval(conversions, leads);
  return {
    counted: `${formatCount(conversions)} of ${formatCount(leads)}`,
    rate: formatRate(conversionRate),
    interval: `${formatRate(low)} to ${formatRate(high)}`,
    worth: formatWholeMoney(worthOfSegment(segment, analysis) ?? 0),
  };
}
