import { cx } from '#frontend/lib/class-names.ts';

/** Longer texts, such as addresses, often begin alike, so their end stays in view. */
const MAX_WHOLE = 24;
const TAIL = 10;

/** A text on one line, cut in its middle where there is too little room for it. */
export function CutText({ text, className }: { text: string; className?: string }) {
  const characters = Array.from(text);
  let cut = characters.length > MAX_WHOLE ? characters.length - TAIL : characters.length;
  while (characters[cut] === ' ') cut++;
  return (
    <span className={cx('flex min-w-0 whitespace-pre', className)} title={text}>
      <span className="truncate">{characters.slice(0, cut).join('')}</span>
      <span className="shrink-0 empty:hidden">{characters.slice(cut).join('')}</span>
    </span>
  );
}
