import { useEffect, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { prefetch } from '#frontend/lib/prefetch.ts';
import type { ReportProps } from './report.tsx';

type ReportPage = ComponentType<ReportProps>;

const FETCH_AFTER_MS = 2000;
const fetchReport = () => import('./report.tsx').then((module): ReportPage => module.Report);

/**
 * Shows the report while the page is printed, by the button or by the browser's own command. Its code is prefetched,
 * since the browser does not wait once printing has begun.
 */
export function usePrintedReport() {
  const page = useRef<ReportPage>(undefined);
  const [printed, setPrinted] = useState<{ Page: ReportPage; date: Date } | null>(null);
  const fetchPage = async () => {
    page.current = await fetchReport();
  };
  useEffect(() => {
    const timer = setTimeout(() => prefetch(fetchPage), FETCH_AFTER_MS);
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

  const print = async () => {
    await fetchPage();
    window.print();
  };
  return { printed, print };
}
