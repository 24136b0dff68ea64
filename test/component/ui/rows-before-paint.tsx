import { useLayoutEffect, type ReactNode } from 'react';
import { render } from '@testing-library/react';

/** Renders, and says how many rows of tables there were before the first paint. */
export function countRowsBeforePaint(content: ReactNode): number {
  const counts: number[] = [];
  function Counter() {
    useLayoutEffect(() => void counts.push(document.querySelectorAll('tbody tr:not([data-gap])').length), []);
    return null;
  }
  render(
    <>
      {content}
      <Counter />
    </>,
  );
  return counts[0] ?? NaN;
}
