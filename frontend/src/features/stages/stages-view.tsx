import { useMemo, useState, type ReactNode } from 'react';
import type { Currency } from '#contract/currencies.ts';
import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { FailedAnswer } from '#frontend/features/results/answer-progress.tsx';
import { listTableNotes } from '#frontend/features/results/currency-note.ts';
import { downloadExport } from '#frontend/features/results/downloads.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { TableSection } from '#frontend/features/results/table-section.tsx';
import { listNames } from '#frontend/lib/cut-name.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { formatDay } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ChartFrame } from '#frontend/ui/chart-frame.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { DAY } from '#contract/limits.ts';
import { DealFields } from './deal-fields.tsx';
import { StageOrder } from './stage-order.tsx';
import {
  describeStagesChart,
  heightOfStages,
  listStageBars,
  STAGE_ROW_HEIGHT,
  StagesDrawing,
  summariseStages,
  tableOfStages,
  titleOfStages,
} from './stages-chart.tsx';
import { exportStages, stageSegmentColumns, stageColumns } from './stages-columns.tsx';
import { useStagesRun } from './stages-run.tsx';
import {
  describeBid,
  describeMissed,
  describeRead,
  describeStageWorth,
  findLedStage,
  listClear,
  listMissed,
  type StageSegmentOf,
} from './stages-words.ts';

/** The view 'Stages': how far leads come, what reaching a stage is worth, and which conversion to bid on. */
export function StagesView() {
  const { stages, stageFigures } = useResults();
  const run = useStagesRun();
  const { plan, isTold, answer, error, measure } = run ?? {};
  if (!stages) return stageFigures ? <StagesFigures figures={stageFigures} /> : null;
  if (error !== undefined && measure)
    return (
      <FailedAnswer title="The stages could not be counted" error={error} onRetry={measure}>
        The leads are still open, and the other figures are not affected.
      </FailedAnswer>
    );
  if (isTold === false) return <NoStages />;
  if (!plan || !answer) return <SkeletonLines label="Counting the stages…" lines={6} />;
  return (
    <StagesFigures figures={answer}>
      <StageOrder plan={plan} source={stages} />
      {answer.kind !== 'status' && (
        <section className="flex flex-col gap-3">
          <h2 className="text-16 font-semibold">What won deals bring</h2>
          <DealFields source={stages} />
        </section>
      )}
    </StagesFigures>
  );
}

function NoStages() {
  return (
    <div className="flex max-w-prose flex-col gap-3 text-14 text-muted">
      <p className="text-16 text-text">This file does not tell the stages of its leads.</p>
      <HowToExport />
    </div>
  );
}

/** Exports that tell chances and values per stage. */
function HowToExport() {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      <li>
        A stage beside the outcome: in Pipedrive, export deals with the columns Stage and Status. Lost deals
        keep their last stage.
      </li>
      <li>
        One date per stage: in HubSpot, add “Became a marketing qualified lead date”, “Became a sales
        qualified lead date” and “Became a customer date” to the export. In Salesforce, use a report with a
        date field per stage.
      </li>
    </ul>
  );
}

interface StagesFiguresProps {
  figures: ShownStages;
  /** The choices, where rows are open. */
  children?: ReactNode;
}

/** All figures. They need no rows. */
function StagesFigures({ figures, children }: StagesFiguresProps) {
  const { analysis, leftOut, currencyNote, stages: source } = useResults();
  const { currency } = analysis.settings;
  const { names, stages, segments, kind } = figures;
  const open = useStagesRun()?.open;
  const led = findLedStage(figures);
  const columns = useMemo(() => stageColumns(figures, currency), [figures, currency]);
  const table = useMemo(() => tableOfStages(figures, currency), [figures, currency]);
  const download = () => {
    const notes = listTableNotes(leftOut, currencyNote);
    downloadExport(exportStages(figures, { currency, notes }, new Date()));
  };
  const own = stages[led];
  const isRounded = stages.some(({ open }) => open === undefined);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex max-w-prose flex-col gap-2">
        {kind === 'status' ? (
          <OneStatus figures={figures} />
        ) : (
          <>
            <p className="text-16">
              {own && describeStageWorth(names[led] ?? '', own, currency, source !== undefined)}
            </p>
            {own?.chance.kind === 'known' && own.chance.period && own.chance.leads !== undefined && (
              <p className="text-14 text-muted">
                From {countNoun(own.chance.leads, 'lead')} of {formatDay(own.chance.period.first * DAY)} to{' '}
                {formatDay(own.chance.period.last * DAY)}, which are {formatCount(own.chance.days)} days old
                or older.
              </p>
            )}
            {open?.kind === 'counted' && <p className="text-14 text-muted">{open.worth.text}</p>}
          </>
        )}
      </div>
      <Advice figures={figures} currency={currency} />
      <ChartFrame
        title={titleOfStages(table)}
        summary={summariseStages(table)}
        note={describeStagesChart(table)}
        caption={describeStagesChart(table)}
        height={heightOfStages(table)}
        draw={(width) => <StagesDrawing table={table} width={width} />}
        rows={listStageBars(table)}
        rowHeight={STAGE_ROW_HEIGHT}
        nameFile={() => `stages_chart_${stampDate(new Date())}`}
      />
      <TableSection
        title="Figures by Stage"
        description=""
        columns={columns}
        items={table.rows}
        keyOf={({ name }) => name}
        rowHeight={52}
        actions={
          <Button size="small" onClick={download}>
            Download CSV
          </Button>
        }
      />
      {isRounded && (
        <p className="max-w-prose text-13 text-muted">
          A read-only link rounds these figures: leads down to fives, shares to percents and money to two
          digits.
        </p>
      )}
      {children}
      {segments.length > 0 && <Segments segments={segments} names={names} />}
    </div>
  );
}

