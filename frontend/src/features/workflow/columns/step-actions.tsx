import type { ReactNode } from 'react';

interface StepActionsProps {
  back: ReactNode;
  next: ReactNode;
  /** The choices that are still missing, on a line above the buttons. */
  need?: string | false;
  /** Why the visitor cannot go on, shown beside the buttons. */
  message?: ReactNode;
}

/** Class names for the content above the buttons: on small screens the browser scrolls a field clear of the buttons. */
export const ABOVE_ACTIONS = 'max-sm:[&_:is(input,button)]:scroll-mb-36';

/** The buttons under a step. On small screens they stay in view. */
export function StepActions({ back, next, need, message }: StepActionsProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline bg-canvas px-4 py-3 sm:static sm:mx-0 sm:px-0 sm:pt-4">
      {need && <p className="w-full text-13 text-caution">{need}</p>}
      {back}
      {message && (
        <div className="order-first w-full sm:order-none sm:w-auto sm:min-w-0 sm:flex-1">{message}</div>
      )}
      {next}
    </div>
  );
}
