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
/** A list opens upwards if it has less room than this below, and more above. */
const ROOM_ENOUGH_PX = 280;

/** Centres the element below the anchor, or above it if there is no room below. It stays inside the window. */
const BESIDE: ComputePositionConfig = {
  strategy: 'fixed',
  placement: 'bottom',
  middleware: [
    offset(GAP_PX),
    flip({ padding: EDGE_PX, crossAxis: false }),
    shift({ padding: EDGE_PX, crossAxis: true }),
  ],
};

/** Puts a list as wide as the anchor below it, or above it if there is little room below and more above. */
export const UNDER = placeUnder((contentHeight) => Math.min(contentHeight, ROOM_ENOUGH_PX));

/** Like `UNDER`, but the side does not depend on the length of the list, which changes while it is open. */
export const CHANGING_UNDER = placeUnder(() => ROOM_ENOUGH_PX);

function placeUnder(findNeeded: (contentHeight: number) => number): ComputePositionConfig {
  return {
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [
      offset(GAP_PX),
      flip(({ rects, elements }) => {
        const { height } = rects.floating;
        // The check uses the full height of the list, not its present height.
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
      // A browser without popovers shows an ordinary element above its surroundings.
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
