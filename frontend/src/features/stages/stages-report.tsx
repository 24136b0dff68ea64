import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
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
  const figures = useStagesRun()?.figures;
  return figures && figures.kind !== 'status' ? <Printed figures={figures} /> : null;
}

function Printed({ figures }: { figures: ShownStages }) {
  const { analysis, stages: source } = useResults();
  const { currency } = analysis.settings;
  const { names, stages, segments } = figures;
  const led = findLedStage(figures);
  const own = stages[led];
  const table = tableOfStages(figures, currency);
  const clear = listClear(segments);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Stages</h2>
        {own && (
          <p className="font-semibold">
            {describeStageWorth(names[led] ?? '', own, currency, source !== undefined)}
          </p>
        )}
        {adviseBids(stages).map((each) => (
          <p key={each.volume.name}>{describeBid(each, figures, currency)}</p>
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
      <ReportTable title="Figures by Stage" columns={stageColumns(figures, currency)} items={table.rows} />
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
