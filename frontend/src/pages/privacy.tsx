import { PAGES } from '#contract/pages.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import * as text from './privacy.mdx';

const TEXTS = [text];

export function PrivacyPage() {
  return (
    <ProsePage
      title={PAGES.privacy.title}
      dateline={text.dateline}
      texts={TEXTS}
      hasContents
      closing={text.closing}
    />
  );
}
