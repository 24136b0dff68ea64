import type { RefObject } from 'react';
import { useFloating } from './floating.ts';

export interface FigureHintProps {
  anchor: RefObject<HTMLElement | null>;
  name: string;
  figures: readonly string[];
}

/**
 * A name and its figures beside a mark of a chart, within the window. Screen readers read them as the label of the
 * mark.
 */
export function FigureHint({ anchor, name, figures }: FigureHintProps) {
  const ref = useFloating(anchor, true);
  return (
    <span
      ref={ref}
      aria-hidden
      popover="manual"
      className="ui-hint pointer-events-none max-w-88 rounded-control bg-text px-3 py-2 text-13 font-normal text-canvas shadow-layer"
    >
      <span className="line-clamp-3 font-medium wrap-break-word">{name}</span>
      {figures.map((figure) => (
        <span key={figure} className="block">
          {figure}
        </span>
      ))}
    </span>
  );
}
