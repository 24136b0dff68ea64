import { Check } from 'lucide-react';
import type { Analysis } from '#frontend/analysis/analyse.ts';
import { formatCount } from '#frontend/lib/format.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';

export interface OverlapLineProps {
  analysis: Analysis;
  onViewCorrelations(): void;
}

/** Whether segments overlap; nothing where no pair could be tested. */
export function OverlapLine({ analysis, onViewCorrelations }: OverlapLineProps) {
  const { interactionTests, significantInteractions } = analysis;
  if (interactionTests.length === 0) return null;
  return (
    <div className="mt-2 flex min-h-control-small flex-wrap items-center gap-2">
      {significantInteractions === 0 ? (
        <Badge tone="up" sign={<Check />}>
          All segments independent
        </Badge>
      ) : (
        <>
          <Badge tone="caution" sign="!">
            {formatCount(significantInteractions)} Interaction(s) Detected
          </Badge>
          <Button variant="ghost" size="small" onClick={onViewCorrelations}>
            View details
          </Button>
        </>
      )}
    </div>
  );
}
