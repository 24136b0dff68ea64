import type { ReactNode } from 'react';
import type { SegmentChange } from '#frontend/analysis/compare.ts';
import { MAX_FALSE_DISCOVERY_RATE, MIN_TESTED_LEADS } from '#frontend/analysis/constants.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import type { SplitRow, TotalChange } from '#frontend/exports/comparison.ts';
import { toPercent } from '#frontend/exports/table.ts';
import {
  formatCount,
  formatLift,
  formatLiftChange,
  formatPoints,
  formatPValue,
  formatRate,
} from '#frontend/lib/format.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { downloadColumn, notesColumn, type Column, type Columns } from '../columns.tsx';
import { Lift } from '../figures.tsx';
import { ValueName } from '../names.tsx';

interface Look<Item> extends Pick<Column<Item>, 'key' | 'heading' | 'meaning'> {
  width: number | { wide: number; narrow: number };
  /** A figure of the item; null where there is none. */
  figure(item: Item): number | null;
  format(figure: number): string;
  draw?(figure: number): ReactNode;
  write?(figure: number): number;
}

/** A column of figures, of which some items have none. */
function figureColumn<Item>({
  width,
  figure,
  format,
  draw = format,
  write,
  ...names
}: Look<Item>): Column<Item> {
  const shown = (item: Item, show: (figure: number) => ReactNode) => {
    const value = figure(item);
    return value === null ? <span className="text-faint">–</span> : show(value);
  };
  return {
    ...names,
    isNumeric: true,
    screen: { width, isSortable: false, cell: (item) => shown(item, draw) },
    exported: (item) => {
      const value = figure(item);
      return value === null ? '' : (write?.(value) ?? value);
    },
    report: (item) => shown(item, format),
  };
}

const points = (fraction: number) => formatPoints(toPercent(fraction));

const SIDES = ['before', 'after'] as const;
const NAMES = { before: 'Before', after: 'After' } as const;

/** Leads, conversions and baseline rate of both. */
export const TOTAL_COLUMNS: Columns<TotalChange> = [
  {
    key: 'name',
    heading: 'Figure',
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 128, narrow: 104 },
      isSortable: false,
      isRowName: true,
      cell: ({ name }) => name,
    },
    exported: ({ name, isRate }) => (isRate ? `${name} (%)` : name),
    report: ({ name }) => name,
  },
  ...SIDES.map((side): Column<TotalChange> => {
    const show = (total: TotalChange) => (total.isRate ? formatRate : formatCount)(total[side]);
    return {
      key: side,
      heading: NAMES[side],
      meaning: null,
      isNumeric: true,
      screen: { width: { wide: 88, narrow: 76 }, isSortable: false, cell: show },
      exported: (total) => (total.isRate ? toPercent(total[side]) : total[side]),
      report: show,
    };
  }),
  {
    key: 'change',
    heading: 'Change',
    meaning: null,
    isNumeric: true,
    screen: { width: { wide: 112, narrow: 96 }, isSortable: false, cell: wordTotalChange },
    exported: ({ before, after, isRate }) => (isRate ? toPercent(after - before) : after - before),
    report: wordTotalChange,
  },
];

function wordTotalChange({ before, after, isRate }: TotalChange): string {
  if (isRate) return `${points(after - before)} points`;
  return before === 0 ? '–' : formatLiftChange(after / before);
}

