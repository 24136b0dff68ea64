import type { ReactNode } from 'react';

export interface ChoiceOption {
  value: string;
  label: string;
  /** A second, quieter line, such as samples of a column. */
  detail?: string;
  disabled?: boolean;
  /** The option to pick nothing. It does not count as an option of the list. */
  isNone?: boolean;
  /** The reason why a disabled option cannot be picked, shown after its label. */
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
