import { useState } from 'react';
import type { FieldValue } from '#frontend/analysis/interactions.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';

/** Longer lists open on request. */
const SHOWN_PARTNERS = 3;

export interface RuleStatusProps {
  partners: readonly FieldValue[];
  /** False where there are other attributes, and no pair with one of them could be tested. */
  isTested: boolean;
}

export function RuleStatus({ partners, isTested }: RuleStatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return (
      <>
        <span className="text-muted">Independent</span>
        {!isTested && <p className="text-12 text-faint">No pair large enough to test</p>}
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
        {shown.map(({ field, value }) => (
          <li key={`${field}: ${value}`} title={`${field}: ${value}`} className="truncate">
            {field}: <span className="text-text">{value}</span>
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
