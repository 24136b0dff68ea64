import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Link } from '#frontend/ui/link.tsx';

export interface DetailHeadProps {
  /** Title and date. */
  children: ReactNode;
  action?: ReactNode;
}

/** The bar of one saved analysis: it stays in view while its results scroll below. */
export function DetailHead({ children, action }: DetailHeadProps) {
  return (
    <div className="sticky top-0 z-20 border-b border-hairline bg-canvas print:static">
      <div className="mx-auto flex w-full max-w-results items-center gap-x-6 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1">
          <BackLink />
          <div className="flex flex-wrap items-baseline gap-x-4">{children}</div>
        </div>
        {action}
      </div>
    </div>
  );
}

export function BackLink() {
  return (
    <Link
      to="/saved"
      className="inline-flex min-h-6 items-center gap-1.5 rounded-control text-13 text-muted hover:text-text coarse:min-h-11"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Back to Saved Analyses
    </Link>
  );
}
