import { useState } from 'react';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Td, Th } from '#frontend/ui/table.tsx';
import { Confidence } from '../figures.tsx';
import { VALUE_RULE_MEANINGS } from '../glossary.ts';
import { LongTable, NARROW_HIDDEN, type ColumnWidth } from '../long-table.tsx';
import { PINNED_HEADER, SegmentNameCells } from '../segment-cells.tsx';
import { TermTh } from '../term-th.tsx';
import { RuleChart } from './rule-chart.tsx';
import type { RuleScale } from './rule-scale.ts';
import { RuleScaleTicks } from './rule-scale-ticks.tsx';
import { RuleStatus } from './rule-status.tsx';
import { SuggestedRule } from './suggested-rule.tsx';

const COLUMNS: readonly ColumnWidth[] = [
  { width: 148, narrow: 0 },
  { width: 164, narrow: 140 },
  { width: 448, narrow: 220 },
  { width: 116 },
  { width: 200, narrow: 240 },
  { width: 72 },
];
const USUAL_ROW_HEIGHT = 72;

export interface RulesTableProps {
  rules: readonly ValueRule[];
  scale: RuleScale;
  isTested(rule: ValueRule): boolean;
}

export function RulesTable({ rules, scale, isTested }: RulesTableProps) {
  const [stop, setStop] = useState<string | null>(null);
  const tabStop = rules.some((rule) => nameRule(rule) === stop) ? stop : rules[0] && nameRule(rules[0]);
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
          <TermTh title="Suggested Value Rule" meanings={VALUE_RULE_MEANINGS}>
            <RuleScaleTicks scale={scale} />
          </TermTh>
          <TermTh title="Confidence" meanings={VALUE_RULE_MEANINGS} />
          <TermTh title="Status" meanings={VALUE_RULE_MEANINGS} />
          <Th numeric>Leads</Th>
        </tr>
      }
      renderRow={(rule, place) => (
        <tr key={nameRule(rule)} {...place}>
          <SegmentNameCells segment={rule.segment} isWrapped />
          <Td className="md:relative">
            <SuggestedRule rule={rule} />
            <RuleChart
              rule={rule}
              scale={scale}
              isTabStop={nameRule(rule) === tabStop}
              onFocus={() => setStop(nameRule(rule))}
            />
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

function nameRule({ segment }: ValueRule): string {
  return `${segment.field} ${segment.value}`;
}
