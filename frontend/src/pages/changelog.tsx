import { PAGES } from '#contract/pages.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import * as text from './changelog.mdx';

const TEXTS = [text];

export function ChangelogPage() {
  return <ProsePage title={PAGES.changelog.title} texts={TEXTS} />;
}
