import { useSyncExternalStore } from 'react';

/** As `max-sm` in class names. */
const SMALL = '(width < 40rem)';

function watch(onChange: () => void): () => void {
  const media = window.matchMedia(SMALL);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the screen is one on which a step's buttons stand at its lower end, in reach of the thumb. */
export function useSmallScreen(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(SMALL).matches);
}
