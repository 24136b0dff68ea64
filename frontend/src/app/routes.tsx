import { lazy, Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { findPage, PAGES, type PageName } from '#contract/pages.ts';
import { HomePage } from '#frontend/pages/home.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';
import { EarlyFiles } from './early-files.ts';
import { PageShape } from './shell.tsx';

interface PageProps {
  /** The text that stands for `:id` in the address. */
  id: string;
}

type PageComponent = ComponentType<PageProps>;

/** The files of all pages, which are fetched when they are first shown. Each exports its component and nothing else. */
const FILES = import.meta.glob<Record<string, PageComponent>>(['../pages/*.tsx', '!../pages/home.tsx']);

/** The first page comes with the program. */
function componentOf(name: string): PageComponent {
  if (name === ('home' satisfies PageName)) return HomePage;
  const load = FILES[`../pages/${name}.tsx`];
  if (!load) throw new Error(`The page ${name} has no file in pages`);
  return lazy(async () => {
    const [component] = Object.values(await load());
    if (!component) throw new Error(`pages/${name}.tsx exports no component`);
    return { default: component };
  });
}

const COMPONENTS = Object.fromEntries(Object.keys(PAGES).map((name) => [name, componentOf(name)])) as Record<
  PageName,
  PageComponent
>; // the names are those of PAGES

/** The page of the address. Flat addresses need no nested routes, whose code every visitor would fetch. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { name, id } = findPage(pathname);
  const Page = COMPONENTS[name];
  return (
    <>
      <PageMeta title={PAGES[name].title} description={PAGES[name].description} />
      <Suspense fallback={<PageShape />}>
        <Page id={id} />
        <EarlyFiles />
      </Suspense>
    </>
  );
}
