import type { ReactNode } from 'react';

interface WhatStopsProps {
  /** The event, in a short sentence. */
  children: ReactNode;
  /** By name; nothing is said where it is empty. */
  stops: readonly string[];
  /** The line above the list. */
  heading?: string;
  /** The sentences about what stays; those that do not apply are null. */
  stays: readonly (string | null)[];
}

/** The text of a question before something ends: what happens, what stops by name, and what stays. */
export function WhatStops({ children, stops, heading = 'This stops:', stays }: WhatStopsProps) {
  const after = stays.filter((sentence) => sentence !== null).join(' ');
  return (
    <>
      <p>{children}</p>
      {stops.length > 0 && (
        <>
          <p className="mt-3 font-medium text-text">{heading}</p>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere text-text">
            {stops.map((one) => (
              <li key={one} className="mt-0.5">
                {one}
              </li>
            ))}
          </ul>
        </>
      )}
      {after && <p className={stops.length > 0 ? 'mt-3' : 'mt-2'}>{after}</p>}
    </>
  );
}
