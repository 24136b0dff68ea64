import {
  autoUpdate,
  computePosition,
  type ComputePositionConfig,
  flip,
  offset,
  shift,
  size,
} from '@floating-ui/dom';
import { useLayoutEffect, useRef, type RefObject } from 'react';

const GAP_PX = 6;
const EDGE_PX = 8;

const MIN_LIST_PX = 224;
const MAX_LIST_HEIGHT_PX = 416;
/** With less room than this, and more above, a list opens upwards. */
const ROOM_ENOUGH_PX = 280;

/** Under the anchor and centred on it, above it where there is no room below; never over the window's edge. */
const BESIDE: ComputePositionConfig = {
  strategy: 'fixed',
  placement: 'bottom',
  middleware: [
    offset(GAP_PX),
    flip({ padding: EDGE_PX, crossAxis: false }),
    shift({ padding: EDGE_PX, crossAxis: true }),
  ],
};

/** As wide as the anchor and under it; above it where there is hardly any room below, and more above. */
export const UNDER = placeUnder((contentHeight) => Math.min(contentHeight, ROOM_ENOUGH_PX));

/** Like `UNDER` for a list that changes while it is open: the side does not depend on its length. */
export const CHANGING_UNDER = placeUnder(() => ROOM_ENOUGH_PX);

function placeUnder(findNeeded: (contentHeight: number) => number): ComputePositionConfig {
  return {
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [
      offset(GAP_PX),
      flip(({ rects, elements }) => {
        const { height } = rects.floating;
        // As if the list had the height that it needs.
        const padding = EDGE_PX + findNeeded(Math.max(height, elements.floating.scrollHeight)) - height;
        return { padding: { top: padding, bottom: padding }, crossAxis: false, flipAlignment: false };
      }),
      shift({ padding: EDGE_PX }),
      size({
        padding: EDGE_PX,
        apply({ rects, availableWidth, availableHeight, elements: { floating } }) {
          floating.style.width = `${Math.min(Math.max(rects.reference.width, MIN_LIST_PX), availableWidth)}px`;
          floating.style.maxHeight = `${Math.min(availableHeight, MAX_LIST_HEIGHT_PX)}px`;
        },
      }),
    ],
  };
}

/** Shows a manual popover beside an anchor while `isOpen`, above everything else on the page. */
export function useFloating<T extends HTMLElement = HTMLSpanElement>(
  anchor: RefObject<HTMLElement | null>,
  isOpen: boolean,
  placing = BESIDE,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const beside = anchor.current;
    if (!element || !beside || !isOpen) return;
    if (element.showPopover) {
      // In browsers without popovers it stays an ordinary element on top of its surroundings.
      element.popover = 'manual';
      element.showPopover();
    }
    const stop = autoUpdate(beside, element, async () => {
      const { x, y } = await computePosition(beside, element, placing);
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
    });
    return () => {
      stop();
      if (element.isConnected) element.hidePopover?.();
    };
  }, [anchor, isOpen, placing]);
  return ref;
}