/** Mix and rate per attribute, in percentage points. */
export const SPLIT_COLUMNS: Columns<SplitRow> = [
  {
    key: 'fieldName',
    heading: 'By Attribute',
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 160, narrow: 104 },
      isSortable: false,
      isRowName: true,
      cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped />,
    },
    exported: ({ fieldName }) => fieldName,
    report: ({ fieldName }) => fieldName,
  },
  figureColumn<SplitRow>({
    key: 'mix',
    heading: 'Mix',
    meaning: 'The part of the change that comes from more or fewer leads with some values.',
    width: { wide: 96, narrow: 72 },
    figure: ({ mix }) => mix,
    format: points,
    write: toPercent,
  }),
  figureColumn<SplitRow>({
    key: 'rate',
    heading: 'Rate',
    meaning: 'The part of the change that comes from values that convert better or worse than before.',
    width: { wide: 96, narrow: 72 },
    figure: ({ rate }) => rate,
    format: points,
    write: toPercent,
  }),
  figureColumn<SplitRow>({
    key: 'sum',
    heading: 'Change',
    meaning: 'Both parts together: the change of the baseline rate, the same for each attribute.',
    width: { wide: 104, narrow: 80 },
    figure: ({ mix, rate }) => mix + rate,
    format: points,
    write: toPercent,
  }),
  notesColumn<SplitRow>(({ oneSided, unlisted }) => [
    oneSided > 0 && `Values that only one file has count as mix: ${formatCount(oneSided)}.`,
    unlisted !== null && 'Values that were not stored count as one.',
  ]),
];

const RULE_WORDS = { added: 'Added', gone: 'Gone', changed: 'Changed', kept: 'Kept' } as const;

function nameRule({ rule }: SegmentChange): string {
  return rule ? RULE_WORDS[rule] : '';
}

/** The lift after / the lift before; null where one is missing or 0. */
function ratioOf({ before, after }: SegmentChange): number | null {
  return before && after && before.lift > 0 && after.lift > 0 ? after.lift / before.lift : null;
}

function sideColumn(
  side: 'before' | 'after',
  look: Omit<Look<SegmentChange>, 'figure'> & { of(segment: JudgedSegment): number },
): Column<SegmentChange> {
  const { of, ...rest } = look;
  return figureColumn<SegmentChange>({
    ...rest,
    figure: (change) => {
      const segment = change[side];
      return segment && of(segment);
    },
  });
}

const WIDE = 92;

