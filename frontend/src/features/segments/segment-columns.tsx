import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { LOW_CONFIDENCE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import { type JudgedSegment, leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { METHOD } from '#frontend/analysis/judge/method.ts';
import { nameMoney, type Settings } from '#frontend/analysis/judge/settings.ts';
import { formatLift, formatMoney, formatWholeMoney, moneyDecimals } from '#frontend/lib/format.ts';
import { measureText } from '#frontend/lib/cut-name.ts';
import {
  type Column,
  type Columns,
  confidenceColumn,
  countColumn,
  downloadColumn,
  figureColumn,
  liftColumn,
  NOTES,
  notesColumn,
  pValueColumn,
  rateColumn,
  yesOrNo,
} from '#frontend/features/results/columns.tsx';
import {
  drawSegmentLabel,
  segmentEvidenceColumns,
  segmentLabelColumn,
} from '#frontend/features/results/evidence-columns.tsx';
import { Lift, OVERLAP_CUT, describeLargeDeals } from '#frontend/features/results/figures.tsx';
import {
  valueFileColumns,
  findValueNotes,
  MONEY_NAMES,
  nameColumns,
} from '#frontend/features/results/value-columns.tsx';

/** Rates and lifts of conversions. */
const LIFT_COLUMNS: Columns<JudgedSegment> = [
  rateColumn('conversionRate', { heading: 'Conversion Rate', width: 104 }),
  liftColumn('lift', {
    heading: 'Lift vs Baseline',
    meaning: METHOD.conversions.lift.words,
    width: 96,
    print: (lift) => <Lift lift={lift} />,
  }),
  liftColumn('adjustedLift', {
    heading: 'Adjusted Lift',
    meaning: METHOD.conversions.adjustedLift.words,
    width: 136,
    draw: (lift) => <Lift lift={lift} hasChange />,
    print: (lift) => <Lift lift={lift} />,
  }),
];

/**
 * By value the page shows amounts instead of the conversion rate, and lifts of amounts. Files also have the columns above.
 */
function liftColumnsByValue(analysis: Analysis): Columns<JudgedSegment> {
  const inFiles = LIFT_COLUMNS.map((column) => ({ ...column, screen: null, report: null }));
  return [...inFiles, ...amountColumns(analysis), ...VALUE_LIFT_COLUMNS];
}

/**
 * The columns of value lifts. They have the keys of the columns in files, which sort the page. Paper has no room for the
 * first; the chart and the value per lead show it.
 */
const VALUE_LIFT_COLUMNS: Columns<JudgedSegment> = [
  onPage({
    ...liftColumn<JudgedSegment>('lift', {
      heading: 'Value Lift',
      meaning: METHOD.value.lift.words,
      width: 80,
    }),
    screen: { width: 80, cell: (segment) => <ValueLift {...segment} /> },
    report: null,
  }),
  onPage(
    liftColumn('adjustedLift', {
      heading: 'Adjusted Value Lift',
      meaning: METHOD.value.adjustedLift.words,
      width: 92,
      print: (lift) => <Lift lift={lift} />,
    }),
  ),
];

/** A column for the page and Copy. Files have its figure after the specified columns. */
function onPage(column: Column<JudgedSegment>, heading = column.heading): Column<JudgedSegment> {
  return { ...column, exported: null, copied: column.exported && { heading, exported: column.exported } };
}

/** The lift, and below it the lift of capped amounts if a large deal makes most of the value. */
function ValueLift({ lift, amounts }: JudgedSegment) {
  return (
    <>
      <Lift lift={lift} />
      {amounts?.hasLargeDeal && (
        <span className="block text-12 whitespace-nowrap text-caution">
          capped {formatLift(amounts.cappedLift)}
        </span>
      )}
    </>
  );
}

interface Layout {
  widths: Readonly<Record<'label' | 'field' | 'value' | 'leads', number>>;
  hasLeadValue(settings: Settings): boolean;
  liftColumns(analysis: Analysis): Columns<JudgedSegment>;
}

/** The widths of columns. By value there is one column more, and all fit the page. */
const LAYOUTS: Readonly<Record<Basis, Layout>> = {
  conversions: {
    widths: { label: 116, field: 112, value: 120, leads: 72 },
    hasLeadValue: ({ conversionValue }) => conversionValue > 0,
    liftColumns: () => LIFT_COLUMNS,
  },
  value: {
    widths: { label: 112, field: 100, value: 108, leads: 68 },
    hasLeadValue: () => true,
    liftColumns: liftColumnsByValue,
  },
};

/**
 * The columns of both tables of Segment Details. The lead value needs a conversion value above 0.
 *
 * @param isNarrow the label stands above the name
 */
export function segmentColumns(analysis: Analysis, isNarrow = false): Columns<JudgedSegment> {
  const { widths, hasLeadValue, liftColumns } = LAYOUTS[analysis.basis];
  const noteOf = findValueNotes(analysis.fields);
  return [
    segmentLabelColumn(analysis, { width: widths.label, isNarrow }),
    ...nameColumns<JudgedSegment>({
      width: widths.value,
      fieldWidth: widths.field,
      above: isNarrow ? drawSegmentLabel(analysis) : undefined,
    }),
    countColumn('leads', { heading: 'Leads', width: widths.leads }),
    countColumn('conversions', { heading: 'Conversions', width: 112 }),
    {
      ...confidenceColumn<JudgedSegment>('confidence', {
        heading: 'Confidence',
        meaning: METHOD[analysis.basis].confidence.words,
        width: 108,
      }),
      // Paper is narrow, and the number of leads says the same.
      report: null,
    },
    pValueColumn('pValue', {
      heading: 'P-Value',
      meaning: METHOD[analysis.basis].pValue.words,
      width: 84,
    }),
    ...liftColumns(analysis),
    ...(hasLeadValue(analysis.settings) ? [leadValueColumn(analysis)] : []),
    downloadColumn('Significant', ({ isSignificant }) => yesOrNo(isSignificant)),
    ...segmentEvidenceColumns(analysis),
    ...valueFileColumns<JudgedSegment>(analysis, (segment) => segment),
    notesColumn((segment) => {
      const { confidence, leads, isSignificant, partners } = segment;
      return [
        noteOf(segment)?.sentence ?? false,
        describeLargeDeals(segment, analysis) ?? false,
        confidence < LOW_CONFIDENCE && NOTES.lowConfidence,
        leads < MIN_TESTED_LEADS && `Not tested: fewer than ${MIN_TESTED_LEADS} leads.`,
        !isSignificant && NOTES.notSignificant,
        partners.length > 0 &&
          `Overlapping (${partners.length}): the value rule is reduced by ${OVERLAP_CUT}.`,
      ];
    }),
  ];
}

function leadValueColumn(analysis: Analysis): Column<JudgedSegment> {
  const { basis, baselineLeadValue, settings } = analysis;
  const amountOf = (segment: JudgedSegment) => leadValueOf(segment, baselineLeadValue);
  return figureColumn('leadValue', {
    heading: nameMoney('Lead Value', settings.currency),
    meaning: METHOD[basis].segmentLeadValue.words,
    figure: amountOf,
    format: (amount) => formatMoney(amount, settings.currency),
    decimals: moneyDecimals(settings.currency),
    print: (amount) => printMoney(amount, settings.currency),
    width: moneyWidth(analysis, 92, amountOf),
  });
}

/** Two columns of figures are this many pixels apart. */
const COLUMN_GAP = 16;

/** The width of a column of amounts: `least`, or the width of the largest amount. */
function moneyWidth(
  { segments, settings }: Analysis,
  least: number,
  amountOf: (segment: JudgedSegment) => number,
): number {
  const largest = segments.reduce((most, segment) => Math.max(most, amountOf(segment)), 0);
  // In a table all digits have the width of a zero.
  const widest = formatMoney(largest, settings.currency).replaceAll(/\d/g, '0');
  return Math.max(least, Math.ceil(measureText(widest, 14, 400)) + COLUMN_GAP);
}

/** The amount on paper, which has no room for the cents of thousands. */
function printMoney(amount: number, currency: Settings['currency']): string {
  return (amount >= 1000 ? formatWholeMoney : formatMoney)(amount, currency);
}

/** The amounts of a segment on the page and on paper. Files have them after the specified columns. */
function amountColumns(analysis: Analysis): Columns<JudgedSegment> {
  const { currency } = analysis.settings;
  const amountOf =
    (key: 'perConversion' | 'perLead') =>
    ({ amounts }: JudgedSegment): number =>
      amounts?.[key] ?? 0;
  const column = (
    key: 'perConversion' | 'perLead',
    { width, ...look }: { heading: string; meaning: string; width: number },
  ): Column<JudgedSegment> =>
    onPage(
      // The key is that of the column in files, which sorts the page.
      figureColumn<JudgedSegment>(nameMoney(MONEY_NAMES[key], currency), {
        ...look,
        width: moneyWidth(analysis, width, amountOf(key)),
        figure: amountOf(key),
        format: (amount) => formatMoney(amount, currency),
        decimals: moneyDecimals(currency),
        print: (amount) => printMoney(amount, currency),
      }),
      nameMoney(look.heading, currency),
    );
  return [
    column('perConversion', {
      heading: 'Value per Conversion',
      meaning: 'What the converted leads of the segment are worth, divided by their number.',
      width: 104,
    }),
    column('perLead', {
      heading: 'Value per Lead',
      meaning: 'What all leads of the segment are worth, divided by their number.',
      width: 92,
    }),
  ];
}
