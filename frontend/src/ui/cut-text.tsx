import { cx } from '#frontend/lib/class-names.ts';
import { partName } from '#frontend/lib/cut-name.ts';

interface CutTextProps {
  text: string;
  /** Texts of the same view. No two of them look the same where they are cut. */
  among?: readonly string[];
  className?: string;
}

/** A text on one line, cut before its end where there is too little room for it. The title has all of it. */
export function CutText({ text, among, className }: CutTextProps) {
  const { start, end, rest, mark } = partName(text, among);
  // Spaces count where the text is cut; line breaks would make a second line.
  const spaces = /[\r\n]/.test(text) ? 'whitespace-nowrap' : 'whitespace-pre';
  return (
    <span className={cx('flex min-w-0', spaces, className)} title={text}>
      {/* `truncate` would drop a space before the end. */}
      <span className="overflow-hidden text-ellipsis">{start}</span>
      {end && (
        <span data-mark={mark} className="shrink-0 after:content-[attr(data-mark)]">
          {end}
        </span>
      )}
      {rest && <span className="sr-only">{rest}</span>}
    </span>
  );
}
