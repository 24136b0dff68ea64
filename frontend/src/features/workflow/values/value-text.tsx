import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';

/** Longer texts often begin alike (addresses, questions of a form): their ends stay in view. */
const MAX_WHOLE = 40;
const TAIL = 10;

/** A value on one line, cut in its middle where it has no room. */
export function ValueText({ text, className }: { text: string; className?: string }) {
  const characters = Array.from(text);
  const cut = characters.length > MAX_WHOLE ? characters.length - TAIL : characters.length;
  return (
    <span className={cx('flex min-w-0 whitespace-pre', className)} title={text}>
      <span className="truncate">{characters.slice(0, cut).join('')}</span>
      <span className="shrink-0 empty:hidden">{characters.slice(cut).join('')}</span>
    </span>
  );
}

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
