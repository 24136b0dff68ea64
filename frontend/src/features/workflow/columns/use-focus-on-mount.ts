import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The ref of a heading that takes the focus on mount, because it replaces the pressed button. */
export function useFocusOnMount<T extends HTMLElement>(takesFocus: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const isWanted = useRef(takesFocus);
  // A layout effect runs with the render, so that no key press is lost in between.
  useLayoutEffect(() => {
    if (isWanted.current) element.current?.focus();
    isWanted.current = false;
  }, []);
  return element;
}
