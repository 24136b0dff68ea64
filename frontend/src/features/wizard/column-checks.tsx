import { useMemo, type ComponentType, type MouseEvent } from 'react';
import { MIN_CONVERSIONS } from '#frontend/analysis/constants.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { Workflow } from './use-workflow.ts';

/** A button that removes the cause of a finding, or undoes that. */
export interface Remedy {
  label: string;
  isBusy?: boolean;
  apply(event: MouseEvent<HTMLButtonElement>): void;
}

/** Components that show findings about a chosen column. The steps place them; another feature draws them. */
export interface ColumnChecks {
  Attribute: ComponentType<{ workflow: Pick<Workflow, 'state' | 'thread'>; column: number; remedy?: Remedy }>;
  Status: ComponentType<{ workflow: Workflow }>;
}

interface UniqueWarningProps {
  use: 'status' | 'attribute';
  detail: ColumnDetail;
  remedy?: Remedy;
}

/** Warns about a column in which nearly every lead has another value, such as an id or an e-mail address. */
export function UniqueWarning({ use, detail, remedy }: UniqueWarningProps) {
  const distinct = useMemo(() => detail.values.filter((value) => value.trim() !== '').length, [detail]);
  return (
    <Notice
      tone="caution"
      title={`Mostly unique: ${formatCount(distinct)} different values`}
      action={
        remedy && (
          <Button size="small" onClick={remedy.apply}>
            {remedy.label}
          </Button>
        )
      }
    >
      {adviceFor(use, detail)}
    </Notice>
  );
}

function adviceFor(use: 'status' | 'attribute', detail: ColumnDetail): string {
  if (use === 'status') return 'A status column usually has a few values, each shared by many leads.';
  if (detail.numeric) return 'Make ranges, so that each group has enough leads to compare.';
  return 'Almost every lead has a different value here, so there is nothing to compare.';
}

/** A warning if too few leads converted, or too few did not; null otherwise, and while no lead converted or all did. */
export function describeFewConversions({ leads, conversions }: Counts): string | null {
  const others = leads - conversions;
  const few = Math.min(conversions, others);
  if (few === 0 || few >= MIN_CONVERSIONS) return null;
  const verb = conversions <= others ? 'converted' : 'did not convert';
  return `Only ${formatCount(few)} of ${countNoun(leads, 'lead')} ${verb}. With fewer than ${MIN_CONVERSIONS}, hardly any difference can be told from chance.`;
}
