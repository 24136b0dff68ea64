import { lazy, useState, type ComponentType } from 'react';
import { prefetch } from '#frontend/lib/prefetch.ts';

/** A component whose code is fetched when it is needed, or ahead of that. */
export interface LateComponent<Props> {
  Component: ComponentType<Props>;
  /** Fetches the code ahead; where that fails, rendering tries again. */
  fetchAhead(): void;
}

/**
 * Like `lazy` of React, to be rendered inside `Suspense`; but code that has come before renders at once. `lazy` alone
 * shows the fallback then too, and React holds what follows a fallback back for 300 ms.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LateComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy: ComponentType<Props> = lazy(fetch);

  function Component(props: Props) {
    // Decided once: another type would make a new element of it.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }

  return { Component, fetchAhead: () => prefetch(fetch) };
}
