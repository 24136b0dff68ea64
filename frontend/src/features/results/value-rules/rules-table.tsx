import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Td, Th } from '#frontend/ui/table.tsx';
import { Confidence } from '../figures.tsx';
import { VALUE_RULE_MEANINGS } from '../glossary.ts';
import { LongTable, NARROW_HIDDEN, type ColumnWidth } from '../long-table.tsx';
import { PINNED_HEADER, SEGMENT_NAME_COLUMNS, SegmentNameCells } from '../segment-cells.tsx';
import { TermTh } from '../term-th.tsx';
import { RuleStatus } from './rule-status.tsx';
import { SuggestedRule } from './suggested-rule.tsx';

const COLUMNS: readonly ColumnWidth[] = [
  ...SEGMENT_NAME_COLUMNS,
  { width: 312, narrow: 220 },
  { width: 124 },
  { width: 280, narrow: 240 },
  { width: 80 },
];
const USUAL_ROW_HEIGHT = 72;

export interface RulesTableProps {
  rules: readonly ValueRule[];
  isTested(rule: ValueRule): boolean;
}

export function RulesTable({ rules, isTested }: RulesTableProps) {
  return (
    <LongTable
      caption="Practical Value Rules"
      columns={COLUMNS}
      items={rules}
      rowHeight={USUAL_ROW_HEIGHT}
      hasUnevenRows
      header={
        <tr>
          <Th className={NARROW_HIDDEN}>Field</Th>
          <Th className={PINNED_HEADER}>Value</Th>
          <TermTh title="Suggested Value Rule" meanings={VALUE_RULE_MEANINGS} />
          <TermTh title="Confidence" meanings={VALUE_RULE_MEANINGS} />
          <TermTh title="Status" meanings={VALUE_RULE_MEANINGS} />
          <Th numeric>Leads</Th>
        </tr>
      }
      renderRow={(rule, place) => (
        <tr key={`${rule.segment.field} ${rule.segment.value}`} {...place}>
          <SegmentNameCells segment={rule.segment} isWrapped />
          <Td>
            <SuggestedRule rule={rule} />
          </Td>
          <Td>
            <Confidence confidence={rule.segment.confidence} />
          </Td>
          <Td>
            <RuleStatus partners={rule.partners} isTested={isTested(rule)} />
          </Td>
          <Td numeric>{formatCount(rule.segment.leads)}</Td>
        </tr>
      )}
    />
  );
}
