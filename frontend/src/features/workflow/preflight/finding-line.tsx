import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { Button } from '#frontend/ui/button.tsx';

interface FindingLineProps {
  text: string;
  /** Shown more quietly after the text. */
  example?: string;
  remedy?: Remedy;
  isCaution?: boolean;
}

/** A button that does something about a finding, or undoes it. */
export interface Remedy {
  label: string;
  isBusy?: boolean;
  apply(event: MouseEvent<HTMLButtonElement>): void;
}

/** One finding of a check, in a list. */
export function FindingLine({ text, example, remedy, isCaution }: FindingLineProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-13">
      <span className={cx('min-w-0 flex-1 basis-60 wrap-break-word', isCaution && 'text-caution')}>
        {text}
        {example && <span className="block text-muted">{example}</span>}
      </span>
      {remedy && (
        <Button
          size="small"
          aria-label={`${remedy.label}: ${text}`}
          // A disabled button would lose the focus.
          aria-disabled={remedy.isBusy}
          onClick={(event) => !remedy.isBusy && remedy.apply(event)}
        >
          {remedy.label}
        </Button>
      )}
    </li>
  );
}

export function FindingList({ label, children, id }: { label: string; children: ReactNode; id?: string }) {
  return (
    <ul id={id} aria-label={label} className="flex flex-col gap-2.5">
      {children}
    </ul>
  );
}
