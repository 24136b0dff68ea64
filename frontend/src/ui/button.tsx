import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A decorative drawing before the text. */
  icon?: ReactNode;
}

export function Button({ variant, size, icon, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={cx(buttonClasses(variant, size), className)}>
      {icon && (
        <span aria-hidden className="-ml-0.5 [&>svg]:size-4">
          {icon}
        </span>
      )}
      {children}
    </button>
  );
}
