import { cx } from '#frontend/lib/class-names.ts';

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
