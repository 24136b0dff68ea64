import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { prefetch } from '#frontend/lib/prefetch.ts';

/**
 * Shows the report while the page is printed, by the button or by the browser's own command. Its code is fetched at once,
 * since the browser does not wait when printing has begun. The keys of that command wait for it.
 *
 * @param fetchReport stays the same function
 */
export function usePrintedReport<Props>(fetchReport: () => Promise<ComponentType<Props>>) {
  type ReportPage = ComponentType<Props>;
  const page = useRef<ReportPage>(undefined);
  const [printed, setPrinted] = useState<{ Page: ReportPage; date: Date } | null>(null);
  const print = useCallback(async () => {
    page.current = await fetchReport();
    window.print();
  }, [fetchReport]);
  useEffect(() => {
    const fetchPage = async () => {
      page.current = await fetchReport();
    };
    prefetch(fetchPage);
    const begin = () => {
      const Page = page.current;
      if (Page) flushSync(() => setPrinted({ Page, date: new Date() }));
    };
    const end = () => setPrinted(null);
    const onKeyDown = (event: KeyboardEvent) => {
      if (page.current || !isPrintCommand(event)) return;
      event.preventDefault();
      // Without the report the screen is printed, as the browser would have done.
      void print().catch(() => window.print());
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [fetchReport, print]);
  return { printed, print };
}

/** Ctrl+P, or ⌘P on a Mac. */
function isPrintCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'p' && ctrlKey !== metaKey && !altKey && !shiftKey;
}
