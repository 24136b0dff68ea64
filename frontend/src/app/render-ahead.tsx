import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import {
  documentDescription,
  documentTitle,
  MetaCollector,
  type PageMetaProps,
} from '#frontend/ui/page-meta.tsx';
import { Frame } from './app.tsx';
import { Providers } from './providers.tsx';
import { PageShape, Shell } from './shell.tsx';

export interface RenderedPage {
  html: string;
  title: string;
  description: string;
  isPrivate: boolean;
}

/** The page of an address as a visitor without an account and without work in progress first sees it. */
export function renderPage(path: string): Promise<RenderedPage> {
  return render(path, <Frame />);
}

/** The frame around a page that is still to come. */
export async function renderShell(): Promise<string> {
  const { html } = await render(
    '/',
    <Shell>
      <PageShape />
    </Shell>,
  );
  return html;
}

async function render(path: string, content: ReactNode): Promise<RenderedPage> {
  let meta: PageMetaProps = {};
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <MetaCollector value={(said) => void (meta = said)}>
      <Providers>
        <StaticRouter location={path}>{content}</StaticRouter>
      </Providers>
    </MetaCollector>,
    // In one piece: nothing may wait for a script to be put in its place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw new Error(`${path} could not be rendered`, { cause: errors[0] });
  return {
    html: await new Response(prelude).text(),
    title: documentTitle(meta),
    description: documentDescription(meta),
    isPrivate: meta.isPrivate ?? false,
  };
}