/** The segments of two files. */
export const CHANGE_COLUMNS: Columns<SegmentChange> = [
  {
    key: 'verdict',
    heading: 'Verdict',
    meaning: `Changed: the lifts differ by more than chance explains (1.96 standard errors), and q is below ${MAX_FALSE_DISCOVERY_RATE} over all values compared.`,
    isNumeric: false,
    isShort: true,
    screen: {
      width: { wide: 128, narrow: 0 },
      isSortable: false,
      cell: (change) => <Verdict change={change} />,
    },
    exported: ({ verdict }) => verdict,
    report: ({ verdict }) => <span className="whitespace-nowrap">{verdict}</span>,
  },
  {
    key: 'field',
    heading: 'Field',
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 112, narrow: 0 },
      isSortable: false,
      cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped className="text-muted" />,
    },
    exported: ({ fieldName }) => fieldName,
    report: ({ fieldName }) => fieldName,
  },
  {
    key: 'value',
    heading: 'Value',
    meaning: null,
    isNumeric: false,
    screen: {
      width: { wide: 144, narrow: 136 },
      isSortable: false,
      isRowName: true,
      cell: (change) => (
        <>
          <ValueName name={change.value} field={change.fieldName} isWrapped />
          <span className="block text-12 md:hidden">
            <Verdict change={change} />
          </span>
        </>
      ),
    },
    exported: ({ value }) => value,
    report: ({ value }) => value,
  },
  {
    key: 'rule',
    heading: 'Rule',
    meaning:
      'A rule is a significant segment. Added and gone rules are within chance too, unless the verdict says Changed.',
    isNumeric: false,
    isShort: true,
    screen: { width: 80, isSortable: false, cell: nameRule },
    exported: nameRule,
    // Text, so that the report leaves out a column without any.
    report: (change) => nameRule(change) && <span className="whitespace-nowrap">{nameRule(change)}</span>,
  },
  ...SIDES.map((side) =>
    sideColumn(side, {
      key: `${side}Lift`,
      heading: `Lift ${NAMES[side]}`,
      meaning:
        side === 'before'
          ? 'The counted lift: conversion rate of the segment / baseline rate of its file.'
          : null,
      width: WIDE,
      of: ({ lift }) => lift,
      format: formatLift,
      draw: (lift) => <Lift lift={lift} />,
    }),
  ),
  figureColumn<SegmentChange>({
    key: 'change',
    heading: 'Change',
    meaning: 'The lift after divided by the lift before, as a change.',
    width: 80,
    figure: ratioOf,
    format: formatLiftChange,
  }),
  ...SIDES.map((side) =>
    sideColumn(side, {
      key: `${side}Leads`,
      heading: `Leads ${NAMES[side]}`,
      meaning: null,
      width: { wide: 80, narrow: 0 },
      of: ({ leads }) => leads,
      format: formatCount,
    }),
  ),
  figureColumn<SegmentChange>({
    key: 'q',
    heading: 'q',
    meaning:
      'If the values with this q or a lower one are called changed, about this share of them is chance (Benjamini-Hochberg).',
    width: { wide: 72, narrow: 0 },
    figure: ({ test }) => test && test.q,
    format: formatPValue,
  }),
  ...SIDES.flatMap((side) => [
    fileColumn(`Conversions ${NAMES[side]}`, side, ({ conversions }) => conversions),
    fileColumn(`Conversion Rate ${NAMES[side]} (%)`, side, ({ conversionRate }) => toPercent(conversionRate)),
    fileColumn(`Adjusted Lift ${NAMES[side]}`, side, ({ adjustedLift }) => adjustedLift),
    fileColumn(`Suggested Multiplier ${NAMES[side]}`, side, ({ liftAfterCut }) => liftAfterCut),
    fileColumn(`Interval Low ${NAMES[side]}`, side, ({ interval }) => interval.low),
    fileColumn(`Interval High ${NAMES[side]}`, side, ({ interval }) => interval.high),
  ]),
  downloadColumn<SegmentChange>('Log Change', ({ test }) => test?.logChange ?? ''),
  downloadColumn<SegmentChange>('Standard Error', ({ test }) => test?.standardError ?? ''),
  downloadColumn<SegmentChange>('z', ({ test }) => test?.z ?? ''),
  downloadColumn<SegmentChange>('P-Value', ({ test }) => test?.pValue ?? ''),
  downloadColumn<SegmentChange>('Mix (Points)', ({ parts }) => toPercent(parts.mix)),
  downloadColumn<SegmentChange>('Rate (Points)', ({ parts }) => toPercent(parts.rate)),
  notesColumn<SegmentChange>((change) => [noteOf(change)]),
];

function fileColumn(
  heading: string,
  side: 'before' | 'after',
  of: (segment: JudgedSegment) => number,
): Column<SegmentChange> {
  return downloadColumn(heading, (change) => {
    const segment = change[side];
    return segment ? of(segment) : '';
  });
}

function noteOf({ before, after }: SegmentChange): string | false {
  if (!before) return 'Only the file after has this value.';
  if (!after) return 'Only the file before has this value.';
  return (
    Math.min(before.leads, after.leads) < MIN_TESTED_LEADS &&
    `Fewer than ${MIN_TESTED_LEADS} leads in one of the files, so the lifts are not tested.`
  );
}

function wordPresence({ before, after }: SegmentChange): string | null {
  if (!before) return 'new value';
  return after ? null : 'no longer there';
}

function Verdict({ change }: { change: SegmentChange }) {
  const presence = wordPresence(change);
  return (
    <span className={cx('inline-flex flex-col', change.isChanged ? 'font-semibold' : 'text-muted')}>
      <span>
        <span aria-hidden>{change.isChanged ? '● ' : '○ '}</span>
        {change.verdict}
      </span>
      {presence && <span className="text-12 font-normal">{presence}</span>}
    </span>
  );
}
