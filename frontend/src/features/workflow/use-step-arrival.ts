import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Step } from './workflow-state.ts';

function focusHeading(room: HTMLElement): boolean {
  const heading = room.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}

/** What stands below the steps comes anew with each, a frame later: its place depends on the length of the step. */
function hideWhatFollows(room: HTMLElement): () => void {
  room.dataset['arriving'] = '';
  const show = () => delete room.dataset['arriving'];
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(show)));
  return () => cancelAnimationFrame(frame);
}

/** With the frame that shows the step: to scroll and to focus needs a layout, which then is the frame's own. */
function begin(room: HTMLElement, atTop: boolean): () => void {
  const focused = document.activeElement;
  const arrive = () => {
    // Whoever has gone on meanwhile stays there.
    const isElsewhere = document.activeElement !== focused;
    if (isElsewhere || focusHeading(room)) arrival.disconnect();
  };
  // The step may still be being fetched or counted.
  const arrival = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(arrive);
  });
  let frame = requestAnimationFrame(() => {
    if (atTop) window.scrollTo(0, 0);
    arrival.observe(room, { childList: true, subtree: true });
    arrive();
  });
  return () => {
    cancelAnimationFrame(frame);
    arrival.disconnect();
  };
}

/**
 * Every change of step begins at the top of the page, with the focus on the step's heading, for the eye and for the
 * keyboard; one that is revisited is scrolled to where it was, by the browser. The first step shown (null before it)
 * leaves both where they are.
 */
export function useStepArrival(step: Step | null, isRevisited: boolean): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);
  const beginStep = useEffectEvent((arriving: HTMLElement) => begin(arriving, !isRevisited));

  useLayoutEffect(() => {
    const before = lastStep.current;
    lastStep.current = step;
    const arriving = room.current;
    if (!arriving || before === step) return;
    const endings = [hideWhatFollows(arriving)];
    if (before !== null) endings.push(beginStep(arriving));
    return () => endings.forEach((end) => end());
  }, [step]);

  return room;
}
