import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { IconButton } from './button.tsx';

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
          // The asterisk is outside the label, so that it is not part of the control's name.
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

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** A drawing inside the field, before the text. */
  icon?: ReactNode;
  inputClassName?: string;
}

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  icon,
  id: givenId,
  className,
  inputClassName,
  required,
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className }}>
      <div className="relative">
        {icon && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-faint [&>svg]:size-4"
          >
            {icon}
          </span>
        )}
        <input
          type="text"
          {...rest}
          id={id}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          className={cx(CONTROL_CLASSES, 'w-full', Boolean(icon) && 'pl-9', inputClassName)}
        />
      </div>
    </Field>
  );
}

interface PasswordFieldProps {
  name: string;
  /** 'Password' by default. */
  label?: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string;
  onChange(): void;
}

/** A password, hidden until the visitor wants to see it. */
export function PasswordField({ label = 'Password', hint, error, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          className={cx(CONTROL_CLASSES, 'w-full pr-12')}
        />
        <IconButton
          label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 my-auto"
        />
      </div>
    </Field>
  );
}

interface CheckboxProps {
  /** The accessible name, also when `children` shows more. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
  /** Shown beside the box; the label by default. */
  children?: ReactNode;
  className?: string;
}

export function Checkbox({ label, checked, disabled, onChange, children, className }: CheckboxProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cx(
        'flex min-h-6 items-center gap-3 text-14 coarse:min-h-control',
        disabled && 'text-faint',
        className,
      )}
    >
      <input
        id={id}
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="ui-checkbox"
      />
      {children ?? <span className="min-w-0 wrap-break-word">{label}</span>}
    </label>
  );
}
