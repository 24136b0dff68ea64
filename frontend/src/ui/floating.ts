import { useLayoutEffect, useRef, type RefObject } from 'react';

const GAP_PX = 6;
const EDGE_PX = 8;

const MIN_LIST_PX = 224;
const MAX_LIST_HEIGHT_PX = 416;
/** With less room than this, and more above, a list opens upwards. */
const ROOM_ENOUGH_PX = 280;

interface Box {
  top: number;
  bottom: number;
  left: number;
  width: number;
}

interface Size {
  width: number;
  height: number;
}

/** A place in the window, in pixels; a width or a height only where it is not the content's own. */
export interface Place {
  left: number;
  top: number;
  width?: number;
  maxHeight?: number;
}

/** Under the anchor and centred on it, above it where there is no room below; never over the window's edge. */
export function placeBeside(anchor: Box, size: Size, view: Size): Place {
  const centred = anchor.left + anchor.width / 2 - size.width / 2;
  const left = Math.max(EDGE_PX, Math.min(centred, view.width - size.width - EDGE_PX));
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + size.height <= view.height - EDGE_PX;
  return { left, top: fitsBelow ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - size.height) };
}

/** As wide as the anchor and under it; above it where there is hardly any room below, and more above. */
export function placeUnder(anchor: Box, size: Size, view: Size): Place {
  const width = Math.min(Math.max(anchor.width, MIN_LIST_PX), view.width - 2 * EDGE_PX);
  const left = Math.max(EDGE_PX, Math.min(anchor.left, view.width - width - EDGE_PX));
  const below = view.height - EDGE_PX - (anchor.bottom + GAP_PX);
  const above = anchor.top - GAP_PX - EDGE_PX;
  const opensDown = size.height <= below || below >= Math.min(above, ROOM_ENOUGH_PX);
  const maxHeight = Math.min(opensDown ? below : above, MAX_LIST_HEIGHT_PX);
  const height = Math.min(size.height, maxHeight);
  return { left, top: opensDown ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - height, width, maxHeight };
}

/** Shows a manual popover beside an anchor while `isOpen`, above everything else on the page. */
export function useFloating<T extends HTMLElement = HTMLSpanElement>(
  anchor: RefObject<HTMLElement | null>,
  isOpen: boolean,
  choosePlace: (anchor: Box, size: Size, view: Size) => Place = placeBeside,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isOpen) return;
    const place = () => {
      if (!anchor.current) return;
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const size = { width: element.offsetWidth, height: contentHeight(element) };
      const { left, top, width, maxHeight } = choosePlace(anchor.current.getBoundingClientRect(), size, view);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      if (width !== undefined) element.style.width = `${width}px`;
      if (maxHeight !== undefined) element.style.maxHeight = `${maxHeight}px`;
    };
    if (element.showPopover) {
      // Without popovers it is an ordinary element on top of its surroundings.
      element.popover = 'manual';
      element.showPopover();
    }
    place();
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      if (element.isConnected) element.hidePopover?.();
    };
  }, [anchor, isOpen, choosePlace]);
  return ref;
}

/** Also of what a limited height hides, with the border. */
function contentHeight(element: HTMLElement): number {
  return element.scrollHeight + element.offsetHeight - element.clientHeight;
}
