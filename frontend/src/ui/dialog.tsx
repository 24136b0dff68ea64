import { type ReactNode, useEffect, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { AlertDialog as RadixAlert, Dialog as Radix } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import { buttonClasses, IconButton } from './button.tsx';
import { useAction } from './use-action.ts';

/**
 * Darkens the page; the style sheet also stops it from scrolling. The part that Radix has for this writes a style element,
 * which the content security policy forbids. The scrim has the z-index of the dialogs, so that a question over a dialog
 * darkens that dialog too.
 */
function Scrim() {
  return <div aria-hidden className="ui-scrim ui-fade pointer-events-auto fixed inset-0 z-50 bg-scrim" />;
}

const PANEL_CLASSES =
  'ui-rise fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col short:overflow-y-auto rounded-surface border border-hairline bg-surface text-text shadow-layer';

const WIDTHS = { regular: 'max-w-md', wide: 'max-w-step', page: 'max-w-results' } as const;

export interface DialogProps {
  onClose(): void;
  /** Keeps the dialog open until the work is done. */
  isBusy?: boolean;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, right-aligned under a line. They stay in view while the content scrolls, if the window is high enough. */
  footer?: ReactNode;
  size?: keyof typeof WIDTHS;
}

export function Dialog({
  onClose,
  isBusy,
  title,
  description,
  children,
  footer,
  size = 'regular',
}: DialogProps) {
  const focus = useDialogFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={leaveToOpenList}
          // Without this, Radix warns about a missing description.
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(PANEL_CLASSES, WIDTHS[size])}
        >
          <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div className="min-w-0">
              <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-14 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X />} className="-mt-1.5 -mr-2" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 short:flex-none short:overflow-visible">
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-hairline px-6 py-4">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Escape closes an open list first, and only then the dialog around it. */
function leaveToOpenList(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]'))
    event.preventDefault();
}

interface ConfirmDialogProps {
  /** Absent for one that is there only while it asks. */
  open?: boolean;
  onClose(): void;
  title: string;
  description: ReactNode;
  /** A form with this id. The visitor fills it in, and the button submits it. */
  children?: ReactNode;
  formId?: string;
  /** Says what will happen: 'Delete analysis', not 'OK'. */
  confirmLabel: string;
  tone?: 'danger' | 'primary';
  /** Keeps the dialog open with both buttons disabled until the work is done. */
  isBusy?: boolean;
  onConfirm?(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, onClose, title, description, confirmLabel, tone = 'danger', isBusy, formId } = props;
  const focus = useDialogFocus();
  return (
    <RadixAlert.Root open={open} onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <RadixAlert.Portal>
        <Scrim />
        <RadixAlert.Content {...focus} className={cx(PANEL_CLASSES, 'max-w-md gap-2 p-6')}>
          <RadixAlert.Title className="text-16 font-semibold">{title}</RadixAlert.Title>
          {/* It may hold paragraphs and a list, which can be longer than the window. */}
          <RadixAlert.Description asChild>
            <div className="min-h-0 overflow-y-auto text-14 text-muted short:overflow-visible">
              {description}
            </div>
          </RadixAlert.Description>
          {props.children}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <RadixAlert.Cancel disabled={isBusy} className={buttonClasses('secondary')}>
              Cancel
            </RadixAlert.Cancel>
            <button
              type={formId === undefined ? 'button' : 'submit'}
              form={formId}
              disabled={isBusy}
              onClick={props.onConfirm}
              className={buttonClasses(tone)}
            >
              {confirmLabel}
            </button>
          </div>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  );
}

/**
 * A change that is confirmed before it is made: `ask` opens the question about it, and `dialog` has the properties of the dialog, which
 * closes once the change is made or has failed.
 *
 * @param onDone runs after the change, once the closing dialog has returned the focus to a button that may be gone by then
 */
export function useConfirmed<Asked, Problem>(
  change: (asked: Asked) => Promise<unknown>,
  describe: (error: unknown) => Problem,
  onDone?: () => void,
) {
  const [asked, ask] = useState<Asked | null>(null);
  const { isBusy, run, ...action } = useAction(change, describe);
  const onClose = () => ask(null);
  const confirm = async () => {
    const isDone = asked !== null && (await run(asked));
    onClose();
    if (isDone && onDone) setTimeout(onDone);
  };
  const dialog = { open: asked !== null, isBusy, onClose, onConfirm: () => void confirm() };
  return { ...action, isBusy, run, asked, ask, dialog };
}

interface DialogFocus {
  onOpenAutoFocus(event: Event): void;
  onCloseAutoFocus(event: Event): void;
}

/**
 * Moves the focus of a dialog without a trigger: to the first field, and back to the element that had it before when the
 * dialog closes. If that was an item of a menu, the button of the menu gets the focus, since the menu has closed. If the
 * button is gone too, no element gets it. A field that comes late gets the focus if the visitor has not moved it.
 */
function useDialogFocus(): DialogFocus {
  const before = useRef<Element | null>(null);
  /** Gives the focus to a field that was not there yet. */
  const focusLater = useRef(() => {});
  useEffect(() => focusLater.current());
  return {
    onOpenAutoFocus: (event) => {
      const opener = document.activeElement;
      before.current = lastingElement(opener);
      const { currentTarget: panel } = event;
      if (!(panel instanceof HTMLElement)) return;
      event.preventDefault();
      // Browsers treat a menu item under the mouse as focused by a key, and would show a focus ring afterwards.
      const isByKeyboard = opener?.matches(':focus-visible:not([role="menuitem"]:hover)') ?? false;
      const focus = (target: HTMLElement) =>
        target.focus({ preventScroll: true, focusVisible: isByKeyboard });
      const target = firstField(panel) ?? calmButton(panel);
      focus(target ?? panel);
      if (target) return;
      focusLater.current = () => {
        const field = document.activeElement === panel ? firstField(panel) : null;
        if (!field) return;
        focusLater.current = () => {};
        focus(field);
      };
    },
    onCloseAutoFocus: (event) => {
      if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
      event.preventDefault();
      before.current.focus();
    },
  };
}

/** The first field; null on a touch screen, where the keyboard would cover the dialog. */
function firstField(panel: HTMLElement): HTMLElement | null {
  if (window.matchMedia('(pointer: coarse)').matches) return null;
  return panel.querySelector('input:not([hidden], [readonly], :disabled), textarea, [role="combobox"]');
}

/** The first button of a question. It changes nothing. */
function calmButton(panel: HTMLElement): HTMLElement | null {
  return panel.matches('[role="alertdialog"]') ? panel.querySelector('button') : null;
}

function lastingElement(element: Element | null): Element | null {
  const buttonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (buttonId && document.getElementById(buttonId)) || element;
}
