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

/** A position in the window, in pixels. Width and height are given only where they are not those of the content. */
export interface Placement {
  left: number;
  top: number;
  width?: number;
  maxHeight?: number;
  /** True: `top` is the lower edge, so that the element grows and shrinks upwards. */
  rises?: boolean;
}

/**
 * Under the anchor and centred on it, above it where there is no room below; never over the window's edge.
 *
 * @internal
 */
export function placeBeside(anchor: Box, size: Size, view: Size): Placement {
  const centred = anchor.left + anchor.width / 2 - size.width / 2;
  const left = Math.max(EDGE_PX, Math.min(centred, view.width - size.width - EDGE_PX));
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + size.height <= view.height - EDGE_PX;
  return { left, top: fitsBelow ? below : Math.max(EDGE_PX, anchor.top - GAP_PX - size.height) };
}

/** As wide as the anchor and under it; above it where there is hardly any room below, and more above. */
export function placeUnder(anchor: Box, size: Size, view: Size): Placement {
  const width = Math.min(Math.max(anchor.width, MIN_LIST_PX), view.width - 2 * EDGE_PX);
  const left = Math.max(EDGE_PX, Math.min(anchor.left, view.width - width - EDGE_PX));
  const below = view.height - EDGE_PX - (anchor.bottom + GAP_PX);
  const above = anchor.top - GAP_PX - EDGE_PX;
  const opensDown = size.height <= below || below >= Math.min(above, ROOM_ENOUGH_PX);
  const maxHeight = Math.min(opensDown ? below : above, MAX_LIST_HEIGHT_PX);
  const top = opensDown ? anchor.bottom + GAP_PX : anchor.top - GAP_PX;
  return { left, top, width, maxHeight, rises: !opensDown };
}

/** Like `placeUnder` for a list that changes while it is open: the side does not depend on its length. */
export function placeChangingUnder(anchor: Box, size: Size, view: Size): Placement {
  return placeUnder(anchor, { ...size, height: MAX_LIST_HEIGHT_PX }, view);
}

/** Shows a manual popover beside an anchor while `isOpen`, above everything else on the page. */
export function useFloating<T extends HTMLElement = HTMLSpanElement>(
  anchor: RefObject<HTMLElement | null>,
  isOpen: boolean,
  choosePlace: (anchor: Box, size: Size, view: Size) => Placement = placeBeside,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isOpen) return;
    const moveToPlace = () => {
      if (!anchor.current) return;
      const size = { width: element.offsetWidth, height: contentHeight(element) };
      const place = choosePlace(anchor.current.getBoundingClientRect(), size, viewSize());
      const { left, top, width, maxHeight, rises } = place;
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      element.style.translate = rises ? '0 -100%' : '';
      if (width !== undefined) element.style.width = `${width}px`;
      if (maxHeight !== undefined) element.style.maxHeight = `${maxHeight}px`;
    };
    if (element.showPopover) {
      // In browsers without popovers it stays an ordinary element on top of its surroundings.
      element.popover = 'manual';
      element.showPopover();
    }
    moveToPlace();
    const { visualViewport } = window;
    window.addEventListener('scroll', moveToPlace, { passive: true, capture: true });
    window.addEventListener('resize', moveToPlace);
    visualViewport?.addEventListener('resize', moveToPlace);
    // An element that grows or shrinks beside the anchor moves the anchor, and changes the size of an element around
    // both.
    const surroundings = new ResizeObserver(moveToPlace);
    for (let around = anchor.current; around; around = around.parentElement) surroundings.observe(around);
    return () => {
      surroundings.disconnect();
      window.removeEventListener('scroll', moveToPlace, { capture: true });
      window.removeEventListener('resize', moveToPlace);
      visualViewport?.removeEventListener('resize', moveToPlace);
      if (element.isConnected) element.hidePopover?.();
    };
  }, [anchor, isOpen, choosePlace]);
  return ref;
}

/** The part of the page that can be seen: the keyboard of a phone may cover the rest. */
function viewSize(): Size {
  const { visualViewport } = window;
  const height = visualViewport ? visualViewport.offsetTop + visualViewport.height : window.innerHeight;
  return { width: document.documentElement.clientWidth, height };
}

/** The height of all content, also of the part that a limited height hides, with the border. */
function contentHeight(element: HTMLElement): number {
  return element.scrollHeight + element.offsetHeight - element.clientHeight;
}
