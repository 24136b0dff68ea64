import { CompareSaved } from '#frontend/features/compare/compare-saved.tsx';

export function ComparePage() {
  return <CompareSaved />;
}
