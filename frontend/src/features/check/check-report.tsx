import { ChartDrawing } from '#frontend/ui/chart-frame.tsx';
import { PRINTED_WIDTH } from '#frontend/features/results/lift-chart.tsx';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { ReportTable } from '#frontend/features/results/table-section.tsx';
import {
  captionCalibration,
  CALIBRATION_HEIGHT,
  CalibrationDrawing,
  summariseCalibration,
} from './calibration-chart.tsx';
import {
  findCheckedWords,
  type FinishedCheck,
  listMethods,
  methodColumns,
  describeChosenAnew,
  describeFamilies,
  describeMeaning,
  describeOrigin,
  describeVerdict,
} from './check-columns.tsx';
import { useCheckRun } from './check-run.tsx';

/** The section of the check in the report; empty before the check was run. */
export function CheckSection() {
  const { run } = useCheckRun();
  if (run.state !== 'done' || run.result.kind !== 'checked') return null;
  return <Checked check={run.result} />;
}

function Checked({ check }: { check: FinishedCheck }) {
  const { currency } = useResults().analysis.settings;
  const words = findCheckedWords(check, currency);
  return (
    <section>
      <div className="ui-report-figure">
        <h2>Check on Unseen Leads</h2>
        <p className="font-semibold">{describeVerdict(check)}</p>
        <p>
          {describeMeaning(check)} {describeFamilies(check)} {describeChosenAnew(check)}
        </p>
        <ChartDrawing
          summary={summariseCalibration(check, words)}
          width={PRINTED_WIDTH}
          height={CALIBRATION_HEIGHT}
          draw={(width) => <CalibrationDrawing check={check} words={words} width={width} />}
        />
        <div className="text-muted">{captionCalibration(words)}</div>
      </div>
      <ReportTable title={words.amounts} columns={methodColumns(words)} items={listMethods(check)} />
      <p className="mt-2 text-muted">{describeOrigin(check, words)}</p>
    </section>
  );
}
