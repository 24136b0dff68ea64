import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { ReportProps } from './report.tsx';

type ReportPage = ComponentType<ReportProps>;

const FETCH_AFTER_MS = 2000;
const fetchReport = () => import('./report.tsx').then((module): ReportPage => module.Report);

/**
 * The report while the page is printed, by button or by the browser's own command. Its code is fetched ahead: once
 * printing has begun, nothing can be waited for.
 */
export function usePrintedReport() {
  const page = useRef<ReportPage>(undefined);
  const [printed, setPrinted] = useState<{ Page: ReportPage; date: Date } | null>(null);

  useEffect(() => {
    const timer = setTimeout(
      () =>
        void fetchReport().then(
          (fetched) => (page.current = fetched),
          () => {},
        ),
      FETCH_AFTER_MS,
    );
    const begin = () => {
      const Page = page.current;
      if (Page) flushSync(() => setPrinted({ Page, date: new Date() }));
    };
    const end = () => setPrinted(null);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);

  const print = useCallback(async () => {
    page.current = await fetchReport();
    window.print();
  }, []);
  return { printed, print };
}
