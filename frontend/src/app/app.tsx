import { type ReactNode, Suspense, useEffect } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { findPage, PAGES, type PageName } from '#contract/pages.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { LATER_PAGES, type PageComponent } from '#frontend/pages/later-pages.ts';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { MissingPage, PageShape, Shell } from './shell.tsx';
import { keysOf, recordOf } from '#contract/records.ts';

/** Server data is fetched once: no retry, no refetch on focus, on reconnecting or after some time. */
const SERVER_DATA: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
};

export function Providers({ children }: { children: ReactNode }) {
  return <SWRConfig value={SERVER_DATA}>{children}</SWRConfig>;
}

export function App() {
  return (
    <Providers>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
    </Providers>
  );
}

/** The part of the application that the browser and the build share. */
export function Frame() {
  return (
    <Shell>
      <CurrentPage />
    </Shell>
  );
}

/** The first page is part of the main script; the others are fetched when they are shown. */
const COMPONENTS: Readonly<Record<PageName, PageComponent>> = {
  home: HomePage,
  ...recordOf(keysOf(LATER_PAGES), (name) => lazyPage(LATER_PAGES[name])),
};

function lazyPage(load: () => Promise<Readonly<Record<string, PageComponent>>>): PageComponent {
  return lazyWithPreload(async () => Object.values(await load())[0]!, MissingPage).Component; // a page has one export
}

/** The page of the address. The addresses are flat; every visitor would have to fetch the code for nested routes. */
function CurrentPage() {
  const { name, id } = findPage(useLocation().pathname);
  const Page = COMPONENTS[name];
  return (
    <>
      <PageMeta title={PAGES[name].title} />
      <Suspense fallback={<PageShape />}>
        <Page id={id} />
        <EarlyFiles />
      </Suspense>
    </>
  );
}

declare global {
  interface Window {
    /** Files dropped on the page before the program started. A script in index.html keeps them. */
    earlyFiles?: { files: File[]; stop: AbortController };
  }
}

/**
 * Opens the files that were chosen or dropped before the program started. It must be rendered after the page that
 * opens files.
 */
function EarlyFiles(): null {
  useEffect(openEarlyFiles, []);
  return null;
}

function openEarlyFiles(): void {
  const early = window.earlyFiles;
  if (!early) return;
  early.stop.abort();
  delete window.earlyFiles;
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="file"]'))
    if (input.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
  if (early.files.length === 0) return;
  const dataTransfer = new DataTransfer();
  for (const file of early.files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}
