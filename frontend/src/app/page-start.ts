import { useEffect, useRef, type RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** A followed link begins at the top of its page, for the eye and for the keyboard. Back and forward stay as they were. */
export function usePageStart(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef<string>(undefined);
  const { pathname, hash } = useLocation();
  const isBackOrForward = useNavigationType() === 'POP';

  useEffect(() => {
    const isFirstPage = lastPath.current === undefined;
    const isSamePage = lastPath.current === pathname;
    lastPath.current = pathname;
    if (isFirstPage || isSamePage || isBackOrForward || hash) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, isBackOrForward]);
  return main;
}
