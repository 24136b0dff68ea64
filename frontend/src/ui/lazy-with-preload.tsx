import { lazy, useEffect, useState, type ComponentType } from 'react';
import { PART_MISSING, prefetch } from '#frontend/lib/prefetch.ts';
import { Button } from './button.tsx';

/** A component with code that is fetched at the first render, or earlier. */
interface LazyWithPreload<Props> {
  Component: ComponentType<Props>;
  /** Fetches the code now. If that fails, rendering fetches it again. */
  preload(): void;
}

/** Shown instead of a component if its code could not be fetched. */
type MissingPart = ComponentType<{ onRetry(): void }>;

/**
 * Like React's `lazy`, to be rendered inside `Suspense`, but code that has arrived renders at once. `lazy` alone would show
 * the fallback first, and React waits 300 ms before it replaces a fallback. If the code cannot be fetched, `Missing` says so
 * and offers another try; the page around it stays.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: MissingPart = NamedPart,
): LazyWithPreload<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded = await load();
    return { default: loaded };
  };

  function Retry(props: Props) {
    const [Found, setFound] = useState(() => loaded);
    // The next component that is mounted fetches the code again.
    useEffect(() => void (Lazy = makeLazy()), []);
    if (Found) return <Found {...props} />;
    // A second failure leaves the page as it is.
    return (
      <Missing
        onRetry={() =>
          void fetch().then(
            (found) => setFound(() => found.default),
            () => {},
          )
        }
      />
    );
  }

  // A lazy component remembers the outcome of its first fetch, so a failed one is replaced.
  let Lazy = makeLazy();
  function makeLazy(): ComponentType<Props> {
    return lazy(() => fetch().catch(() => ({ default: Retry })));
  }

  function Component(props: Props) {
    // The component type is chosen once, since another one would lose the state.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }

  return { Component, preload: () => prefetch(fetch) };
}

export function NamedPart({ onRetry }: { onRetry(): void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-14">
      <p role="alert" className="text-down">
        {PART_MISSING}
      </p>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
