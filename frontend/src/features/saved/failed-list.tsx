import type { ReactNode } from 'react';
import { Button } from '#frontend/ui/button.tsx';

export function FailedList({ reason, onRetry }: { reason: string | null; onRetry(): void }) {
  return (
    <ListState
      title="Your analyses could not be loaded"
      text={reason ?? 'The server could not be reached. Nothing is lost: please try again.'}
    >
      <Button onClick={onRetry}>Try Again</Button>
    </ListState>
  );
}

export function ListState({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 border-t border-hairline py-12">
      <h2 className="text-20">{title}</h2>
      <p className="max-w-prose text-16 wrap-break-word text-muted">{text}</p>
      <div className="mt-4">{children}</div>
    </div>
  );
}
