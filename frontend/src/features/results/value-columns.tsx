import { byOutcome } from '#frontend/analysis/judge/outcome.ts';
import type { JudgedSegment, SegmentAmounts } from '#frontend/analysis/judge/judge-segments.ts';
import type { TabStop } from '#frontend/ui/column-table.tsx';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import { findOtherSpellings } from '#frontend/analysis/counts/group-values.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import type { ReactNode } from 'react';
import type { Segment } from '#frontend/analysis/measure/segments.ts';
import { BLANK_LABEL } from '#frontend/analysis/constants.ts';
import { ValueName } from './names.tsx';
import { type Columns, textColumn, wideOnly, downloadColumn } from './columns.tsx';
import { countLargeDeals } from './figures.tsx';

interface NameColumnOptions<Item> {
  width: number;
  /** The width on narrow screens in pixels. */
  narrow?: number;
  fieldWidth?: number;
  isWrapped?: boolean;
  /** Draws the name of the value on the page with what belongs to it, such as a button. */
  around?(name: ReactNode, segment: Item, stop: TabStop): ReactNode;
  /** Draw the parts above the name and below the value on the page. */
  above?(segment: Item, stop: TabStop): ReactNode;
  below?(segment: Item, stop: TabStop): ReactNode;
}

/** The two columns with the name of a segment. On narrow screens one column has the field above the value. */
export function nameColumns<Item extends Segment>({
  width,
  narrow = 140,
  fieldWidth = 112,
  isWrapped,
  around = (name) => name,
  above,
  below,
}: NameColumnOptions<Item>): Columns<Item> {
  return [
    textColumn('field', {
      heading: 'Field',
      text: ({ fieldName }) => fieldName,
      cell: ({ fieldName }) => <ValueName name={fieldName} isWrapped={isWrapped} className="text-muted" />,
      width: wideOnly(fieldWidth),
    }),
    textColumn('value', {
      heading: 'Value',
      text: ({ value }) => value,
      cell: (segment, stop) => (
        <>
          <div className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
            {above?.(segment, stop)}
            <ValueName name={segment.fieldName} className="text-12 text-muted md:hidden" />
          </div>
          {around(
            <ValueName
              name={segment.value}
              field={segment.fieldName}
              isWrapped={isWrapped}
              className="font-medium"
            />,
            segment,
            stop,
          )}
          {below?.(segment, stop)}
        </>
      ),
      width: { wide: width, narrow },
      isRowName: true,
    }),
  ];
}

export const MONEY_NAMES = {
  perConversion: 'Average Value per Conversion',
  perLead: 'Value per Lead',
} as const;

/** The columns of figures by value in files, after the specified columns. Empty by conversions. */
export function valueFileColumns<Item>(
  analysis: Analysis,
  segmentOf: (item: Item) => JudgedSegment,
): Columns<Item> {
  const { currency } = analysis.settings;
  const figure = (
    heading: string,
    figureOf: (amounts: SegmentAmounts, segment: JudgedSegment) => number | string,
  ) =>
    downloadColumn<Item>(heading, (item) => {
      const segment = segmentOf(item);
      return segment.amounts ? figureOf(segment.amounts, segment) : '';
    });
  return byOutcome<Columns<Item>>(analysis, {
    conversions: () => [],
    value: () => [
      figure(nameMoney('Value', currency), ({ sum }) => sum),
      figure(nameMoney(MONEY_NAMES.perConversion, currency), ({ perConversion }) => perConversion),
      figure(nameMoney(MONEY_NAMES.perLead, currency), ({ perLead }) => perLead),
      figure('Value Lift', (_, { lift }) => lift),
      figure('Large Deals', (_, segment) => countLargeDeals(segment)),
      figure('Value Lift With Capped Amounts', ({ cappedLift }) => cappedLift),
    ],
  });
}

/** A note on a value: a short form for the page, and a sentence for files and paper. */
export interface ValueNote {
  word: string;
  sentence: string;
  /** The other spellings of the value; absent in another note. */
  others?: readonly string[];
}

/** 'no answer given' for a blank, 'also written google ads' where another spelling is a segment of its own. */
export function findValueNotes(fields: Analysis['fields']): (segment: Segment) => ValueNote | null {
  const known = new Map<number, ReturnType<typeof findOtherSpellings>>();
  return ({ field, value }) => {
    if (value === BLANK_LABEL) return { word: 'no answer given', sentence: 'No answer given.' };
    // The values of a field are compared once, and only if one of its notes is needed.
    const spellings = known.get(field) ?? findOtherSpellings(fields[field]?.values ?? []);
    known.set(field, spellings);
    const others = spellings.get(value);
    if (!others) return null;
    const names = others.join(', ');
    return { word: `also written ${names}`, sentence: `Also written ${names}.`, others };
  };
}
