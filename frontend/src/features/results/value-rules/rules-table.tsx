import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Td, Th } from '#frontend/ui/table.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { Confidence } from '../figures.tsx';
import { GLOSSARY } from '../glossary.ts';
import { LongTable } from '../long-table.tsx';
import { PINNED_CLASSES, PINNED_HEADER_CLASSES, UNPINNED_CLASSES } from '../table-classes.ts';
import { ValueName } from '../value-name.tsx';
import { RuleStatus } from './rule-status.tsx';
import { SuggestedRule } from './suggested-rule.tsx';

const WIDTHS = [148, 204, 312, 128, 256, 88];
const USUAL_ROW_HEIGHT = 72;

export interface RulesTableProps {
  rules: readonly ValueRule[];
  isTested(rule: ValueRule): boolean;
}

export function RulesTable({ rules, isTested }: RulesTableProps) {
  return (
    <LongTable
      caption="Practical Value Rules"
      widths={WIDTHS}
      items={rules}
      rowHeight={USUAL_ROW_HEIGHT}
      hasUnevenRows
      header={
        <tr>
          <Th className={UNPINNED_CLASSES}>Field</Th>
          <Th className={PINNED_HEADER_CLASSES}>Value</Th>
          <Th>
            <Term explanation={GLOSSARY.suggestedRule}>Suggested Value Rule</Term>
          </Th>
          <Th>
            <Term explanation={GLOSSARY.confidence}>Confidence</Term>
          </Th>
          <Th>
            <Term explanation={GLOSSARY.status}>Status</Term>
          </Th>
          <Th numeric>Leads</Th>
        </tr>
      }
      renderRow={(rule, place) => (
        <tr key={`${rule.segment.field} ${rule.segment.value}`} {...place}>
          <Td className={UNPINNED_CLASSES}>
            <ValueName name={rule.segment.fieldName} className="text-muted" />
          </Td>
          <th scope="row" className={PINNED_CLASSES}>
            <ValueName name={rule.segment.value} className="font-medium" />
          </th>
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
