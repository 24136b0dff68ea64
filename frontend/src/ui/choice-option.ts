import type { ReactNode } from 'react';

export interface ChoiceOption {
  value: string;
  label: string;
  /** A second, quieter line, such as samples of a column. */
  detail?: string;
  disabled?: boolean;
  /** Stands for picking nothing; it does not count as one more thing to choose from. */
  isNone?: boolean;
  /** Why it cannot be picked; shown after the label of a disabled option. */
  disabledReason?: string;
}

export interface ChoiceProps {
  label: string;
  isLabelHidden?: boolean;
  options: readonly ChoiceOption[];
  /** Null while nothing is picked. */
  value: string | null;
  onChange(value: string): void;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  id?: string;
  className?: string;
}
