import { useMemo, useState } from 'react';
import { MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import { OVER_TIME_METHOD } from '#frontend/analysis/over-time/method.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { FailedAnswer } from '#frontend/features/results/answer-progress.tsx';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import {
  type TabChoice,
  useResults,
  useScreen,
  useTabChoice,
} from '#frontend/features/results/shown-results.tsx';
import { TableSection, ReportTable } from '#frontend/features/results/table-section.tsx';
import { ChartFrame, ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import {
  followRules,
  HEADINGS,
  listCharted,
  USUAL_RULES,
  describeFollowedChange,
  describeRuleChanges,
  describeChangeTest,
  type FollowedRule,
} from './followed-rules.ts';
import {
  heightOf,
  listRows,
  OverTimeDrawing,
  rowHeightOf,
  summarise,
  titleOf,
  describeChart,
  type OverTimeTable,
} from './over-time-chart.tsx';
import { exportOverTime, periodColumns, changeColumns } from './over-time-columns.tsx';
import { useOverTimeRun, type CountedRules } from './over-time-run.tsx';

/** The view 'Over Time': each rule by week, month or quarter. */
export function OverTimeView() {
  const run = useOverTimeRun();
  if (run === null)
    return (
      <p className="text-14 text-muted">
        No rule has {MIN_RULE_LEADS} leads or more, so none is followed over time.
      </p>
    );
  const { counted, task, retry } = run ?? {};
  if (task?.state === 'failed' && retry)
    return (
      <FailedAnswer title="The rules could not be counted over time" error={task.error} onRetry={retry}>
        The leads are still open, and the other figures are not affected.
      </FailedAnswer>
    );
  return counted ? (
    <FollowedRules counted={counted} />
  ) : (
    <SkeletonLines label="Counting the rules over time…" lines={6} />
  );
}

function FollowedRules({ counted }: { counted: CountedRules }) {
  const { analysis } = useResults();
  const { chooseUnit } = useOverTimeRun() ?? {};
  const { overTime } = counted;
  const { units, unit } = overTime;
  const rules = useMemo(() => followRules(analysis, counted), [analysis, counted]);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1.5">
          <p className="max-w-prose text-16">{describeRuleChanges(rules, overTime)}</p>
          <p className="max-w-prose text-14 text-muted">
            {OVER_TIME_METHOD.changed.words} {describeChangeTest(overTime).join(' ')}
          </p>
        </div>
        {units.length > 1 && chooseUnit && (
          <SegmentedControl
            label="Show by"
            isLabelHidden={false}
            options={units.map((value) => ({ value, label: HEADINGS[value] }))}
            value={unit}
            onChange={chooseUnit}
          />
        )}
      </div>
      {rules.length > 0 && <Figures rules={rules} counted={counted} />}
    </div>
  );
}

interface FiguresProps {
  rules: readonly FollowedRule[];
  counted: CountedRules;
}

/** The rule whose table is shown; null for the first one that has changed, else the first one with enough leads to tell. */
const RULE: TabChoice<string | null> = { first: null };

function Figures({ rules, counted: { overTime } }: FiguresProps) {
  const [key, pick] = useTabChoice(RULE);
  const picked = rules.find((rule) => rule.key === key) ?? listCharted(rules, 1)[0];
  return (
    <>
      <RulesChart rules={rules} overTime={overTime} onPick={pick} />
      {picked && <RuleTable rules={rules} rule={picked} overTime={overTime} onPick={pick} />}
    </>
  );
}

interface RulesChartProps {
  rules: readonly FollowedRule[];
  overTime: CountedRules['overTime'];
  onPick(key: string): void;
}

function RulesChart({ rules, overTime, onPick }: RulesChartProps) {
  const { analysis } = useResults();
  const { isNarrow } = useScreen();
  const [isWhole, setWhole] = useState(false);
  const table = useMemo(
    (): OverTimeTable => ({
      rules: listCharted(rules, isWhole ? rules.length : USUAL_RULES),
      overTime,
      analysis,
      isNarrow,
    }),
    [rules, overTime, analysis, isNarrow, isWhole],
  );
  return (
    <ChartFrame
      title={titleOf(table)}
      summary={summarise(table, rules)}
      note={describeChart(table)}
      caption={describeChart(table)}
      height={heightOf(table)}
      draw={(width) => <OverTimeDrawing table={table} width={width} />}
      rows={listRows(table)}
      rowHeight={rowHeightOf(table)}
      onOpen={onPick}
      nameFile={() => `over_time_chart_${stampDate(new Date())}`}
      actions={
        rules.length > USUAL_RULES && (
          <Button size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Chart fewer rules' : `Chart all ${formatCount(rules.length)} rules`}
          </Button>
        )
      }
    />
  );
}

interface RuleTableProps extends RulesChartProps {
  rule: FollowedRule;
}

/** The figures of one rule by period. */
function RuleTable({ rules, rule, overTime, onPick }: RuleTableProps) {
  const { analysis, leftOut, currencyNote } = useResults();
  const heading = HEADINGS[overTime.unit];
  const columns = useMemo(() => periodColumns(analysis, heading), [analysis, heading]);
  const options = useMemo(
    () =>
      rules.map(({ key, name, rule: { segment } }) => ({
        value: key,
        label: name,
        detail: countNoun(segment.leads, 'lead'),
      })),
    [rules],
  );
  const download = () => {
    const notes = listTableNotes(leftOut, currencyNote);
    downloadExport(exportOverTime(analysis, { rules, overTime, notes }, new Date()));
  };
  return (
    <div className="flex flex-col gap-4">
      <Dropdown
        label="Rule to show by period"
        options={options}
        value={rule.key}
        onChange={onPick}
        className="max-w-80"
      />
      <TableSection
        title={`${rule.name} by ${heading}`}
        description={describeFollowedChange(rule, overTime.testedUnit)}
        columns={columns}
        items={rule.periods}
        keyOf={({ name }) => name}
        rowHeight={48}
        maxOpenRows={MOST_OPEN_ROWS}
        actions={
          <Button size="small" onClick={download}>
            Download All Rules by {heading}
          </Button>
        }
      />
    </div>
  );
}

/** A longer table scrolls under its header. */
const MOST_OPEN_ROWS = 13;

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
