import type { ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { ABOVE_ACTIONS } from '../columns/step-actions.tsx';

/** Moves the focus from a button that is about to disappear to the summary, which shows the effect. */
export function focusSummary(button: Element): void {
  button.closest('[data-values]')?.querySelector('aside')?.focus();
}

/** The values at the left, their summary at the right, always in view. */
export function ValuesLayout({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div
      data-values
      className={cx('flex flex-col gap-6 sm:flex-row-reverse sm:items-start sm:gap-8', ABOVE_ACTIONS)}
    >
      <aside
        aria-label="Summary"
        tabIndex={-1}
        className="outline-none sm:sticky sm:top-6 sm:w-48 sm:shrink-0"
      >
        {summary}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col gap-3">{children}</div>
    </div>
  );
}
