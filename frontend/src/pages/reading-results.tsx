import { PAGES } from '#contract/pages.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import * as text from './reading-results.mdx';

const TEXTS = [text];

export function ReadingResultsPage() {
  return <ProsePage title={PAGES['reading-results'].title} texts={TEXTS} hasContents />;
}
