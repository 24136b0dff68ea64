import { useSelect, type UseSelectState, type UseSelectStateChangeOptions } from 'downshift';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CutText } from './cut-text.tsx';
import { CONTROL_CLASSES, describedBy, Field } from './field.tsx';
import { UNDER, useFloating } from './floating.ts';

const { ToggleButtonBlur } = useSelect.stateChangeTypes;

/** A dropdown for a few options; `Dropdown` takes any number. */
export function Select(props: ListProps) {
  const { label, isLabelHidden, options, value, placeholder, required, disabled, hint, error } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const picked = options.find((option) => option.value === value);
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } = useOptions(
    props,
    id,
    picked,
  );
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useFloating<HTMLUListElement>(trigger, isOpen, UNDER);
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <button
        type="button"
        // oxlint-disable-next-line react/refs -- downshift merges it with its own ref and does not read it
        {...getToggleButtonProps({
          ref: trigger,
          disabled,
          'aria-required': required,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': describedBy({ id, hint, error }),
        })}
        className={TRIGGER_CLASSES}
      >
        <PickedText option={picked} placeholder={placeholder} />
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </button>
      <ul
        {...getMenuProps({ ref: list })}
        hidden={!isOpen}
        className={cx(POPUP_CLASSES, 'ui-list ui-pop overflow-y-auto overscroll-contain p-1')}
      >
        {isOpen &&
          options.map((option, index) => (
            <SelectOption
              key={option.value}
              option={option}
              isPicked={option === picked}
              isHighlighted={index === highlightedIndex}
              itemProps={getItemProps({ item: option, index })}
            />
          ))}
      </ul>
    </Field>
  );
}

interface SelectOptionProps {
  option: DropdownOption;
  isPicked: boolean;
  isHighlighted: boolean;
  itemProps: ReturnType<ReturnType<typeof useSelect<DropdownOption>>['getItemProps']>;
}

function SelectOption({ option, isPicked, isHighlighted, itemProps }: SelectOptionProps) {
  const detailId = useId();
  return (
    <li
      {...itemProps}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- itemProps make it an option
      aria-selected={isPicked}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- as above
      aria-disabled={option.disabled || undefined}
      aria-label={option.label}
      aria-describedby={optionDetail(option) ? detailId : undefined}
      data-highlighted={isHighlighted || undefined}
      className={cx(OPTION_CLASSES, 'relative')}
    >
      <OptionText option={option} detailId={detailId} />
      {isPicked && <Check aria-hidden className="absolute inset-y-0 right-3 my-auto size-4 text-accent" />}
    </li>
  );
}

function useOptions(
  { options, onChange, onOpenChange }: ListProps,
  id: string,
  picked: DropdownOption | undefined,
) {
  return useSelect<DropdownOption>({
    id,
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    isItemDisabled: (option) => Boolean(option.disabled),
    selectedItem: picked ?? null,
    labelId: `${id}-label`,
    menuId: `${id}-list`,
    toggleButtonId: id,
    stateReducer: pickNothingOnLeaving,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.value),
    onIsOpenChange: ({ isOpen }) => onOpenChange?.(isOpen),
  });
}

function pickNothingOnLeaving(
  state: UseSelectState<DropdownOption>,
  { type, changes }: UseSelectStateChangeOptions<DropdownOption>,
): Partial<UseSelectState<DropdownOption>> {
  return type === ToggleButtonBlur ? { ...changes, selectedItem: state.selectedItem } : changes;
}

export const TRIGGER_CLASSES = cx(CONTROL_CLASSES, 'flex w-full items-center gap-2 text-left');
export const POPUP_CLASSES =
  'z-50 overflow-hidden rounded-surface border border-hairline bg-surface text-text shadow-layer';
export const OPTION_CLASSES = cx(
  'flex min-h-control scroll-my-1 flex-col justify-center rounded-control py-1.5 pr-8 pl-3 text-14',
  'select-none aria-disabled:text-faint data-highlighted:bg-hover',
  // Forced colours remove the background that marks the option.
  'forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2',
);

/** The text of the closed control: the label of the picked option and its detail on one line. */
export function PickedText({ option, placeholder }: { option?: DropdownOption; placeholder?: string }) {
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

export interface DropdownOption {
  value: string;
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

export interface DropdownProps {
  label: string;
  isLabelHidden?: boolean;
  options: readonly DropdownOption[];
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

export interface ListProps extends DropdownProps {
  onOpenChange?(isOpen: boolean): void;
}
