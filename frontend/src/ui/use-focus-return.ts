import { useRef } from 'react';

export interface FocusReturn {
  onOpenAutoFocus(): void;
  onCloseAutoFocus(event: Event): void;
}

/**
 * For a dialog without a trigger of its own: when it closes, the focus goes back to what had it before. Where that was
 * an item of a menu, which is gone by then, it goes to the menu's button; where that is gone too, nowhere.
 */
export function useFocusReturn(): FocusReturn {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = lastingElement(document.activeElement);
    },
    onCloseAutoFocus: (event) => {
      if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}

function lastingElement(element: Element | null): Element | null {
  const buttonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (buttonId && document.getElementById(buttonId)) || element;
}
