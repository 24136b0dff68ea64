import { useCallback, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { PlanSheet } from '#frontend/exports/plan-sheet.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { toastPartMissing } from '#frontend/ui/toast-store.ts';

/**
 * Shows the report while the page is printed, by the button or by the browser's own command. The code of the report is
 * fetched early, since the browser does not wait once printing has begun; the keys for printing wait for the code. With a
 * sheet, `print` prints the sheet instead. Results behind a dialog are not printed, since the dialog may have its own.
 *
 * @param fetchReport stays the same function
 * @param results the element of the results
 */
export function usePrintedReport<Props>(
  fetchReport: () => Promise<ComponentType<Props>>,
  results: RefObject<Element | null>,
) {
  type ReportPage = ComponentType<Props>;
  const page = useRef<ReportPage>(undefined);
  const [printed, setPrinted] = useState<{ Page: ReportPage; date: Date } | null>(null);
  const [sheet, setSheet] = useState<PlanSheet | null>(null);
  const prepare = useCallback(
    async (planSheet: PlanSheet | null) => {
      page.current = await fetchReport();
      flushSync(() => setSheet(planSheet));
    },
    [fetchReport],
  );
  const print = useCallback(
    (planSheet: PlanSheet | null = null) =>
      void prepare(planSheet).then(
        () => window.print(),
        () => toastPartMissing('The report could not be printed'),
      ),
    [prepare],
  );
  useEffect(() => {
    const fetchPage = async () => {
      page.current = await fetchReport();
    };
    prefetch(fetchPage);
    const begin = () => {
      const Page = page.current;
      const isBehind = results.current?.closest('[aria-hidden="true"]');
      if (Page && !isBehind) flushSync(() => setPrinted({ Page, date: new Date() }));
    };
    const end = () => {
      setPrinted(null);
      setSheet(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (page.current || !isPrintCommand(event)) return;
      event.preventDefault();
      // Without the code of the report, the browser prints the screen.
      void prepare(null)
        .catch(() => {})
        .then(() => window.print());
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [fetchReport, prepare, results]);
  return { printed, sheet, print };
}

/** Ctrl+P, or ⌘P on a Mac. */
function isPrintCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'p' && ctrlKey !== metaKey && !altKey && !shiftKey;
}
