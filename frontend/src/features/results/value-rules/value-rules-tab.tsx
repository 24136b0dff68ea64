import { useMemo } from 'react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { exportValueRules, valueRuleColumns } from '#frontend/exports/value-rules.ts';
import { formatPercent } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { TableSection } from '#frontend/ui/table.tsx';
import { ColumnMeanings } from '../column-meanings.tsx';
import { copyRows } from '../copy-rows.ts';
import { downloadExport } from '../download-export.ts';
import { VALUE_RULE_MEANINGS } from '../glossary.ts';
import { NoRules } from './no-rules.tsx';
import { OverlapLine } from './overlap-line.tsx';
import { scaleRules } from './rule-scale.ts';
import { RulesCaption } from './rules-caption.tsx';
import { RulesTable } from './rules-table.tsx';

export interface ValueRulesTabProps {
  analysis: Analysis;
  onViewCorrelations(): void;
}

export function ValueRulesTab({ analysis, onViewCorrelations }: ValueRulesTabProps) {
  const { valueRules, settings } = analysis;
  const isTested = useMemo(() => findTested(analysis), [analysis]);
  const scale = useMemo(() => scaleRules(analysis), [analysis]);
  const threshold = formatPercent(settings.thresholdPercent);
  return (
    <div className="flex flex-col gap-12">
      <TableSection
        title="Practical Value Rules"
        description={
          <>
            <p>
              Segments that differ from the average by more than {threshold}, and what to multiply their value
              by.
            </p>
            <OverlapLine analysis={analysis} onViewCorrelations={onViewCorrelations} />
          </>
        }
        actions={
          valueRules.length > 0 && (
            <>
              <Button size="small" onClick={() => downloadExport(exportValueRules(analysis, new Date()))}>
                Download CSV
              </Button>
              <CopyButton getText={() => copyRows(valueRuleColumns, valueRules)} />
            </>
          )
        }
      >
        {valueRules.length > 0 ? (
          <>
            <RulesTable rules={valueRules} scale={scale} isTested={isTested} />
            <RulesCaption scale={scale} />
          </>
        ) : (
          <NoRules analysis={analysis} />
        )}
      </TableSection>
      {valueRules.length > 0 && <ColumnMeanings meanings={VALUE_RULE_MEANINGS} />}
    </div>
  );
}

/** Which rules' segments took part in a test. With one attribute there is nothing that a test could miss. */
function findTested({ fields, interactionTests }: Analysis): (rule: ValueRule) => boolean {
  if (fields.length === 1) return () => true;
  const tested = new Map<string, Set<string>>(fields.map(({ name }) => [name, new Set()]));
  for (const { field, value } of interactionTests.flatMap(({ attributes }) => attributes)) {
    tested.get(field)?.add(value);
  }
  return ({ segment }) => tested.get(segment.fieldName)?.has(segment.value) ?? false;
}
