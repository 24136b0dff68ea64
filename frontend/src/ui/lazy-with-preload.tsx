import { lazy, useState, type ComponentType } from 'react';
import { prefetch } from '#frontend/lib/prefetch.ts';

/** A component whose code is fetched when it is first rendered, or before. */
interface LazyWithPreload<Props> {
  Component: ComponentType<Props>;
  /** Fetches the code now. If that fails, rendering fetches it again. */
  preload(): void;
}

/**
 * Like `lazy` of React, to be rendered inside `Suspense`, but code that is already there renders at once. `lazy` alone
 * would show the fallback first, and React then waits 300 ms before it shows the content.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyWithPreload<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy: ComponentType<Props> = lazy(fetch);

  function Component(props: Props) {
    // Chosen once, since another component type would lose the state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }

  return { Component, preload: () => prefetch(fetch) };
}
