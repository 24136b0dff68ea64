import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
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
