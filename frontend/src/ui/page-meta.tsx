import { useEffect } from 'react';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';

interface PageMetaProps {
  /** The page's own title; null if the name of the product is the whole title. */
  title: string | null;
  /** Absent: the description does not change. */
  description?: string;
}

export function documentTitle(title: string | null): string {
  return title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
}

/** Sets the title of the browser's tab, and the description that search engines read. */
export function PageMeta({ title, description }: PageMetaProps) {
  const fullTitle = documentTitle(title);
  useEffect(() => {
    document.title = fullTitle;
    if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [fullTitle, description]);
  return null;
}
