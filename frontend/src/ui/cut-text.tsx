import { cx } from '#frontend/lib/class-names.ts';
import { partName } from '#frontend/lib/cut-name.ts';

interface CutTextProps {
  text: string;
  /** Texts of the same view. No two of them look the same where they are cut. */
  among?: readonly string[];
  className?: string;
}

/** A longer start is wider than the room that stays for it: a letter and the ellipsis. */
const SHORT_START = 4;

/** A text on one line, cut before its end where there is too little room for it. The title has all of it. */
export function CutText({ text, among, className }: CutTextProps) {
  const { start, end, rest, mark } = partName(text, among);
  // Spaces count where the text is cut; line breaks would make a second line.
  const spaces = /[\r\n]/.test(text) ? 'whitespace-nowrap' : 'whitespace-pre';
  // In a place too narrow for both parts the end is cut as well, at its beginning: without the ellipsis of the start, a cut
  // name would look like a whole one.
  const isLong = end !== '' && start.length > SHORT_START;
  return (
    <span className={cx('flex min-w-0', spaces, className)} title={text}>
      {/* `truncate` would drop a space before the end. */}
      <span className={cx('overflow-hidden text-ellipsis', isLong && 'min-w-[2.5ch] shrink-[9999]')}>
        {start}
      </span>
      {end && (
        <span
          data-mark={mark}
          className={cx(
            'after:content-[attr(data-mark)]',
            isLong ? 'flex min-w-0 justify-end overflow-hidden' : 'shrink-0',
          )}
        >
          {end}
        </span>
      )}
      {rest && <span className="sr-only">{rest}</span>}
    </span>
  );
}
