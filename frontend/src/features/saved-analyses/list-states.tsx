import type { ReactNode } from 'react';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Skeleton } from '#frontend/ui/skeleton.tsx';
import type { ListView } from './list-view.ts';

export function LoadingList() {
  return (
    <output className="flex flex-col">
      <span className="sr-only">Loading...</span>
      {[0, 1, 2].map((row) => (
        <span key={row} className="flex items-center gap-12 border-b border-hairline py-6">
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </span>
          <Skeleton className="hidden h-4 w-20 sm:block" />
          <Skeleton className="hidden h-4 w-12 sm:block" />
          <Skeleton className="h-10 w-1/4" />
        </span>
      ))}
    </output>
  );
}

export function EmptyList() {
  return (
    <State
      title="Nothing saved yet"
      text="Analyze a file and choose Save Analysis in its results. The analysis then appears here."
    >
      <Link to="/" className={buttonClasses('primary')}>
        Create Your First Analysis
      </Link>
    </State>
  );
}

export function NoMatch({ view, onClear }: { view: ListView; onClear(): void }) {
  const { query, column, from, to } = view;
  const conditions = [
    query.trim() !== '' && `the name contains “${query.trim()}”`,
    column !== '' && `the columns include “${column}”`,
    from !== '' && `it was saved from ${from}`,
    to !== '' && `it was saved until ${to}`,
  ].filter((condition) => condition !== false);
  return (
    <State title="No matching analysis" text={`There is none where ${conditions.join(' and ')}.`}>
      <Button onClick={onClear}>{column || from || to ? 'Clear Filters' : 'Clear Search'}</Button>
    </State>
  );
}

export function FailedList({ reason, onRetry }: { reason: string | null; onRetry(): void }) {
  return (
    <State
      title="Your analyses could not be loaded"
      text={reason ?? 'The server could not be reached. Nothing is lost: please try again.'}
    >
      <Button onClick={onRetry}>Try Again</Button>
    </State>
  );
}

function State({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 border-t border-hairline py-12">
      <h2 className="text-20">{title}</h2>
      <p className="max-w-prose text-16 wrap-break-word text-muted">{text}</p>
      <div className="mt-4">{children}</div>
    </div>
  );
}
