import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { formatCount, formatPercent } from '#frontend/lib/format.ts';
import type { Columns } from '#frontend/features/results/kit/columns.tsx';
import { useShownResults } from '#frontend/features/results/kit/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/kit/table-section.tsx';
import { CUT_INTO_BAND, groupRules, headUnclear, wordNoSupported } from './group-rules.ts';
import { ruleColumns } from './rule-columns.tsx';

/** The section of value rules in the report. */
export function RulesSection() {
  const { analysis } = useShownResults();
  const { valueRules, settings } = analysis;
  const columns = ruleColumns(analysis);
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
            ? wordNoSupported(groups, settings.thresholdPercent)
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

/** With this many rules, all parts fit on the first page of A4 or Letter. */
const MOST_RULES = 6;

const RULE_COLUMNS: readonly string[] = ['label', 'field', 'value', 'suggested', 'leads', 'expected'];

/** The rules to use, then those to test, in the order of their table. Of many rules, those furthest from 1 are shown. */
export function RulesToUse() {
  const { analysis } = useShownResults();
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
