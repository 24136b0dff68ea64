import { useEffect, useEffectEvent } from 'react';

/** True from a click on 'New analysis' until the first page, which may have to be fetched, has heard of it. */
let isWanted = false;
const listeners = new Set<() => void>();

export function wantNewAnalysis(): void {
  isWanted = true;
  for (const listen of listeners) listen();
}

/** Calls `begin` once for each click on 'New analysis', as soon as `isReady`. */
export function useNewAnalysis(begin: () => void, isReady: boolean): void {
  const take = useEffectEvent(() => {
    if (!isWanted) return;
    isWanted = false;
    begin();
  });
  useEffect(() => {
    if (!isReady) return;
    const listen = () => take();
    listen();
    listeners.add(listen);
    return () => void listeners.delete(listen);
  }, [isReady]);
}
