import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CONTROL_CLASSES, describedBy, Field } from './field.tsx';

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
