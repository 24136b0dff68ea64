import { formatCount } from '#frontend/lib/format.ts';

/** A share of the most frequent value as a line; the figure beside it says the same. */
export function CountBar({ share, isStrong }: { share: number; isStrong?: boolean }) {
  return (
    <span aria-hidden className="mt-1 block h-0.5 rounded-full bg-hairline">
      <span
        className={`block h-full min-w-px rounded-full ${isStrong ? 'bg-accent' : 'bg-control'}`}
        style={{ width: `${100 * share}%` }}
      />
    </span>
  );
}

/** The header above a list of them names the unit for the eye. */
export function LeadCount({ leads }: { leads: number }) {
  return (
    <span className="text-13 text-muted tabular-nums">
      {formatCount(leads)}
      <span className="sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
    </span>
  );
}
