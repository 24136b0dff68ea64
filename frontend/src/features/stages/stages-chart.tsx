import type { Currency } from '#contract/currencies.ts';
import { formatCount, formatRate } from '#frontend/lib/format.ts';
import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import type { ChartRow } from '#frontend/ui/chart-frame.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';
import { measureText } from '#frontend/lib/cut-name.ts';
import { goesOnOf, listStageRows, shareOf, type StageRow } from './stages-columns.tsx';
import { describeWorthRange, shortStage } from './stages-words.ts';

export const STAGE_ROW_HEIGHT = 52;
const HEAD = 24;
const BAR = 22;
const NAME = { share: 0.26, most: 200 };
const WORTH = 84;
const GAP = 12;

export interface StagesTable {
  rows: readonly StageRow[];
  kind: ShownStages['kind'];
  currency: Currency | undefined;
  /** The stage to bid on, which has the accent; null without one. */
  bidOn: number | null;
}

/** The chart of these figures, with the stage to bid on. */
export function tableOfStages(figures: ShownStages, currency: Currency | undefined): StagesTable {
  const bidOn = adviseBids(figures.stages).find((each) => each.bidOn)?.bidOn?.stage ?? null;
  return { rows: listStageRows(figures), kind: figures.kind, currency, bidOn };
}

export const heightOfStages = ({ rows }: StagesTable) => HEAD + rows.length * STAGE_ROW_HEIGHT;

/** The leads that a bar stands for. A file with one status column knows only where open leads stand. */
const leadsOf = ({ kind }: StagesTable, row: StageRow) =>
  kind === 'status' && row.open ? row.open : row.reached;

export const titleOfStages = ({ kind }: StagesTable) =>
  kind === 'status' ? 'Open and Won Leads' : 'Leads That Reached Each Stage';

/** The rows of the drawing with their figures in words. */
export function listStageBars(table: StagesTable): ChartRow[] {
  return table.rows.map((row, at) => {
    const share = shareOf(row);
    const goesOn = goesOnOf(row);
    const { step, value } = row;
    const range = value && describeWorthRange(value, table.currency);
    return {
      key: String(at),
      name: row.name,
      figures: [
        `${formatCount(leadsOf(table, row))} leads`,
        ...(goesOn === null ? [] : [`${formatRate(goesOn)} go on to the next stage`]),
        ...(share === null || !step ? [] : [`${formatRate(share)} are won`]),
        ...(value
          ? [`Worth ${describeMoney(value.amount, table.currency)}${range ? ` (${range})` : ''}`]
          : []),
        ...(at === table.bidOn ? ['The conversion to bid on'] : []),
      ],
      top: HEAD + at * STAGE_ROW_HEIGHT,
    };
  });
}

/** Bars on one axis from 0, the share that goes on between two of them, and what reaching a stage is worth. */
export function StagesDrawing({ table, width }: { table: StagesTable; width: number }) {
  const { rows, currency, bidOn } = table;
  const nameWidth = Math.min(NAME.most, Math.round(NAME.share * width));
  const left = nameWidth + GAP;
  const hasWorth = rows.some(({ value }) => value !== null);
  const most = Math.max(1, ...rows.map((row) => leadsOf(table, row)));
  const widest = Math.max(...rows.map((row) => measureText(formatCount(leadsOf(table, row)), 13, 500)));
  const plot = Math.max(1, width - left - widest - 16 - (hasWorth ? WORTH : 0));
  const widthOf = (leads: number) => (leads / most) * plot;
  return (
    <>
      <ChartText x={left} y={HEAD / 2} size={12} className="fill-muted" text="Leads" />
      {hasWorth && (
        <ChartText x={width} y={HEAD / 2} size={12} textAnchor="end" className="fill-muted" text="Worth" />
      )}
      <line
        x1={left}
        x2={left}
        y1={HEAD}
        y2={heightOfStages(table)}
        strokeWidth={1}
        className="stroke-control"
      />
      {rows.map((row, at) => {
        const leads = leadsOf(table, row);
        const top = HEAD + at * STAGE_ROW_HEIGHT;
        const middle = top + 4 + BAR / 2;
        const goesOn = goesOnOf(row);
        return (
          <g key={row.name}>
            <ChartText x={0} y={middle} isStrong maxWidth={nameWidth} text={shortStage(row.name)} />
            <rect
              x={left}
              y={top + 4}
              width={Math.max(leads > 0 ? 1 : 0, widthOf(leads))}
              height={BAR}
              className={at === bidOn ? 'fill-accent' : 'fill-strong forced-colors:stroke-text'}
            />
            <ChartText x={left + widthOf(leads) + 8} y={middle} isStrong text={formatCount(leads)} />
            {hasWorth && row.value && (
              <ChartText
                x={width}
                y={middle}
                textAnchor="end"
                isStrong
                text={`${row.value.isAtLeast ? '≥ ' : ''}${describeMoney(row.value.amount, currency)}`}
              />
            )}
            {goesOn !== null && (
              <ChartText
                x={left + 10}
                y={top + 4 + BAR + (STAGE_ROW_HEIGHT - BAR) / 2}
                size={12}
                className="fill-muted"
                text={`↓ ${formatRate(goesOn)} go on`}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

/** Describes the drawing for screen readers. */
export function summariseStages(table: StagesTable): string {
  const parts = table.rows.map((row) => `${shortStage(row.name)} ${formatCount(leadsOf(table, row))}`);
  return `Leads by stage: ${parts.join(', ')}. The table below has the figures.`;
}

/** Explains the drawing. */
export function describeStagesChart({ kind, bidOn, rows }: StagesTable): string {
  if (kind === 'status')
    return 'Bars: open leads at their stage, and won leads. Lost leads do not say how far they came.';
  return [
    'Bars: all leads that reached the stage. Shares that go on are of the leads that are old enough.',
    bidOn === null ? '' : `In colour: ${shortStage(rows[bidOn]?.name ?? '')}, the conversion to bid on.`,
  ]
    .filter(Boolean)
    .join(' ');
}
