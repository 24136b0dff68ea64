import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';

/** Longer texts, such as addresses, often begin alike, so their end stays in view. */
const MAX_WHOLE = 40;
const TAIL = 10;

/** A value on one line, cut in its middle where it is too long. */
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

/** The leads of a value as a line, relative to the most frequent value. The number beside it says the same. */
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

/** The header of the list shows the unit, so it is repeated for screen readers only. */
export function LeadCount({ leads }: { leads: number }) {
  return (
    <span className="text-13 text-muted tabular-nums">
      {formatCount(leads)}
      <span className="sr-only"> {leads === 1 ? 'lead' : 'leads'}</span>
    </span>
  );
}
