import { type ReactNode, Suspense, type ComponentType, useEffect } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { findPage, PAGES, type PageName } from '#contract/pages.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { MissingPage, PageShape, Shell } from './shell.tsx';

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

interface PageProps {
  /** The part of the address in the position of `:id`. */
  id: string;
}

type PageComponent = ComponentType<PageProps>;

/** The files of all other pages. A file exports its component and nothing else. */
const FILES = import.meta.glob<Record<string, PageComponent>>(['../pages/*.tsx', '!../pages/home.tsx']);

const COMPONENTS = Object.fromEntries(Object.keys(PAGES).map((name) => [name, componentOf(name)])) as Record<
  PageName,
  PageComponent
>; // each file has the name of a page in PAGES

/** The first page is part of the main script; the others are fetched when they are shown. */
function componentOf(name: string): PageComponent {
  if (name === ('home' satisfies PageName)) return HomePage;
  const load = FILES[`../pages/${name}.tsx`];
  if (!load) throw new Error(`The page ${name} has no file in pages`);
  return lazyWithPreload(async () => Object.values(await load())[0]!, MissingPage).Component; // a page file has one export
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
