import { useLayoutEffect, useState, type RefObject } from 'react';

/** Before anything is laid out. */
const USUAL_WIDTH = 960;

/** The width that an element has, kept up to date; a drawing is made for it, so that its texts keep their size. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // On paper the drawing is scaled instead: the width of the screen stays the one it is made for.
    const update = () => element.offsetWidth > 0 && setWidth(element.offsetWidth);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
