import { lazy, useEffect, useState, type ComponentType } from 'react';
import { PART_MISSING } from '#frontend/lib/part-missing.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { Button } from './button.tsx';

/** A component whose code is fetched when it is first rendered, or before. */
interface LazyWithPreload<Props> {
  Component: ComponentType<Props>;
  /** Fetches the code now. If that fails, rendering fetches it again. */
  preload(): void;
}

/** Stands in the place of a component whose code could not be fetched. */
type MissingPart = ComponentType<{ onRetry(): void }>;

/**
 * Like `lazy` of React, to be rendered inside `Suspense`, but code that is already there renders at once. `lazy` alone
 * would show the fallback first, and React then waits 300 ms before it shows the content. Code that cannot be fetched
 * is named in its place, where it can be tried again; the page around it stays.
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
    // The next that is rendered fetches the code anew.
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

  // It keeps what its first fetch has come to.
  let Lazy = makeLazy();
  function makeLazy(): ComponentType<Props> {
    return lazy(() => fetch().catch(() => ({ default: Retry })));
  }

  function Component(props: Props) {
    // Chosen once, since another component type would lose the state.
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
