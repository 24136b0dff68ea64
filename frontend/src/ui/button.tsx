import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

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

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type ButtonSize = 'regular' | 'small';

const LOOKS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent not-aria-disabled:hover:bg-accent-strong',
  secondary: 'border border-control bg-surface text-text not-aria-disabled:hover:bg-hover',
  ghost: 'text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text',
  danger: 'bg-down text-on-accent not-aria-disabled:hover:bg-down-strong',
};

const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-control px-4 text-14',
  small: 'min-h-control-small px-2.5 text-13',
};

/** The look of a button, for links that act as one. */
export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'regular'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none',
    'transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
    LOOKS[variant],
    SIZES[size],
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name and the title of the button. */
  label: string;
  icon: ReactNode;
  size?: 'regular' | 'small';
}

export function IconButton({
  label,
  icon,
  size = 'regular',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors',
        'hover:bg-hover hover:text-text disabled:pointer-events-none disabled:opacity-40',
        size === 'small' ? 'size-control-small' : 'size-control',
        className,
      )}
    >
      <span aria-hidden className="[&>svg]:size-4">
        {icon}
      </span>
    </button>
  );
}
