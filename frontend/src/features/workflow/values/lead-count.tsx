import { formatCount } from '#frontend/lib/format.ts';

/** The leads of a value as a line under its row, relative to the most frequent value. The number says the same. */
export function CountBar({ share, isStrong }: { share: number; isStrong?: boolean }) {
  return (
    <span aria-hidden className="absolute inset-x-0 -bottom-px h-0.5">
      <span
        className={`block h-full min-w-px rounded-full ${isStrong ? 'bg-accent' : 'bg-strong'}`}
        style={{ width: `${100 * share}%` }}
      />
    </span>
  );
}

/** The header of the list shows the unit, so it is repeated for screen readers only. */
export function LeadCount({ leads }: { leads: number }) {
  return (
    <span className="text-13 text-muted tabular-nums">
      {formatCount(leads)}
      <span className="sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
    </span>
  );
}
