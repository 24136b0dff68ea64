import { type ReactNode, useId } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

interface SegmentedControlProps<T extends string> {
  label: string;
  isLabelHidden?: boolean;
  options: readonly { value: T; label: string }[];
  /** Null when the current setting is none of the options. */
  value: T | null;
  onChange(value: T): void;
}

/** A row of toggle buttons; at most one is pressed. A press on the pressed button chooses it again. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, isLabelHidden = true, options, value, onChange } = props;
  const id = useId();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      {!isLabelHidden && (
        <span id={id} className="text-13 font-medium">
          {label}
        </span>
      )}
      <fieldset
        // A hidden text would be read as well as the name.
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
        className="flex max-w-full min-w-0 gap-0.5 overflow-x-auto rounded-control max-sm:flex-wrap bg-sunken p-0.5"
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
            className={cx(
              'min-h-control-small rounded-[4px] border border-transparent px-3 text-13 font-medium whitespace-nowrap text-muted max-sm:px-2',
              'transition-colors hover:text-text focus-visible:outline-offset-0',
              'aria-pressed:border-strong aria-pressed:bg-surface aria-pressed:text-text',
            )}
          >
            {option.label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface ExplainedControlProps<T extends string> extends Omit<SegmentedControlProps<T>, 'isLabelHidden'> {
  /** The meaning of the chosen option. */
  children: ReactNode;
}

/** A segmented control with its label, and beside it the meaning of the chosen option. */
export function ExplainedControl<T extends string>({ children, ...control }: ExplainedControlProps<T>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      <SegmentedControl {...control} isLabelHidden={false} />
      <p className="min-w-0 text-13 text-muted tabular-nums">{children}</p>
    </div>
  );
}
