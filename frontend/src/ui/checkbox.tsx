import { useId, type ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

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
