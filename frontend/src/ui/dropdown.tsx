import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCombobox,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useSelect,
  type UseSelectState,
  type UseSelectStateChangeOptions,
} from 'downshift';
import { Check, ChevronDown, Search } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CutText } from './cut-text.tsx';
import {
  type DropdownOption,
  matchOptions,
  OPTION_CLASSES,
  optionDetail,
  OptionText,
  POPUP_CLASSES,
} from './dropdown-option.tsx';
import { CONTROL_CLASSES, describedBy, Field } from './field.tsx';
import { CHANGING_UNDER, UNDER, useFloating } from './floating.ts';

export interface DropdownProps<Value extends string = string> {
  label: string;
  isLabelHidden?: boolean;
  options: readonly DropdownOption<Value>[];
  /** Null while nothing is picked. */
  value: NoInfer<Value> | null;
  onChange(value: Value): void;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  id?: string;
  className?: string;
}

interface ListProps extends DropdownProps {
  onOpenChange?(isOpen: boolean): void;
}

/** A list of more options has a search field and draws only the options in view. */
const LONGEST_PLAIN_LIST = 10;

/**
 * A dropdown: a plain one, or a searchable one for more than ten options. While it is open it keeps the options with which it was
 * opened. An answer that arrives then would move another option under the pointer.
 */
export function Dropdown<Value extends string>({ onChange, ...props }: DropdownProps<Value>) {
  const [opened, setOpened] = useState<readonly DropdownOption<Value>[] | null>(null);
  const options = opened ?? props.options;
  const count = options.reduce((sum, option) => sum + (option.isNone ? 0 : 1), 0);
  const List = count > LONGEST_PLAIN_LIST ? SearchedList : PlainList;
  const pick = (value: string) => {
    const picked = options.find((option) => option.value === value);
    if (picked) onChange(picked.value);
  };
  return (
    <List
      {...props}
      options={options}
      onChange={pick}
      onOpenChange={(isOpen) => setOpened(isOpen ? options : null)}
    />
  );
}

const TRIGGER_CLASSES = cx(CONTROL_CLASSES, 'flex w-full items-center gap-2 text-left');

/** The states of the button that opens the list. */
const triggerStates = ({ disabled, required, hint, error }: ListProps, id: string) => ({
  disabled,
  'aria-required': required,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': describedBy({ id, hint, error }),
});

/** The inside of that button: the label of the picked option and its detail on one line. */
function ClosedText({ options, value, placeholder }: ListProps) {
  const option = options.find((one) => one.value === value);
  return (
    <>
      {option ? (
        <span className="flex min-w-0 flex-1 items-baseline gap-2" title={option.label}>
          <CutText text={option.label} among={option.among} className="max-w-full shrink-0" />
          {option.detail && (
            <span aria-hidden className="min-w-0 truncate text-13 text-faint">
              {option.detail}
            </span>
          )}
        </span>
      ) : (
        <span className="min-w-0 flex-1 truncate text-faint">{placeholder ?? 'Select…'}</span>
      )}
      <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
    </>
  );
}

const { ToggleButtonBlur } = useSelect.stateChangeTypes;

function PlainList(props: ListProps) {
  const { label, isLabelHidden, options, value, required, hint, error, className } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } = useOptions(
    props,
    id,
  );
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useFloating<HTMLUListElement>(trigger, isOpen, UNDER);
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className }}>
      <button
        type="button"
        // oxlint-disable-next-line react/refs -- downshift merges it with its own ref and does not read it
        {...getToggleButtonProps({ ref: trigger, ...triggerStates(props, id) })}
        className={TRIGGER_CLASSES}
      >
        <ClosedText {...props} />
      </button>
      <ul
        {...getMenuProps({ ref: list })}
        hidden={!isOpen}
        className={cx(POPUP_CLASSES, 'ui-list ui-pop overflow-y-auto overscroll-contain p-1')}
      >
        {isOpen &&
          options.map((option, index) => (
            <PlainOption
              key={option.value}
              option={option}
              isPicked={option.value === value}
              isHighlighted={index === highlightedIndex}
              itemProps={getItemProps({ item: option, index })}
            />
          ))}
      </ul>
    </Field>
  );
}

interface PlainOptionProps {
  option: DropdownOption;
  isPicked: boolean;
  isHighlighted: boolean;
  itemProps: ReturnType<ReturnType<typeof useSelect<DropdownOption>>['getItemProps']>;
}

function PlainOption({ option, isPicked, isHighlighted, itemProps }: PlainOptionProps) {
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
      <PickedMark isPicked={isPicked} />
    </li>
  );
}

function useOptions({ options, value, onChange, onOpenChange }: ListProps, id: string) {
  return useSelect<DropdownOption>({
    id,
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    isItemDisabled: (option) => Boolean(option.disabled),
    selectedItem: options.find((option) => option.value === value) ?? null,
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

/** A dropdown with a search field, for any number of options. */
function SearchedList(props: ListProps) {
  const { label, isLabelHidden, options, value, onChange, required, hint, error, className } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    props.onOpenChange?.(next);
  };
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useFloating<HTMLDivElement>(trigger, isOpen, CHANGING_UNDER);
  // A press outside the search field closes the list before the click. The click then needs to know that it was open.
  const wasOpen = useRef(false);
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) trigger.current?.focus();
  };
  const pick = (next: string) => {
    close(true);
    if (next !== value) onChange(next);
  };
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className }}>
      <button
        ref={trigger}
        type="button"
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={`${id}-popup`}
        {...triggerStates(props, id)}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={TRIGGER_CLASSES}
      >
        <ClosedText {...props} />
      </button>
      {isOpen && (
        <div
          ref={popup}
          id={`${id}-popup`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the popover is part of the field
          role="dialog"
          aria-label={label}
          className={cx(POPUP_CLASSES, 'ui-list ui-pop flex max-h-104 flex-col p-0')}
        >
          <OptionSearch label={label} options={options} value={value} onPick={pick} onClose={close} />
        </div>
      )}
    </Field>
  );
}

