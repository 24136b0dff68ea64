import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface FailedNoticeProps {
  title: string;
  onRetry(): void;
  /** Why, or what the failure leaves as it is. */
  children: ReactNode;
}

/** Something that could not be made or read, with a button that tries again. */
export function FailedNotice({ title, onRetry, children }: FailedNoticeProps) {
  return (
    <Notice
      tone="error"
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
