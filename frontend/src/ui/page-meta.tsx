import { createContext, useContext, useEffect } from 'react';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';

const DESCRIPTION =
  'Find out which leads convert, by how much and how surely, and what to bid for them. Your file stays in this browser.';

export interface PageMetaProps {
  /** The page's own title; the product's name is put behind it. */
  title?: string;
  /** The product's own where a page has none. */
  description?: string;
  /** Nothing for search engines: it differs by visitor, or is not there. */
  isPrivate?: boolean;
}

/** Where pages are rendered ahead, the heads of their documents are made of what the pages say. */
export const MetaCollector = createContext<((meta: PageMetaProps) => void) | null>(null);

export function documentTitle({ title }: PageMetaProps): string {
  return title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
}

export function documentDescription({ description = DESCRIPTION }: PageMetaProps): string {
  return description;
}

/** The title and the description of a page, for the browser's tab and for search engines. */
export function PageMeta(meta: PageMetaProps) {
  useContext(MetaCollector)?.(meta);
  const title = documentTitle(meta);
  const description = documentDescription(meta);
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
  return null;
}
