import type { FieldValue, InteractionTest } from '#frontend/analysis/interactions.ts';
import { correlationColumns } from '#frontend/exports/correlations.ts';
import { formatCount, formatPoints, formatPValue, formatRate } from '#frontend/lib/format.ts';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { TableSection, Td, Th } from '#frontend/ui/table.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { copyRows } from '../copy-rows.ts';
import { Confidence, Lift } from '../figures.tsx';
import { GLOSSARY } from '../glossary.ts';
import { LongTable, type RowPlace } from '../long-table.tsx';

const TITLE = 'Correlation Tests';
const WIDTHS = [264, 72, 104, 116, 104, 104, 104, 108, 76, 100];
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
        widths={WIDTHS}
        items={tests}
        rowHeight={ROW_HEIGHT}
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
      <Th numeric>
        <Term explanation={GLOSSARY.pairConfidence}>Confidence</Term>
      </Th>
      <Th numeric>Conversion Rate</Th>
      <Th numeric>
        <Term explanation={GLOSSARY.predictedLift}>Predicted Lift</Term>
      </Th>
      <Th numeric>
        <Term explanation={GLOSSARY.actualLift}>Actual Lift</Term>
      </Th>
      <Th numeric>
        <Term explanation={GLOSSARY.difference}>Difference</Term>
      </Th>
      <Th numeric>
        <Term explanation={GLOSSARY.pValue}>P-Value</Term>
      </Th>
      <Th>Significant</Th>
    </tr>
  );
}

function InteractionRow({ test, place }: { test: InteractionTest; place: RowPlace }) {
  return (
    <tr {...place} style={{ height: ROW_HEIGHT }}>
      <th scope="row">
        {test.attributes.map((side) => (
          <span key={side.field} title={nameSide(side)} className="block truncate">
            <span className="text-muted">{side.field}:</span> {side.value}
          </span>
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
