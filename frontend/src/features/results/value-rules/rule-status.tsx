import { useState } from 'react';
import type { FieldValue } from '#frontend/analysis/interactions.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { FieldValueName } from '../names.tsx';

/** Longer lists open on request. */
const SHOWN_PARTNERS = 2;

export interface RuleStatusProps {
  partners: readonly FieldValue[];
  /** False where there are other attributes, and no pair with a value of one was tested. */
  isTested: boolean;
}

export function RuleStatus({ partners, isTested }: RuleStatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return (
      <>
        <span className="text-muted">Independent</span>
        {!isTested && <span className="text-12 text-faint"> · not tested</span>}
      </>
    );
  }
  const isLong = partners.length > SHOWN_PARTNERS + 1;
  const shown = isLong && !isOpen ? partners.slice(0, SHOWN_PARTNERS) : partners;
  return (
    <>
      <Badge tone="caution" sign="!">
        Overlapping ({formatCount(partners.length)})
      </Badge>
      <ul className="mt-1 text-12 text-muted">
        {shown.map((partner) => (
          <li key={`${partner.field}: ${partner.value}`}>
            <FieldValueName {...partner} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 rounded-[3px] text-12 text-accent hover:underline"
        >
          {isOpen ? 'Fewer' : `${formatCount(partners.length - SHOWN_PARTNERS)} more`}
        </button>
      )}
    </>
  );
}
