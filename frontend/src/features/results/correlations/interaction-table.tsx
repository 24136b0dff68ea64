import type { FieldValue, InteractionTest } from '#frontend/analysis/interactions.ts';
import { correlationColumns } from '#frontend/exports/correlations.ts';
import { formatCount, formatPoints, formatPValue, formatRate } from '#frontend/lib/format.ts';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { TableSection, Td, Th } from '#frontend/ui/table.tsx';
import { copyRows } from '../copy-rows.ts';
import { FieldValueName } from '../names.tsx';
import { Confidence, Lift } from '../figures.tsx';
import { CORRELATION_MEANINGS } from '../glossary.ts';
import { LongTable, type ColumnWidth, type RowPlace } from '../long-table.tsx';
import { TermTh } from '../term-th.tsx';

const TITLE = 'Correlation Tests';
const COLUMNS: readonly ColumnWidth[] = [
  { width: 288, narrow: 148 },
  ...[68, 108, 112, 100, 100, 92, 104, 80, 96].map((width) => ({ width })),
];
const ROW_HEIGHT = 62;

export function InteractionTable({ tests }: { tests: readonly InteractionTest[] }) {
  return (
    <TableSection
      title={TITLE}
      description="Significant pairs first, then by the size of the difference."
      actions={<CopyButton getText={() => copyRows(correlationColumns, tests)} />}
    >
      <LongTable
        caption={TITLE}
        columns={COLUMNS}
        items={tests}
        rowHeight={ROW_HEIGHT}
        hasUnevenRows
        header={<InteractionHeader />}
        renderRow={(test, place) => (
          <InteractionRow key={test.attributes.map(nameSide).join('\n')} test={test} place={place} />
        )}
      />
    </TableSection>
  );
}

function nameSide({ field, value }: FieldValue): string {
  return `${field}: ${value}`;
}

function InteractionHeader() {
  return (
    <tr>
      <Th>Combination</Th>
      <Th numeric>Leads</Th>
      <Th numeric>Conversions</Th>
      <TermTh numeric title="Confidence" meanings={CORRELATION_MEANINGS} />
      <Th numeric className="whitespace-normal!">
        Conversion Rate
      </Th>
      <TermTh numeric title="Predicted Lift" meanings={CORRELATION_MEANINGS} />
      <TermTh numeric title="Actual Lift" meanings={CORRELATION_MEANINGS} />
      <TermTh numeric title="Difference" meanings={CORRELATION_MEANINGS} />
      <TermTh numeric title="P-Value" meanings={CORRELATION_MEANINGS} />
      <Th>Significant</Th>
    </tr>
  );
}

function InteractionRow({ test, place }: { test: InteractionTest; place: RowPlace }) {
  return (
    <tr {...place} style={{ height: ROW_HEIGHT }}>
      <th scope="row">
        {test.attributes.map((side) => (
          <FieldValueName key={side.field} {...side} isStacked />
        ))}
      </th>
      <Td numeric>{formatCount(test.leads)}</Td>
      <Td numeric>{formatCount(test.conversions)}</Td>
      <Td numeric>
        <Confidence confidence={test.confidencePercent / 100} />
      </Td>
      <Td numeric>{formatRate(test.conversionRate)}</Td>
      <Td numeric>
        <Lift lift={test.predictedLift} />
      </Td>
      <Td numeric>
        <Lift lift={test.actualLift} />
      </Td>
      <Td numeric>{formatPoints(test.difference)}</Td>
      <Td numeric>{formatPValue(test.pValue)}</Td>
      <Td className={test.isSignificant ? 'font-medium text-caution' : 'text-muted'}>
        {test.isSignificant ? 'Yes' : 'No'}
      </Td>
    </tr>
  );
}
