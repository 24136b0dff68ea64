import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { readToast, subscribeToToast } from '#frontend/ui/toast-store.ts';

const FETCH_AFTER_MS = 3000;

const toaster = lazyWithPreload(async () => (await import('#frontend/ui/toast.tsx')).Toaster);

/**
 * Messages to the visitor. Their code is not part of the first page: it is fetched some seconds later, or at the
 * first message.
 */
export function Messages() {
  const navigate = useNavigate();
  const hasMessage = useSyncExternalStore(
    subscribeToToast,
    () => readToast() !== null,
    () => false,
  );
  useEffect(() => {
    // Without a connection, the message about it can only appear if its code is there already.
    const timer = setTimeout(toaster.preload, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasMessage) return null;
  return (
    <Suspense>
      <toaster.Component onNavigate={(href) => void navigate(href)} />
    </Suspense>
  );
}
