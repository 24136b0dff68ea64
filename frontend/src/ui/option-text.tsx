import type { ReactNode } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CutText } from './cut-text.tsx';
import { CONTROL_CLASSES } from './field.tsx';

export const TRIGGER_CLASSES = cx(CONTROL_CLASSES, 'flex w-full items-center gap-2 text-left');
export const POPUP_CLASSES =
  'z-50 overflow-hidden rounded-surface border border-hairline bg-surface text-text shadow-layer';
export const OPTION_CLASSES = cx(
  'flex min-h-control scroll-my-1 flex-col justify-center rounded-control py-1.5 pr-8 pl-3 text-14',
  'select-none aria-disabled:text-faint data-highlighted:bg-hover',
  // Forced colours of the system remove backgrounds.
  'forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2',
);

/** The text of the closed control: the label of the picked option and its detail on one line. */
export function PickedText({ option, placeholder }: { option?: ChoiceOption; placeholder?: string }) {
  if (!option) return <span className="min-w-0 flex-1 truncate text-faint">{placeholder ?? 'Select…'}</span>;
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2" title={option.label}>
      <CutText text={option.label} among={option.among} className="max-w-full shrink-0" />
      {option.detail && (
        <span aria-hidden className="min-w-0 truncate text-13 text-faint">
          {option.detail}
        </span>
      )}
    </span>
  );
}

interface OptionTextProps {
  option: ChoiceOption;
  /** The id that the option's aria-describedby points to. */
  detailId: string;
}

/** The two lines of an option. */
export function OptionText({ option, detailId }: OptionTextProps) {
  const detail = optionDetail(option);
  return (
    <>
      <CutText text={option.label} among={option.among} className={cx(option.isDimmed && 'text-faint')} />
      {detail && (
        // It describes the option, and is no part of the option's name.
        <span
          id={detailId}
          aria-hidden
          className={cx('block truncate text-13', option.isDimmed ? 'text-faint' : 'text-muted')}
          title={detail}
        >
          {detail}
        </span>
      )}
    </>
  );
}

export function optionDetail({ detail, disabled, disabledReason }: ChoiceOption): string | undefined {
  return disabled && disabledReason ? disabledReason : detail;
}

export interface ChoiceOption {
  value: string;
  label: string;
  /** Labels of other options. No two of them look the same where they are cut. */
  among?: readonly string[];
  /** A second, quieter line, such as samples of a column. */
  detail?: string;
  disabled?: boolean;
  /** An option that can be picked but is rarely wanted. Its detail says why. */
  isDimmed?: boolean;
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
