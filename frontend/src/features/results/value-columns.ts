import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { JudgedSegment, SegmentAmounts } from '#frontend/analysis/judge-segments.ts';
import { nameMoney } from '#frontend/analysis/settings.ts';
import { formatMoney } from '#frontend/lib/format.ts';
import { downloadColumn, type Column, type Columns } from './columns.tsx';
import { countLargeDeals } from './value-notes.ts';

/** The amounts of a segment on the page and on paper; files have them behind the specified columns. */
export function amountColumns({ settings: { currency } }: Analysis): Columns<JudgedSegment> {
  const column = (
    key: 'perConversion' | 'perLead',
    { heading, meaning }: { heading: string; meaning: string },
  ): Column<JudgedSegment> => {
    const shown = ({ amounts }: JudgedSegment) => formatMoney(amounts?.[key] ?? 0, currency);
    return {
      // The key of its column in files, which sorts the page.
      key: nameMoney(MONEY_NAMES[key], currency),
      heading,
      meaning,
      isNumeric: true,
      screen: { width: key === 'perLead' ? 92 : 100, isSortable: true, cell: shown },
      exported: null,
      report: shown,
    };
  };
  return [
    column('perConversion', {
      heading: 'Value per Conversion',
      meaning: 'What the converted leads of the segment are worth, divided by their number.',
    }),
    column('perLead', {
      heading: 'Value per Lead',
      meaning: 'What all leads of the segment are worth, divided by their number.',
    }),
  ];
}

const MONEY_NAMES = { perConversion: 'Average Value per Conversion', perLead: 'Value per Lead' } as const;

/** Figures by value for files, behind the specified columns. None by conversions. */
export function valueFileColumns<Item>(
  { value, settings: { currency } }: Analysis,
  segmentOf: (item: Item) => JudgedSegment,
): Columns<Item> {
  if (!value) return [];
  const figure = (
    heading: string,
    figureOf: (amounts: SegmentAmounts, segment: JudgedSegment) => number | string,
  ) =>
    downloadColumn<Item>(heading, (item) => {
      const segment = segmentOf(item);
      return segment.amounts ? figureOf(segment.amounts, segment) : '';
    });
  return [
    figure(nameMoney('Value', currency), ({ sum }) => sum),
    figure(nameMoney(MONEY_NAMES.perConversion, currency), ({ perConversion }) => perConversion),
    figure(nameMoney(MONEY_NAMES.perLead, currency), ({ perLead }) => perLead),
    figure('Value Lift', (_, { lift }) => lift),
    figure('Large Deals', (_, segment) => countLargeDeals(segment)),
    figure('Value Lift With Capped Amounts', ({ cappedLift }) => cappedLift),
  ];
}
