import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { stageColumns, stageSegmentColumns } from './stages-columns.tsx';
import {
  describeStagesChart,
  heightOfStages,
  StagesDrawing,
  summariseStages,
  tableOfStages,
  titleOfStages,
} from './stages-chart.tsx';
import { useStagesRun } from './stages-run.tsx';
import { describeBid, describeStageWorth, findLedStage, listClear } from './stages-words.ts';

/** The section of stages in the report; empty where the file tells none, and before they are measured. */
export function StagesSection() {
  const answer = useStagesRun()?.answer;
  return answer && answer.kind !== 'status' ? <Printed answer={answer} /> : null;
}

function Printed({ answer }: { answer: StagesAnswer }) {
  const { currency } = useResults().analysis.settings;
  const { names, stages, advice, segments } = answer;
  const led = findLedStage(answer);
  const own = stages[led];
  const table = tableOfStages(answer, currency);
  const clear = listClear(segments);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Stages</h2>
        {own && <p className="font-semibold">{describeStageWorth(names[led] ?? '', own, currency)}</p>}
        {advice.map((each) => (
          <p key={each.volume.name}>{describeBid(each, answer, currency)}</p>
        ))}
        <h3>{titleOfStages(table)}</h3>
        <ChartDrawing
          summary={summariseStages(table)}
          width={PRINTED_WIDTH}
          height={heightOfStages(table)}
          draw={(width) => <StagesDrawing table={table} width={width} />}
        />
        <p className="text-muted">{describeStagesChart(table)}</p>
      </div>
      <ReportTable title="Figures by Stage" columns={stageColumns(answer, currency)} items={table.rows} />
      {clear.length > 0 && (
        <ReportTable
          title="Where Leads Go On Differently"
          columns={stageSegmentColumns(names)}
          items={clear}
        />
      )}
    </section>
  );
}
