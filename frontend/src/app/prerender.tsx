import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { Frame, Providers } from './app.tsx';
import { PageShape, Shell } from './shell.tsx';

// The build writes the title into the head of each document.
export { documentTitle } from '#frontend/ui/page-meta.tsx';

/** The HTML of a page for a visitor without an account and without work in progress. */
export function renderPage(path: string): Promise<string> {
  return render(path, <Frame />);
}

/** The HTML of header and footer around the skeleton of a page. */
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
    // One chunk, since further chunks would need an inline script to move them into place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw new Error(`${path} could not be rendered`, { cause: errors[0] });
  return new Response(prelude).text();
}
