import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';
import { useScrollHints } from './layout-hooks.ts';
import { Tooltip } from './tooltip.tsx';

interface TableScrollProps {
  /** The name of the table, or of the scrolling area while the table scrolls. */
  label: string;
  /** Class names that limit the height, such as 'max-h-[70vh]'; the table then scrolls under its header. */
  className?: string;
  /** For tables that draw only the rows in view. */
  scrollRef?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Lets a table scroll that is wider than the page. It fades at the sides with hidden content. */
export function TableScroll({ label, className, scrollRef, children }: TableScrollProps) {
  const ownRef = useRef<HTMLDivElement>(null);
  const ref = scrollRef ?? ownRef;
  const { overflows, before, after } = useScrollHints(ref);
  const scrolls = overflows || Boolean(className);
  return (
    <div
      className="ui-table-container ui-fade-container relative min-w-0"
      data-before={before || undefined}
      data-after={after || undefined}
    >
      <div
        ref={ref}
        data-scrolls={scrolls || undefined}
        className={cx('ui-table-scroll', className)}
        {...(scrolls ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {})}
      >
        {children}
      </div>
    </div>
  );
}

interface TableProps extends ComponentProps<'table'> {
  caption: string;
  isCaptionHidden?: boolean;
}

export function Table({ caption, isCaptionHidden = true, className, children, ...rest }: TableProps) {
  return (
    <table {...rest} className={cx('ui-table w-full border-separate border-spacing-0 text-14', className)}>
      <caption className={isCaptionHidden ? 'sr-only' : 'pb-2 text-left text-13 text-muted'}>
        {caption}
      </caption>
      {children}
    </table>
  );
}

interface ThProps extends ComponentProps<'th'> {
  /** The heading of figures, aligned to the right like them. */
  numeric?: boolean;
}

export function Th({ numeric, className, scope = 'col', ...rest }: ThProps) {
  return <th {...rest} scope={scope} data-numeric={numeric || undefined} className={className} />;
}

export type SortDirection = 'ascending' | 'descending';

interface SortThProps {
  /** Null when the table is sorted by another column. */
  direction: SortDirection | null;
  onSort(): void;
  numeric?: boolean;
  /** Explains the column in one plain sentence. */
  explanation?: string;
  children: ReactNode;
  className?: string;
}

/** A header cell that sorts its column on click. */
export function SortTh({ direction, onSort, numeric, explanation, children, className }: SortThProps) {
  const Sign = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown;
  const button = (
    <button type="button" onClick={onSort} className="ui-sort">
      {children}
      <Sign aria-hidden className={cx('size-3.5 shrink-0', !direction && 'opacity-50')} />
    </button>
  );
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      data-numeric={numeric || undefined}
      data-sorted={direction ? '' : undefined}
      className={className}
    >
      {explanation ? <Tooltip content={explanation}>{button}</Tooltip> : button}
    </th>
  );
}

/** The header of a table of texts. */
export function TextHead({ titles }: { titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <Th key={title}>{title}</Th>
        ))}
      </tr>
    </thead>
  );
}
