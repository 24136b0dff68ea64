import { useRef, type ReactNode } from 'react';
import { onRelease } from './hold-while-pressed.ts';
import { NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { Term } from '#frontend/ui/tooltip.tsx';

interface StepActionsProps {
  back: ReactNode;
  next: ReactNode;
  /** The choices that are still missing, on a line above the buttons. */
  need?: string | false;
  /** The reason why the visitor cannot continue, shown beside the buttons. */
  message?: ReactNode;
  /** Called when a pointer goes down on the buttons. */
  onPress?(): void;
}

/** Step 2 or 3: its content, and under it the buttons. */
export function StepLayout({
  children,
  ...actions
}: Omit<StepActionsProps, 'onPress'> & { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <section aria-labelledby="step-title" className="flex flex-col gap-6">
      <div
        ref={content}
        // The step is at least as high as the window, so that the buttons stay when the content changes. On small screens the
        // browser scrolls a focused field above the buttons.
        className="flex min-h-[calc(100dvh-19rem)] flex-col gap-6 max-sm:[&_:is(input,button)]:scroll-mb-36"
      >
        {children}
      </div>
      <StepActions {...actions} onPress={() => content.current && holdHeight(content.current)} />
    </section>
  );
}

/** The buttons under a step. On small screens they stay in view. */
export function StepActions({ back, next, need, message, onPress }: StepActionsProps) {
  return (
    <div
      className="sticky bottom-0 short:static z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline bg-canvas px-4 py-3 sm:static sm:mx-0 sm:px-0 sm:pt-4"
      onPointerDown={onPress}
    >
      {need && <p className="w-full text-13 text-caution">{need}</p>}
      {back}
      {message && (
        <div className="order-first w-full sm:order-none sm:w-auto sm:min-w-0 sm:flex-1">{message}</div>
      )}
      {next}
    </div>
  );
}

/** Fixes the height of the content during a press, so that new content does not move the pressed button. */
function holdHeight(content: HTMLElement): void {
  const { style } = content;
  style.height = `${content.getBoundingClientRect().height}px`;
  style.overflowY = 'clip';
  onRelease(() => (style.height = style.overflowY = ''));
}

const MEANINGS = {
  status: 'How each lead ended, such as “Qualified” or “Lost”.',
  attribute: 'A column to compare leads by, such as source, country or device.',
  converted: 'A lead with a status that you count as a success.',
  ranges: 'Numbers that count as one group, such as 1 to 5 pages.',
  segment: 'All leads that share one value of an attribute, such as all leads from Google.',
};

/** A term of the steps with its meaning in a tooltip. */
export function StepTerm({ term, children }: { term: keyof typeof MEANINGS; children: string }) {
  return <Term explanation={MEANINGS[term]}>{children}</Term>;
}

/** The value in quotation marks. A longer value is cut. */
export function quote(value: string, length = NAME_LENGTH): string {
  return `“${shortText(value, length)}”`;
}
