import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls to the top and focuses the heading when the step, or the column of step 3, changes, so that visitors see and hear the
 * change. After Back or Forward the browser scrolls instead. The first one (after null) changes neither focus nor scroll.
 *
 * @returns the ref of the element around the steps or columns
 */
export function useStepArrival(shown: number | null, isRevisited: boolean): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const lastShown = useRef(shown);
  const start = useEffectEvent((element: HTMLElement) => scrollAndFocus(element, !isRevisited));

  useLayoutEffect(() => {
    const before = lastShown.current;
    lastShown.current = shown;
    const element = container.current;
    if (!element || before === shown) return;
    const stops = [hideForOneFrame(element)];
    if (before !== null) stops.push(start(element));
    return () => stops.forEach((stop) => stop());
  }, [shown]);

  return container;
}

/** Hides the part below the steps (by CSS) for a frame, since its position depends on the length of the step. */
function hideForOneFrame(container: HTMLElement): () => void {
  container.dataset['arriving'] = '';
  const show = () => delete container.dataset['arriving'];
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(show)));
  return () => cancelAnimationFrame(frame);
}

/** Scrolls and focuses in the next frame, since both need a layout, which that frame computes. */
function scrollAndFocus(container: HTMLElement, toTop: boolean): () => void {
  const focused = document.activeElement;
  const focusOnce = () => {
    // The focus stays if the visitor has moved it meanwhile.
    const hasMoved = document.activeElement !== focused;
    if (hasMoved || focusHeading(container)) observer.disconnect();
  };
  // The code of the step or its data may still be loading.
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(focusOnce);
  });
  let frame = requestAnimationFrame(() => {
    if (toTop) window.scrollTo(0, 0);
    observer.observe(container, { childList: true, subtree: true });
    focusOnce();
  });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

function focusHeading(container: HTMLElement): boolean {
  const heading = container.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.style.outline = 'none';
  heading.focus({ preventScroll: true });
  return true;
}