const ONE_LINE_PX = 36;
const TWO_LINES_PX = 58;
const { InputClick, InputBlur, ItemMouseMove } = useCombobox.stateChangeTypes;

interface OptionSearchProps {
  label: string;
  options: readonly DropdownOption[];
  value: string | null;
  onPick(value: string): void;
  /** `returnsFocus` is true where the focus is still in the search field and has to return to the control. */
  onClose(returnsFocus: boolean): void;
}

/** A search field and below it the options that match. Only the options in view are drawn. */
function OptionSearch(props: OptionSearchProps) {
  const { label, options, value } = props;
  const detailIds = useId();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const matches = useMemo(() => [...matchOptions(options, wanted)], [options, wanted]);
  const scroller = useRef<HTMLDivElement>(null);
  const picked = options.findIndex((option) => option.value === value);
  const rows = useRows(matches, scroller, picked);
  const { getInputProps, getMenuProps, getItemProps, highlightedIndex } = useListKeys(props, {
    matches,
    picked,
    setSearch,
    scrollTo: (index) => rows.scrollToIndex(index),
  });
  return (
    <>
      <div className="relative shrink-0 border-b border-hairline">
        <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-faint" />
        <input
          {...getInputProps({ 'aria-label': 'Search', 'aria-labelledby': undefined })}
          placeholder="Search"
          className="min-h-11 w-full bg-transparent pr-3 pl-10 text-14 outline-none placeholder:text-faint"
        />
      </div>
      <output className={matches.length > 0 ? 'sr-only' : 'px-4 py-3 text-14 text-muted'}>
        {matches.length > 0 ? `${matches.length} to choose from` : `Nothing matches “${wanted}”.`}
      </output>
      {/* Browsers put a scrolling element into the tab order. Here Tab leaves the list. */}
      <div ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ul
          {...getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
          className="relative m-1"
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ key, index, size, start }) => {
            const option = matches[index];
            if (!option) return null;
            return (
              <li
                key={key}
                {...getItemProps({ item: option, index })}
                // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- getItemProps makes it an option
                aria-selected={option.value === value}
                aria-label={option.label}
                aria-describedby={optionDetail(option) ? `${detailIds}-${index}` : undefined}
                aria-setsize={matches.length}
                aria-posinset={index + 1}
                data-highlighted={index === highlightedIndex || undefined}
                className={cx(OPTION_CLASSES, 'absolute inset-x-0 top-0')}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <PickedMark isPicked={option.value === value} />
                <OptionText option={option} detailId={`${detailIds}-${index}`} />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

function PickedMark({ isPicked }: { isPicked: boolean }) {
  return isPicked && <Check aria-hidden className="absolute inset-y-0 right-3 my-auto size-4 text-accent" />;
}

/** The rows in view. The list opens at the picked option; afterwards keys and pointer scroll it. */
function useRows(
  matches: readonly DropdownOption[],
  scroller: RefObject<HTMLDivElement | null>,
  picked: number,
) {
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer({
    count: matches.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(matches[index]),
    getItemKey: (index) => matches[index]?.value ?? index,
    overscan: 6,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
    initialRect: { width: 320, height: 360 },
  });
  const { scrollToIndex } = virtualizer;
  useLayoutEffect(() => {
    if (picked > 0) scrollToIndex(picked, { align: 'center' });
    // oxlint-disable-next-line react/exhaustive-deps -- on opening only
  }, []);
  return virtualizer;
}

interface ShownList {
  matches: DropdownOption[];
  picked: number;
  setSearch(search: string): void;
  scrollTo(index: number): void;
}

function useListKeys(
  { onPick, onClose }: OptionSearchProps,
  { matches, picked, setSearch, scrollTo }: ShownList,
) {
  return useCombobox<DropdownOption>({
    items: matches,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    isItemDisabled: (option) => Boolean(option.disabled),
    // The list is drawn only while it is open, and picking closes it, so it has no picked option of its own.
    isOpen: true,
    selectedItem: null,
    initialInputValue: '',
    initialHighlightedIndex: Math.max(0, picked),
    defaultHighlightedIndex: 0,
    stateReducer: keepOpen,
    onInputValueChange: ({ inputValue }) => setSearch(inputValue),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onPick(selectedItem.value),
    onIsOpenChange: ({ isOpen, type }) => !isOpen && onClose(type !== InputBlur),
    scrollIntoView: () => {},
    onHighlightedIndexChange: ({ highlightedIndex, type }) => {
      if (highlightedIndex >= 0 && type !== ItemMouseMove) scrollTo(highlightedIndex);
    },
  });
}

function heightOf(option: DropdownOption | undefined): number {
  return option && optionDetail(option) ? TWO_LINES_PX : ONE_LINE_PX;
}

/** Keeps the list open after a click into the field, and picks nothing when the field is left. */
function keepOpen(
  state: UseComboboxState<DropdownOption>,
  { type, changes }: UseComboboxStateChangeOptions<DropdownOption>,
): Partial<UseComboboxState<DropdownOption>> {
  if (type === InputClick) return state;
  if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem };
  return changes;
}
