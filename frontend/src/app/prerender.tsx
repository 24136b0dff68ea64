import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Frame } from './app.tsx';
import { Providers } from './providers.tsx';
import { PageShape, Shell } from './shell.tsx';

/** The build makes the head of the document with it. */
export { documentTitle } from '#frontend/ui/page-meta.tsx';

/** The page of an address as a visitor without an account and without work in progress first sees it. */
export function renderPage(path: string): Promise<string> {
  return render(path, <Frame />);
}

/** Header and footer around a page that is still to come. */
export function renderShell(): Promise<string> {
  return render(
    '/',
    <Shell>
      <PageShape />
    </Shell>,
  );
}

async function render(path: string, content: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Providers>
      <StaticRouter location={path}>{content}</StaticRouter>
    </Providers>,
    // In one piece: no part may wait for a script to be put in its place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw new Error(`${path} could not be rendered`, { cause: errors[0] });
  return new Response(prelude).text();
}
