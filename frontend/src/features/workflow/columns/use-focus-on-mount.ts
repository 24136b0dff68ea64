import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A heading that takes the focus when it takes the place of the button that was pressed. */
export function useFocusOnMount<T extends HTMLElement>(takesFocus: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const isWanted = useRef(takesFocus);
  // With the drawing itself: until an effect that waits has run, keys would go to the page.
  useLayoutEffect(() => {
    if (isWanted.current) element.current?.focus();
    isWanted.current = false;
  }, []);
  return element;
}
