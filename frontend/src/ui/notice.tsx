import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { Button } from './button.tsx';

export type NoticeTone = 'info' | 'caution' | 'error' | 'success';

const LOOKS: Record<NoticeTone, { wash: string; sign: string; Icon: typeof Info }> = {
  info: { wash: 'bg-hover', sign: 'text-muted', Icon: Info },
  caution: { wash: 'bg-caution-wash', sign: 'text-caution', Icon: TriangleAlert },
  error: { wash: 'bg-down-wash', sign: 'text-down', Icon: CircleAlert },
  success: { wash: 'bg-up-wash', sign: 'text-up', Icon: CircleCheck },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons or a link at the end of the notice. */
  action?: ReactNode;
  /** By default screen readers announce an error ('alert'), and no other tone. */
  role?: 'note';
  className?: string;
}

export function Notice({ tone, title, children, action, role, className }: NoticeProps) {
  const { wash, sign, Icon } = LOOKS[tone];
  return (
    <div
      role={role ?? (tone === 'error' ? 'alert' : undefined)}
      className={cx('flex items-start gap-3 rounded-surface px-4 py-3 text-14 text-text', wash, className)}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', sign)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 wrap-break-word">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
        {action && <div className="-my-1 flex shrink-0 items-center gap-2">{action}</div>}
      </div>
    </div>
  );
}

interface FailedNoticeProps {
  title: string;
  onRetry(): void;
  /** The reason, or the data that the failure left unchanged. */
  children: ReactNode;
}

/** Says that something could not be made or read, with a button that tries again. */
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
