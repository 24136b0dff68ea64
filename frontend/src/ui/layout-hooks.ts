import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

interface ScrollHints {
  /** The content is wider than the element. */
  overflows: boolean;
  /** Content is hidden at the left, or at the right. */
  before: boolean;
  after: boolean;
}

const NOTHING_HIDDEN: ScrollHints = { overflows: false, before: false, after: false };

/**
 * The sides where content is hidden. One pixel does not count, since browsers round widths and positions.
 *
 * @internal
 */
export function hintsOf(
  element: Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>,
): ScrollHints {
  const hidden = element.scrollWidth - element.clientWidth;
  if (hidden <= 1) return NOTHING_HIDDEN;
  return { overflows: true, before: element.scrollLeft > 1, after: element.scrollLeft < hidden - 1 };
}

/** The hints of an element, updated when it scrolls and when its size or that of its content changes. */
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
    // The observer also reports the first sizes, once the page is laid out.
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

/** The media query of a small screen, where the main buttons of a step are pinned: `max-sm` in class names. */
export const SMALL = '(width < 40rem)';

/** The media query of a narrow screen, which hides columns: `md` in class names. */
export const NARROW = '(width < 48rem)';

/** Whether a media query holds, such as '(width < 48rem)'. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

/** This width is assumed before the page is laid out. */
const USUAL_WIDTH = 960;

/** The current width of an element. A drawing is made for its width, so that texts keep their size. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // While printing, elements may have no width. The drawing for the screen is then scaled to the paper.
    const update = () => element.offsetWidth > 0 && setWidth(element.offsetWidth);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
