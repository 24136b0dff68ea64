import { PAGES } from '#contract/pages.ts';
import { ProsePage } from '#frontend/ui/prose.tsx';
import * as text from './roadmap.mdx';

const TEXTS = [text];

export function RoadmapPage() {
  return <ProsePage title={PAGES.roadmap.title} texts={TEXTS} />;
}
