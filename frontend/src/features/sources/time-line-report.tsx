import { useMemo } from 'react';
import { useAlerts } from '#frontend/api/alerts.ts';
import { useKnownVersions } from '#frontend/api/sources.ts';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import {
  heightOfLines,
  NOTE,
  RuleLinesDrawing,
  summariseLines,
  TITLE,
  USUAL_LINES,
  type RuleLinesProps,
} from './rule-lines.tsx';
import { listVersionRows, VERSION_COLUMNS } from './time-line.tsx';
import { followVersions, lineUp, type SavedFigures } from './timed-versions.ts';

/** The section of versions in the report; empty where no version has come. */
export function TimeLinePrinted({ id, saved }: { id: string; saved: SavedFigures }) {
  const listed = useKnownVersions(id);
  const inUse = useAlerts(id, listed.length > 0).data?.inUse;
  const versions = useMemo(() => lineUp(saved, listed, inUse), [saved, listed, inUse]);
  const rules = useMemo(() => followVersions(versions).slice(0, USUAL_LINES), [versions]);
  if (listed.length === 0) return null;
  return (
    <section>
      <h2>Time Line</h2>
      {rules.length > 0 && <Chart versions={versions} rules={rules} />}
      <ReportTable title="Versions" columns={VERSION_COLUMNS} items={listVersionRows(versions)} />
    </section>
  );
}

function Chart(shown: RuleLinesProps) {
  return (
    <div className="ui-report-figure">
      <h3>{TITLE}</h3>
      <ChartDrawing
        summary={summariseLines(shown)}
        width={PRINTED_WIDTH}
        height={heightOfLines(shown.rules, false)}
        draw={(width) => <RuleLinesDrawing {...shown} isNarrow={false} width={width} />}
      />
      <p className="text-muted">{NOTE}</p>
    </div>
  );
}
