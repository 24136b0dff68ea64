import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus to the same control of the next row or of the one before. */
export function focusNeighbour(event: KeyboardEvent<HTMLButtonElement>, selector: string): void {
  const step = STEPS[event.key];
  const table = event.currentTarget.closest('table');
  if (!step || !table) return;
  event.preventDefault();
  const controls = [...table.querySelectorAll<HTMLButtonElement>(selector)];
  controls[controls.indexOf(event.currentTarget) + step]?.focus();
}
