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

/**
 * A text on one line. If it is too long, its middle is cut and its title has the whole text. The two parts are drawn by the style sheet,
 * so that the whole text is read aloud, found and copied as one.
 */
export function CutText({ text, among, className }: CutTextProps) {
  const { start, end, mark } = partName(text, among);
  // The spaces at the cut are preserved; line breaks are not, since they would make a second line.
  const spaces = /[\r\n]/.test(text) ? 'whitespace-nowrap' : 'whitespace-pre';
  if (!end)
    return (
      <span className={cx('flex min-w-0', spaces, className)} title={text}>
        {/* `truncate` would drop a space before the end. */}
        <span className="overflow-hidden text-ellipsis">{text}</span>
      </span>
    );
  // If there is no room for both parts, the end is cut too. The start keeps its ellipsis, since a cut name would look like a
  // whole one without it.
  const isLong = start.length > SHORT_START;
  return (
    <span className={cx('relative flex min-w-0', spaces, className)} title={text}>
      <span className="sr-only">{text}</span>
      <span
        aria-hidden
        data-text={start}
        className={cx(DRAWN, 'overflow-hidden text-ellipsis', isLong && 'min-w-[2.5ch] shrink-[9999]')}
      />
      <span
        aria-hidden
        data-text={end + mark}
        className={cx(DRAWN, isLong ? 'flex min-w-0 justify-end overflow-hidden' : 'shrink-0')}
      />
    </span>
  );
}

const DRAWN = 'before:content-[attr(data-text)]';
