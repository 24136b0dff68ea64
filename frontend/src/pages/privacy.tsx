import { PAGES } from '#contract/pages.ts';
import { PRODUCT_NAME } from '#frontend/lib/product.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import { BackHome } from './back-home.tsx';
import { WHAT_WE_KEEP } from './privacy/what-we-keep.tsx';
import { YOUR_SIDE } from './privacy/your-side.tsx';

const SECTIONS = [...WHAT_WE_KEEP, ...YOUR_SIDE];

export function PrivacyPage() {
  return (
    <ProsePage
      title={PAGES.privacy.title}
      dateline={
        <>
          Last updated: October 15, 2025
          <br />
          Current version: November 20, 2026
        </>
      }
      back={<BackHome />}
      hasContents
      sections={SECTIONS}
      closing={`© 2025 ${PRODUCT_NAME}`}
    />
  );
}
