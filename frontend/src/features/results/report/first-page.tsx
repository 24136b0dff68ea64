import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/analysis/analysis-context.ts';
import { describeRange } from '#frontend/analysis/binning.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatMoney, formatNumber, formatPercent, formatRate } from '#frontend/lib/format.ts';
import { PrintedLiftChart } from '../lift-chart.tsx';
import type { Columns } from '../columns.tsx';
import { SEGMENT_CHART } from '../segments/segment-chart.tsx';
import { Summary } from '../summary.tsx';
import { ruleColumns } from '../value-rules/rule-columns.tsx';
import { groupRules } from '../value-rules/value-rules-tab.tsx';
import { PaperHead, ReportTable } from '../table-section.tsx';

// With these limits everything fits on one page of A4 or Letter.
export const FIRST_PAGE_SEGMENTS = 8;
const MOST_RULES = 6;
const MOST_VALUES = 8;
const MOST_RANGES = 8;

interface FirstPageProps {
  analysis: Analysis;
  context: AnalysisContext;
  date: Date;
}

/** The page for readers of one page: the findings, their chart, the rules to use, the settings. */
export function FirstPage({ analysis, context, date }: FirstPageProps) {
  const segments = analysis.segments.length;
  return (
    <div className="ui-report-first">
      <PaperHead date={date} title={`Lead value report: ${context.fileName}`} />
      <Summary analysis={analysis} />
      <h2>
        {analysis.value ? 'Adjusted value lift' : 'Adjusted lift'}
        {segments > FIRST_PAGE_SEGMENTS &&
          `: top ${formatCount(FIRST_PAGE_SEGMENTS)} of ${formatCount(segments)} segments`}
      </h2>
      <PrintedLiftChart kind={SEGMENT_CHART} source={analysis} rows={FIRST_PAGE_SEGMENTS} />
      <div className="grid grid-cols-2 gap-x-8">
        <section>
          <RulesToUse analysis={analysis} />
        </section>
        <section>
          <h2>Data and settings</h2>
          <NamedTexts isBrief texts={listSettings(analysis, context)} />
        </section>
      </div>
      <NamedTexts isBrief texts={listRanges(context)} />
    </div>
  );
}

const RULE_COLUMNS: readonly string[] = ['label', 'field', 'value', 'suggested', 'leads'];

/** The rules to use, then those to test; of many those furthest from 1, in the order of their table. */
function RulesToUse({ analysis }: { analysis: Analysis }) {
  const { outside: useful } = groupRules(analysis.valueRules);
  const isTest = ({ segment }: ValueRule) => Number(segment.label === 'Test');
  const distance = ({ suggested }: ValueRule) => Math.abs(Math.log(suggested));
  const furthest = new Set(
    useful.toSorted((a, b) => isTest(a) - isTest(b) || distance(b) - distance(a)).slice(0, MOST_RULES),
  );
  const rest = useful.length - furthest.size;
  return (
    <>
      <ReportTable
        title="Rules to use"
        Heading="h2"
        columns={briefColumns(analysis)}
        items={useful.filter((rule) => furthest.has(rule))}
        empty="No rule is significant in these leads."
      />
      {rest > 0 && (
        <p className="mt-1 text-muted">and {formatCount(rest)} more under Practical Value Rules</p>
      )}
    </>
  );
}

function briefColumns(analysis: Analysis): Columns<ValueRule> {
  const columns = ruleColumns(analysis).filter(({ key }) => RULE_COLUMNS.includes(key));
  return columns.map(({ report, ...column }) => ({
    ...column,
    report:
      report &&
      ((rule) => (column.isNumeric ? report(rule) : <span className="line-clamp-2">{report(rule)}</span>)),
  }));
}

export type NamedText = [name: string, text: string];

function listSettings(analysis: Analysis, { statusColumn, qualifiedValues }: AnalysisContext): NamedText[] {
  const { settings } = analysis;
  return [
    ['Leads', formatCount(analysis.totalLeads)],
    [
      'Conversions',
      `${formatCount(analysis.totalConversions)}, baseline rate ${formatRate(analysis.baselineRate)}`,
    ],
    ['Lead status column', statusColumn],
    ['Counts as converted', joinFirst(qualifiedValues, MOST_VALUES)],
    ['Attributes', analysis.fields.map(({ name }) => name).join(', ')],
    ...describeWorth(analysis),
    ['Significance threshold', `±${formatPercent(settings.thresholdPercent)}`],
    [
      analysis.value ? 'Value per lead overall' : 'Baseline lead value',
      formatMoney(analysis.baselineLeadValue, settings.currency),
    ],
    ...describeBalanced(analysis),
  ];
}

/** The conversion value; by value the basis with the total in its place. */
function describeWorth({ value, settings }: Analysis): NamedText[] {
  const money = (amount: number) => formatMoney(amount, settings.currency);
  return value
    ? [['Results', `by value; all leads are worth ${money(value.total)}`]]
    : [['Conversion value', money(settings.conversionValue)]];
}

function describeBalanced({ baselineLeadValue, estimates, settings }: Analysis): NamedText[] {
  if (!estimates) return [];
  const { scale, converged } = estimates.tally.balanced;
  const doubt = converged ? '' : '. It did not converge, so take its figures with caution';
  return [
    [
      'Balanced lead value',
      `baseline lead value ${formatMoney(baselineLeadValue, settings.currency)} × ${formatNumber(scale)} × the balanced multipliers${doubt}`,
    ],
  ];
}

/** The bounds that labels such as 'Q4 (High)' on this page stand for. */
function listRanges({ attributes }: AnalysisContext): NamedText[] {
  return attributes.flatMap(({ field, ranges }): NamedText[] =>
    ranges ? [[`Ranges of ${field}`, joinFirst(ranges.map(describeRange), MOST_RANGES)]] : [],
  );
}

function joinFirst(texts: readonly string[], most: number): string {
  const rest = texts.length - most;
  return `${texts.slice(0, most).join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}

/** Texts with their names; brief ones are cut after two lines. */
export function NamedTexts({ texts, isBrief = false }: { texts: readonly NamedText[]; isBrief?: boolean }) {
  return (
    <dl className={isBrief ? 'text-12' : undefined}>
      {texts.map(([name, text]) => (
        <div
          key={name}
          className={cx(
            'grid gap-x-2 border-b border-hairline py-1',
            isBrief ? 'grid-cols-[9rem_minmax(0,1fr)]' : 'grid-cols-[11rem_minmax(0,1fr)]',
          )}
        >
          <dt className="line-clamp-2 wrap-anywhere text-muted">{name}</dt>
          <dd className={cx('wrap-anywhere', isBrief && 'line-clamp-2')}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