/** The third shape: what such a file can tell, and what it lacks. */
/** More statuses are a number. */
const MOST_UNCLEAR = 5;

function OneStatus({ figures: { stages, unclear = [] } }: { figures: ShownStages }) {
  const open = stages.reduce((sum, stage) => sum + (stage.open ?? 0), 0);
  const won = stages.at(-1)?.reached ?? 0;
  return (
    <>
      <p className="text-16">
        {countNoun(open, 'lead is', 'leads are')} open and {formatCount(won)} won. Lost leads do not say how
        far they came, so this file cannot tell what a stage is worth.
      </p>
      {unclear.length > 0 && (
        <p className="text-14 text-muted">
          {listNames(unclear, MOST_UNCLEAR)}{' '}
          {unclear.length === 1 ? 'counts as lost too: its name says' : 'count as lost too: their names say'}{' '}
          neither open nor won.
        </p>
      )}
      <div className="flex flex-col gap-2 text-14 text-muted">
        <p>An export that tells it has one of these:</p>
        <HowToExport />
      </div>
    </>
  );
}

/** Which conversion to bid on, per platform, with the page of the platform that says what it needs. */
function Advice({ figures, currency }: { figures: ShownStages; currency: Currency | undefined }) {
  const { kind, stages } = figures;
  const advice = adviseBids(stages);
  if (advice.length === 0 || kind === 'status') return null;
  const isByLead = stages.some(({ volume }) => volume?.by === 'lead');
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-16 font-semibold">Which Conversion to Bid on</h2>
      <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-5 text-14">
        {advice.map((each) => (
          <li key={each.volume.name}>
            {describeBid(each, figures, currency)}{' '}
            <a href={each.volume.source} rel="noreferrer" target="_blank" className="text-muted underline">
              Source: its help, {describeRead(each.volume.read)}
              <span className="sr-only"> ({each.volume.name}, opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-13 text-muted">
        Counted over the last 30 days of the file, as if one campaign or ad set got all of its leads.
        {isByLead && ' A stage without dates is counted by the date of its leads.'}
      </p>
    </section>
  );
}

const MOST_ROWS = 13;

/** Values whose leads go on differently, the clear ones first; the others open below them. */
function Segments({ segments, names }: { segments: readonly StageSegmentOf[]; names: readonly string[] }) {
  const [isWhole, setWhole] = useState(false);
  const columns = useMemo(() => stageSegmentColumns(names), [names]);
  const clear = listClear(segments);
  const others = segments.filter((segment) => !clear.includes(segment)).toSorted((a, b) => a.q - b.q);
  const missed = listMissed(segments);
  const shown = isWhole ? [...clear, ...others] : clear;
  return (
    <TableSection
      title="Where Leads Go On Differently"
      description={clear.length === 0 ? 'No value is clearly won more or less often from a stage.' : ''}
      status={
        missed.length > 0 && (
          <ul className="flex max-w-prose flex-col gap-1 text-14">
            {missed.map((segment) => (
              <li key={keyOf(segment)}>{describeMissed(segment, names)}</li>
            ))}
          </ul>
        )
      }
      columns={columns}
      items={shown}
      keyOf={keyOf}
      rowHeight={52}
      maxOpenRows={MOST_ROWS}
      actions={
        others.length > 0 && (
          <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show clear ones only' : `Show ${formatCount(others.length)} unclear`}
          </Button>
        )
      }
    />
  );
}

const keyOf = ({ stage, field, value }: StageSegmentOf) => JSON.stringify([stage, field, value]);
