import { cx } from '#frontend/lib/class-names.ts';
import { CutText } from './cut-text.tsx';

export const POPUP_CLASSES =
  'z-50 overflow-hidden rounded-surface border border-hairline bg-surface text-text shadow-layer';
export const OPTION_CLASSES = cx(
  'flex min-h-control scroll-my-1 flex-col justify-center rounded-control py-1.5 pr-8 pl-3 text-14',
  'select-none aria-disabled:text-faint data-highlighted:bg-hover',
  // Forced colours remove the background that marks the option.
  'forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2',
);

interface OptionTextProps {
  option: DropdownOption;
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
        // The detail describes the option and is not part of its name.
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

export function optionDetail({ detail, disabled, disabledReason }: DropdownOption): string | undefined {
  return disabled && disabledReason ? disabledReason : detail;
}

export interface DropdownOption<Value extends string = string> {
  value: Value;
  label: string;
  /** Labels of other options. No two of them look the same where they are cut. */
  among?: readonly string[];
  /** A second, quieter line, such as samples of a column. */
  detail?: string;
  /** More words that a search finds it by, in small letters. */
  search?: string;
  disabled?: boolean;
  /** An option that can be picked but is rarely wanted. Its detail says why. */
  isDimmed?: boolean;
  /** The option to pick nothing. It does not count as an option of the list. */
  isNone?: boolean;
  /** The reason why a disabled option cannot be picked, shown after its label. */
  disabledReason?: string;
}

/** The options whose label or words for searches contain the search text. Labels that begin with it come first. */
export function matchOptions(options: readonly DropdownOption[], search: string): readonly DropdownOption[] {
  const wanted = fold(search.trim());
  if (!wanted) return options;
  const beginning: DropdownOption[] = [];
  const containing: DropdownOption[] = [];
  for (const option of options) {
    const at = fold(option.label).indexOf(wanted);
    if (at === 0) beginning.push(option);
    else if (at > 0 || option.search?.includes(wanted)) containing.push(option);
  }
  return [...beginning, ...containing];
}

/** The text without case and accents, which a search ignores. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
