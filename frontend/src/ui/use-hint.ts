import { useEffect, useRef, useState } from 'react';

const OPEN_DELAY_MS = 150;
const CLOSE_DELAY_MS = 120;

/** Opens an explanation on hover, on focus and on touch; Escape closes it. */
export function useHint() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (open: boolean, delay: number) => {
    clearTimeout(timer.current);
    if (delay > 0) timer.current = setTimeout(() => setOpen(open), delay);
    else setOpen(open);
  };
  const events = {
    // The delays let the pointer cross the control without opening the text, and move from the control onto the text.
    onPointerEnter: (event: { pointerType: string }) =>
      event.pointerType === 'mouse' && change(true, OPEN_DELAY_MS),
    onPointerLeave: (event: { pointerType: string }) =>
      event.pointerType === 'mouse' && change(false, CLOSE_DELAY_MS),
    onFocus: () => change(true, 0),
    onBlur: () => change(false, 0),
    onClick: () => change(true, 0),
    onKeyDown: (event: { key: string }) => event.key === 'Escape' && change(false, 0),
  };
  return { isOpen, events };
}
