import { useEffect } from 'react';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';

export interface PageMetaProps {
  /** The page's own title; the product's name is put behind it. */
  title?: string;
  description?: string;
}

/** The title and the description of a page, for the browser's tab and for search engines. */
export function PageMeta({ title, description }: PageMetaProps) {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
  useEffect(() => {
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [description]);
  return null;
}
