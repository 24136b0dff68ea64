import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import {
  followRules,
  listCharted,
  USUAL_RULES,
  describeRuleChanges,
  describeChangeTest,
} from './followed-rules.ts';
import { heightOf, OverTimeDrawing, summarise, titleOf, describeChart } from './over-time-chart.tsx';
import { changeColumns } from './over-time-columns.tsx';
import { useOverTimeRun, type CountedRules } from './over-time-run.tsx';

/** The section of rules over time in the report; empty without a column of dates, and before the leads are counted. */
export function OverTimePrinted() {
  const counted = useOverTimeRun()?.counted;
  return counted && <Printed counted={counted} />;
}

function Printed({ counted }: { counted: CountedRules }) {
  const { analysis } = useResults();
  const { overTime } = counted;
  const rules = followRules(analysis, counted);
  if (rules.length === 0) return null;
  const table = { rules: listCharted(rules, USUAL_RULES), overTime, analysis, isNarrow: false };
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Rules over Time</h2>
        <p className="font-semibold">{describeRuleChanges(rules, overTime)}</p>
        <p>{describeChangeTest(overTime).join(' ')}</p>
        <h3>{titleOf(table)}</h3>
        <ChartDrawing
          summary={summarise(table, rules)}
          width={PRINTED_WIDTH}
          height={heightOf(table)}
          draw={(width) => <OverTimeDrawing table={table} width={width} />}
        />
        <p className="text-muted">{describeChart(table)}</p>
      </div>
      <ReportTable
        title="What Has Changed"
        columns={changeColumns(analysis, overTime.testedUnit)}
        items={rules}
      />
    </section>
  );
}
