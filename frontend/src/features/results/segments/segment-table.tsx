import type { ReactNode } from 'react';
import { leadValueOf, type JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import { segmentColumns } from '#frontend/exports/segments.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatDollars, formatPValue, formatRate } from '#frontend/lib/format.ts';
import { SortTh, Td } from '#frontend/ui/table.tsx';
import { Confidence, Lift } from '../figures.tsx';
import { explainTitle, segmentMeanings } from '../glossary.ts';
import { LongTable, NARROW_HIDDEN, type ColumnWidth } from '../long-table.tsx';
import { PINNED_HEADER, SEGMENT_NAME_COLUMNS, SegmentNameCells } from '../segment-cells.tsx';
import { TitleText } from '../title-text.tsx';
import { sortByColumn, sortedColumn, type SegmentView } from './segment-view.ts';

const ROW_HEIGHT = 40;
const COLUMNS: readonly ColumnWidth[] = [
  ...SEGMENT_NAME_COLUMNS,
  ...[68, 116, 112, 92, 104, 96, 144].map((width) => ({ width })),
];
const LEAD_VALUE_COLUMN: ColumnWidth = { width: 92 };

const FIGURES: Record<string, (segment: JudgedSegment, conversionValue: number) => ReactNode> = {
  Leads: ({ leads }) => formatCount(leads),
  Conversions: ({ conversions }) => formatCount(conversions),
  Confidence: ({ confidence }) => <Confidence confidence={confidence} />,
  'P-Value': ({ pValue }) => formatPValue(pValue),
  'Conversion Rate': ({ conversionRate }) => formatRate(conversionRate),
  'Lift vs Baseline': ({ lift }) => <Lift lift={lift} />,
  'Adjusted Lift': ({ adjustedLift }) => <Lift lift={adjustedLift} hasChange />,
  'Lead Value ($)': (segment, conversionValue) => formatDollars(leadValueOf(segment, conversionValue)),
};

export interface SegmentTableProps {
  caption: string;
  /** In the order of the view. */
  segments: readonly JudgedSegment[];
  conversionValue: number;
  view: SegmentView;
  onViewChange(view: SegmentView): void;
}

export function SegmentTable({ caption, segments, conversionValue, view, onViewChange }: SegmentTableProps) {
  const titles = segmentColumns(conversionValue).map(({ title }) => title);
  const meanings = segmentMeanings(conversionValue > 0);
  const sorted = sortedColumn(view, conversionValue);
  return (
    <LongTable
      caption={caption}
      columns={conversionValue > 0 ? [...COLUMNS, LEAD_VALUE_COLUMN] : COLUMNS}
      items={segments}
      rowHeight={ROW_HEIGHT}
      hasUnevenRows
      header={
        <tr>
          {titles.map((title, column) => (
            <SortTh
              key={title}
              numeric={title in FIGURES}
              explanation={explainTitle(meanings, title)}
              direction={title === sorted ? view.direction : null}
              onSort={() => onViewChange(sortByColumn({ ...view, column: sorted }, title))}
              className={cx('whitespace-normal!', HEADER_CLASSES[column])}
            >
              <span>
                <TitleText title={title} />
              </span>
            </SortTh>
          ))}
        </tr>
      }
      renderRow={(segment, place) => (
        <tr key={`${segment.field} ${segment.value}`} {...place} style={{ height: ROW_HEIGHT }}>
          <SegmentNameCells segment={segment} />
          {titles.slice(2).map((title) => (
            <Td key={title} numeric>
              {FIGURES[title]?.(segment, conversionValue)}
            </Td>
          ))}
        </tr>
      )}
    />
  );
}

const HEADER_CLASSES = [NARROW_HIDDEN, PINNED_HEADER];
