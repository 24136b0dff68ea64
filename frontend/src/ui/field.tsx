import type { ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

/** Border, background and height of all fields and dropdowns. */
export const CONTROL_CLASSES = cx(
  'min-h-control min-w-0 rounded-control border border-control bg-surface px-3 text-14 text-text',
  'transition-colors placeholder:text-faint hover:border-faint',
  'disabled:bg-sunken disabled:text-faint aria-invalid:border-down',
);

interface FieldProps {
  /** The id of the control; texts beside it get ids made from this one. */
  id: string;
  label: string;
  isLabelHidden?: boolean;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A label above its control, a hint or an error below. */
export function Field({ id, label, isLabelHidden, required, hint, error, className, children }: FieldProps) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex gap-1 text-13 font-medium', isLabelHidden && 'sr-only')}>
        <label id={`${id}-label`} htmlFor={id} title={label} className="line-clamp-2 wrap-anywhere">
          {label}
        </label>
        {required && (
          // Outside the label, so that the asterisk is not part of the control's name.
          <span aria-hidden className="text-down">
            *
          </span>
        )}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-13 text-down">
          <span aria-hidden className="font-semibold">
            !
          </span>
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-13 text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The ids for the control's aria-describedby. */
export function describedBy({
  id,
  hint,
  error,
}: Pick<FieldProps, 'id' | 'hint' | 'error'>): string | undefined {
  if (error) return `${id}-error`;
  return hint ? `${id}-hint` : undefined;
}
