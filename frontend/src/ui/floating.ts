import { useLayoutEffect, useRef, type RefObject } from 'react';

const GAP_PX = 6;
const EDGE_PX = 8;

interface Box {
  top: number;
  bottom: number;
  left: number;
  width: number;
}

/** Under the anchor and centred on it, above it where there is no room below; never over the window's edge. */
export function placeBeside(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
) {
  const centred = anchor.left + anchor.width / 2 - size.width / 2;
  const left = Math.max(EDGE_PX, Math.min(centred, view.width - size.width - EDGE_PX));
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + size.height <= view.height - EDGE_PX;
  return { left, top: fitsBelow ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - size.height) };
}

/** Shows a manual popover beside an anchor while `isOpen`, above everything else on the page. */
export function useFloating(
  anchor: RefObject<HTMLElement | null>,
  isOpen: boolean,
): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isOpen) return;
    const place = () => {
      if (!anchor.current) return;
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { left, top } = placeBeside(
        anchor.current.getBoundingClientRect(),
        element.getBoundingClientRect(),
        view,
      );
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    element.showPopover?.();
    place();
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      if (element.isConnected) element.hidePopover?.();
    };
  }, [anchor, isOpen]);
  return ref;
}
