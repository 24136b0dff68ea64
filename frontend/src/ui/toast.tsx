import { useSyncExternalStore, type MouseEvent } from 'react';
import { CircleAlert, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import { buttonClasses, IconButton } from './button.tsx';
import {
  dismissToast,
  readToast,
  subscribeToToast,
  TOAST_DURATION_MS,
  type ShownToast,
} from './toast-store.ts';

const SWIPE_THRESHOLD_PX = 50;

interface ToasterProps {
  /** Shows a page of this application without loading a document. */
  onNavigate?(href: string): void;
}

/** The region in which messages appear. F8 moves the focus to it. */
export function Toaster({ onNavigate }: ToasterProps) {
  const shown = useSyncExternalStore(subscribeToToast, readToast);
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown && <OneToast key={shown.id} message={shown} onNavigate={onNavigate} />}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications"
        aria-keyshortcuts="F8"
        // On a small screen it stands above the bar with the buttons of the step.
        className="fixed inset-x-0 bottom-0 z-60 flex flex-col p-4 outline-none max-sm:bottom-14 sm:left-auto sm:w-104"
      />
    </Radix.Provider>
  );
}

function OneToast({ message, onNavigate }: { message: ShownToast; onNavigate?: (href: string) => void }) {
  const { id, title, description, tone, action, duration, isOpen } = message;
  const isDestructive = tone === 'destructive';
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={(open) => !open && dismissToast(id)}
      duration={duration}
      className={cx(
        'ui-toast flex items-start gap-3 rounded-surface border bg-surface py-3 pr-2 pl-4 text-14 text-text shadow-layer',
        isDestructive ? 'border-down' : 'border-strong',
      )}
    >
      {isDestructive && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-down" />}
      <div className="min-w-0 flex-1 wrap-break-word">
        <Radix.Title className={cx('font-semibold', isDestructive && 'text-down')}>{title}</Radix.Title>
        {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        {action && (
          <Radix.Action asChild altText={action.label}>
            {'href' in action ? (
              <a
                href={action.href}
                onClick={(event) => followInPlace(event, onNavigate)}
                className={cx(buttonClasses('secondary', 'small'), 'mt-2')}
              >
                {action.label}
              </a>
            ) : (
              <button
                type="button"
                onClick={action.onSelect}
                className={cx(buttonClasses('secondary', 'small'), 'mt-2')}
              >
                {action.label}
              </button>
            )}
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton label="Close" icon={<X />} size="small" className="-mt-0.5" />
      </Radix.Close>
    </Radix.Root>
  );
}

function followInPlace(event: MouseEvent<HTMLAnchorElement>, onNavigate?: (href: string) => void) {
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!onNavigate || !isPlainClick) return;
  event.preventDefault();
  // Radix ignores a click with a prevented default, so the toast is closed here.
  const shown = readToast();
  if (shown) dismissToast(shown.id);
  onNavigate(event.currentTarget.getAttribute('href') ?? '/');
}
