import type { Analysis } from '#frontend/analysis/analyse.ts';
import { Notice } from '#frontend/ui/notice.tsx';

/** Whether the factors of a lead value may be multiplied as they are; nothing where no pair could be tested. */
export function IndependenceBanner({ analysis }: { analysis: Analysis }) {
  if (analysis.hasInteractions) {
    return (
      <Notice tone="caution">
        Some correlations were detected: correlated segments were reduced by 15%.
      </Notice>
    );
  }
  if (analysis.interactionTests.length === 0) return null;
  return <Notice tone="success">All factors are independent: their lifts are multiplied as they are.</Notice>;
}
