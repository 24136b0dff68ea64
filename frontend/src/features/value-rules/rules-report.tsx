import { worthOfSegment } from '#frontend/analysis/decision/segment-worth.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { formatCount, formatMoney, formatPercent, formatRate } from '#frontend/lib/format.ts';
import type { Column, Columns } from '#frontend/features/results/columns.tsx';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { CUT_INTO_BAND, groupRules, headUnclear, describeNoSupported } from './group-rules.ts';
import { findOutlooks, RuleOutlook } from './outlook.tsx';
import { ruleColumns } from './rule-columns.tsx';

/** The section of value rules in the report. */
export function RulesSection() {
  const { analysis } = useResults();
  const { valueRules, settings } = analysis;
  const columns = paperColumns(analysis);
  const groups = groupRules(valueRules);
  const { outside, inside, unclear } = groups;
  return (
    <section>
      <ReportTable
        title="Practical Value Rules"
        Heading="h2"
        columns={columns}
        items={outside}
        empty={
          valueRules.length > 0
            ? describeNoSupported(groups, settings.thresholdPercent)
            : `No segments exceed the ±${formatPercent(settings.thresholdPercent)} threshold.`
        }
      />
      {inside.length > 0 && <ReportTable title={CUT_INTO_BAND} columns={columns} items={inside} />}
      {unclear.length > 0 && (
        <ReportTable
          title={headUnclear(groups, settings.thresholdPercent)}
          columns={columns}
          items={unclear}
        />
      )}
    </section>
  );
}

/** The columns on paper, which is narrow: what to expect of a rule stands below its label, as on the page. */
function paperColumns(analysis: Analysis): Columns<ValueRule> {
  const columns = ruleColumns(analysis);
  const outlook = columns.find(({ key }) => key === 'expected')?.report;
  return columns.map((column) => {
    if (column.key === 'expected') return { ...column, report: null };
    const { report } = column;
    // The label in files is a column with this key, too.
    if (column.key !== 'label' || !report) return column;
    return {
      ...column,
      report: (rule) => (
        <span className="block min-w-[8.5em]">
          {report(rule)}
          {outlook?.(rule)}
        </span>
      ),
    };
  });
}

/** With this many rules in two columns, all parts fit on the first page of A4 or Letter. */
const MOST_RULES = 30;
/** A longer list is printed in two columns. */
const LONGEST_COLUMN = 10;

const RULE_COLUMNS: readonly string[] = ['field', 'value', 'leads', 'expected'];

/**
 * All solid rules in the order of their table, as far as they fit on one page. Of more, those furthest from 1 are shown. The first page
 * speaks in rates and money; multipliers stand in the table of value rules.
 */
export function SolidRules() {
  const { analysis } = useResults();
  const solid = analysis.valueRules.filter(({ segment }) => segment.label === 'Use');
  const distance = ({ suggested }: ValueRule) => Math.abs(Math.log(suggested));
  const furthest = new Set(solid.toSorted((a, b) => distance(b) - distance(a)).slice(0, MOST_RULES));
  const shown = solid.filter((rule) => furthest.has(rule));
  const rest = solid.length - shown.length;
  const half = shown.length > LONGEST_COLUMN ? Math.ceil(shown.length / 2) : shown.length;
  const table = { columns: briefColumns(analysis), Heading: 'h2' } as const;
  return (
    <>
      <div className={half < shown.length ? 'grid grid-cols-2 gap-x-8' : undefined}>
        <section>
          <ReportTable
            {...table}
            title="Clear rules"
            items={shown.slice(0, half)}
            empty="No difference is clear in these leads yet."
          />
        </section>
        {half < shown.length && (
          <section>
            <ReportTable {...table} title="Clear rules, continued" items={shown.slice(half)} />
          </section>
        )}
      </div>
      {rest > 0 && (
        <p className="mt-1 text-muted">and {formatCount(rest)} more under Practical Value Rules</p>
      )}
    </>
  );
}

/** Of what the latest leads say, only a fall is on the first page. */
function briefColumns(analysis: Analysis): Columns<ValueRule> {
  const outlookOf = findOutlooks(analysis);
  const drawOutlook = (rule: ValueRule) => {
    const { expected, latest } = outlookOf(rule);
    return <RuleOutlook expected={expected} latest={latest?.kind === 'fell' ? latest : null} />;
  };
  const columns = ruleColumns(analysis).filter(({ key }) => RULE_COLUMNS.includes(key));
  return [...columns.slice(0, 2), ...listMoney(analysis), ...columns.slice(2)].map(
    ({ report, ...column }) => {
      if (column.key === 'expected') return { ...column, report: drawOutlook };
      return {
        ...column,
        report:
          report &&
          ((rule) =>
            column.isNumeric ? report(rule) : <span className="line-clamp-2">{report(rule)}</span>),
      };
    },
  );
}

/** The columns of the amounts that were counted, and of the worth of such a lead. */
function listMoney(analysis: Analysis): Column<ValueRule>[] {
  const { basis, estimates, settings } = analysis;
  const column = (heading: string, report: (segment: JudgedSegment) => string): Column<ValueRule> => ({
    key: heading,
    heading,
    meaning: '',
    isNumeric: true,
    screen: null,
    exported: null,
    report: ({ segment }) => report(segment),
  });
  const counted =
    basis === 'value'
      ? column('Per lead', ({ amounts }) => formatMoney(amounts?.perLead ?? 0, settings.currency))
      : column('Rate', ({ conversionRate }) => formatRate(conversionRate));
  const worth = column('Worth', (segment) =>
    describeMoney(worthOfSegment(segment, analysis) ?? 0, settings.currency),
  );
  return [counted, ...(estimates ? [worth] : [])];
}
