import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Minus, Plus } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';

interface NumberStepperProps extends NumberBounds {
  label: string;
  isLabelHidden?: boolean;
  value: number;
  /** How much a button adds or subtracts; the step by default. */
  buttonStep?: number;
  onChange(value: number): void;
  disabled?: boolean;
  /** A line below the field. */
  hint?: string;
  /** A button behind the field, or below it on small screens. */
  beside?: ReactNode;
  /** Puts the label before the field instead of above it, except on small screens. */
  isInline?: boolean;
  className?: string;
}

/**
 * The state of a number field. Typed text does not change until the field is left. A value within the bounds is passed on at once. When
 * the field is left, another value is brought within the bounds, and an empty field shows its last value again.
 */
export function useTypedNumber(props: NumberBounds & Pick<NumberStepperProps, 'value' | 'onChange'>) {
  const { value, onChange, min, max, step } = props;
  const bounds = { min, max, step };
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    if (typed !== null && typed.trim() !== '') onChange(settle(Number(typed), bounds));
    setTyped(null);
  };
  const input: ComponentProps<'input'> = {
    ...bounds,
    type: 'number',
    inputMode: 'decimal',
    value: typed ?? String(value),
    onChange: ({ target: { value: text } }) => {
      setTyped(text);
      if (isSettled(text, bounds)) onChange(Number(text));
    },
    onBlur: leave,
    onKeyDown: ({ key }) => key === 'Enter' && leave(),
  };
  return { input, forget: () => setTyped(null) };
}

/** A number field between a minus and a plus button. Tab reaches the field only: Page Up and Page Down in it do what the buttons do. */
export function NumberStepper(props: NumberStepperProps) {
  const {
    label,
    value,
    min,
    max,
    step,
    buttonStep = step,
    onChange,
    disabled,
    isLabelHidden,
    hint,
    beside,
    isInline,
    className,
  } = props;
  // The labels of the buttons have no unit.
  const name = label.replace(/\s*\([^)]*\)\s*$/, '');
  const bounds = { min, max, step };
  const id = useId();
  const { input, forget } = useTypedNumber(props);
  const add = (change: number) => {
    forget();
    onChange(settle(value + change, bounds));
  };

  return (
    <div
      className={cx(
        'flex flex-col',
        isInline ? 'gap-1 sm:flex-row sm:items-center sm:gap-2.5' : 'gap-1.5',
        className,
      )}
    >
      <label htmlFor={id} className={cx('text-13 font-medium', isLabelHidden && 'sr-only')}>
        {label}
      </label>
      <div className="ui-stepper">
        <StepButton
          label={`Decrease ${name}`}
          disabled={disabled}
          onClick={() => add(-buttonStep)}
          Sign={Minus}
        />
        <input
          {...input}
          onKeyDown={(event) => {
            const direction = PAGE_KEYS[event.key];
            if (direction === undefined) return input.onKeyDown?.(event);
            event.preventDefault();
            add(direction * buttonStep);
          }}
          id={id}
          disabled={disabled}
          aria-describedby={hint && `${id}-hint`}
          className="ui-stepper-input"
        />
        <StepButton
          label={`Increase ${name}`}
          disabled={disabled}
          onClick={() => add(buttonStep)}
          Sign={Plus}
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </p>
      )}
      {beside}
    </div>
  );
}

const PAGE_KEYS: Readonly<Record<string, number>> = { PageUp: 1, PageDown: -1 };

interface StepButtonProps {
  label: string;
  disabled?: boolean;
  onClick(): void;
  Sign: typeof Plus;
}

function StepButton({ label, disabled, onClick, Sign }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      tabIndex={-1}
      disabled={disabled}
      onClick={onClick}
      className="ui-stepper-button"
    >
      <Sign aria-hidden className="size-4" />
    </button>
  );
}

interface NumberBounds {
  min: number;
  max?: number;
  step: number;
}

/** The nearest number that the bounds allow: whole steps above the minimum, at most the maximum. @internal */
export function settle(value: number, { min, max = Number.MAX_SAFE_INTEGER, step }: NumberBounds): number {
  const inside = Math.min(max, Math.max(min, value));
  const steps = Math.round((inside - min) / step);
  // 0.1 + 0.2 is not 0.3, so the result is rounded to the decimals of the bounds.
  const rounded = Number((min + steps * step).toFixed(Math.max(decimals(step), decimals(min))));
  return rounded > max ? max : rounded;
}

/** Whether typed text is a number that the bounds allow as it stands. @internal */
export function isSettled(text: string, bounds: NumberBounds): boolean {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && settle(value, bounds) === value;
}

function decimals(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}
