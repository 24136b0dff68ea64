import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { readToast, subscribeToToast } from '#frontend/ui/toast-store.ts';

const FETCH_AFTER_MS = 3000;

const fetchToaster = () => import('#frontend/ui/toast.tsx');
const Toaster = lazy(() => fetchToaster().then((module) => ({ default: module.Toaster })));

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
    const timer = setTimeout(() => prefetch(fetchToaster), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!hasMessage) return null;
  return (
    <Suspense>
      <Toaster onNavigate={(href) => void navigate(href)} />
    </Suspense>
  );
}
