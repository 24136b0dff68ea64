import { cx } from '#frontend/lib/class-names.ts';
import { partName } from '#frontend/lib/cut-name.ts';

interface CutTextProps {
  text: string;
  /** Texts of the same view. No two of them look the same where they are cut. */
  among?: readonly string[];
  className?: string;
}

/** A start of more letters is wider than its least width, which is a letter and the ellipsis. */
const SHORT_START = 4;

/** A text on one line. If it is too long, its middle is cut and its title has the whole text. */
export function CutText({ text, among, className }: CutTextProps) {
  const { start, end, rest, mark } = partName(text, among);
  // The spaces at the cut are preserved; line breaks are not, since they would make a second line.
  const spaces = /[\r\n]/.test(text) ? 'whitespace-nowrap' : 'whitespace-pre';
  // If there is no room for both parts, the end is cut too. The start keeps its ellipsis, since a cut name would look like a
  // whole one without it.
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
