import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Step } from './workflow-state.ts';

function focusHeading(room: HTMLElement): boolean {
  const heading = room.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}

/**
 * Every change of step begins at the top of the page, with the focus on the step's heading, for the eye and for the
 * keyboard. The first step shown (null before it) leaves both where they are.
 */
export function useStepArrival(step: Step | null): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);

  useLayoutEffect(() => {
    const arriving = room.current;
    if (!arriving || lastStep.current === step) return;
    // What stands below the steps comes anew with each, as its place depends on the length of the step.
    arriving.dataset['arriving'] = '';
    const frame = requestAnimationFrame(() => delete arriving.dataset['arriving']);
    return () => cancelAnimationFrame(frame);
  }, [step]);

  useEffect(() => {
    const isFirst = lastStep.current === null || lastStep.current === step;
    lastStep.current = step;
    if (isFirst || !room.current) return;
    window.scrollTo(0, 0);
    if (focusHeading(room.current)) return;
    // The step is still being fetched or counted.
    const arrival = new MutationObserver(
      () => room.current && focusHeading(room.current) && arrival.disconnect(),
    );
    arrival.observe(room.current, { childList: true, subtree: true });
    return () => arrival.disconnect();
  }, [step]);

  return room;
}
