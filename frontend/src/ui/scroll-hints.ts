import { useCallback, useEffect, useState, type RefObject } from 'react';

export interface ScrollHints {
  /** Something is wider than the place it has. */
  overflows: boolean;
  /** There is more to the left, or to the right, of what is in view. */
  before: boolean;
  after: boolean;
}

const NOTHING_HIDDEN: ScrollHints = { overflows: false, before: false, after: false };

/** Where content is hidden at the sides. One pixel is forgiven: browsers round widths and positions. */
export function hintsOf(
  element: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>,
): ScrollHints {
  const hidden = element.scrollWidth - element.clientWidth;
  if (hidden <= 1) return NOTHING_HIDDEN;
  return { overflows: true, before: element.scrollLeft > 1, after: element.scrollLeft < hidden - 1 };
}

/** The hints of an element, kept up to date as it scrolls and as it or its content changes size. */
export function useScrollHints(ref: RefObject<HTMLElement | null>): ScrollHints {
  const [hints, setHints] = useState(NOTHING_HIDDEN);
  const update = useCallback(() => {
    if (!ref.current) return;
    const next = hintsOf(ref.current);
    setHints((last) =>
      last.overflows === next.overflows && last.before === next.before && last.after === next.after
        ? last
        : next,
    );
  }, [ref]);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.addEventListener('scroll', update, { passive: true });
    // It also tells the first sizes, once the page is laid out.
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [ref, update]);
  return hints;
}
