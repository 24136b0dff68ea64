import { useEffect } from 'react';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';

interface PageMetaProps {
  /** The page's own title; null if the name of the product is the whole title. */
  title: string | null;
}

export function documentTitle(title: string | null): string {
  return title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
}

/** Sets the title of the browser's tab while it is shown. The description is that of the document, for search engines. */
export function PageMeta({ title }: PageMetaProps) {
  const fullTitle = documentTitle(title);
  useEffect(() => {
    const before = document.title;
    document.title = fullTitle;
    return () => {
      document.title = before;
    };
  }, [fullTitle]);
  return null;
}
