import { useState } from 'react';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { FieldValueName, nameFieldValue } from '#frontend/features/results/names.tsx';

/** The status of a rule without partners. Independence is claimed only after a test. */
function nameAlone(isTested: boolean): string {
  return isTested ? 'Independent' : 'Not tested';
}

/** 'Independent', 'Not tested', or 'Overlapping (2): Source: Referral; Device: Mobile'. */
export function writeStatus({ partners }: ValueRule, isTested: boolean): string {
  if (partners.length === 0) return nameAlone(isTested);
  return `Overlapping (${partners.length}): ${partners.map(nameFieldValue).join('; ')}`;
}

interface StatusProps {
  rule: ValueRule;
  /** Whether a pair of this value and a value of another attribute was tested. */
  isTested: boolean;
}

/** The status, and the partners of an overlap on one line that opens. */
export function RuleStatus({ rule: { partners }, isTested }: StatusProps) {
  const [isOpen, setOpen] = useState(false);
  if (partners.length === 0) {
    return <span className="text-muted max-md:text-13">{nameAlone(isTested)}</span>;
  }
  const rest = partners.length - 1;
  return (
    <div className="min-w-0 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
      <Badge tone="caution" sign="!">
        Overlapping ({formatCount(partners.length)})
      </Badge>
      <div className={cx('mt-0.5 text-12 text-muted', !isOpen && 'flex items-baseline gap-1')}>
        <ul className="min-w-0">
          {partners.slice(0, isOpen ? partners.length : 1).map((partner) => (
            <li key={nameFieldValue(partner)}>
              <FieldValueName {...partner} />
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-my-1 min-h-6 shrink-0 rounded-[3px] text-accent hover:underline"
          >
            {isOpen ? 'Fewer' : `and ${formatCount(rest)} more`}
          </button>
        )}
      </div>
    </div>
  );
}

export function PrintedStatus({ rule: { partners }, isTested }: StatusProps) {
  const overlap =
    partners.length === 0 ? nameAlone(isTested) : `Overlapping (${formatCount(partners.length)})`;
  return (
    <>
      {overlap}
      {partners.length > 0 && (
        <span className="block text-muted">{partners.map(nameFieldValue).join(', ')}</span>
      )}
    </>
  );
}
