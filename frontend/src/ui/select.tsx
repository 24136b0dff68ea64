import { useId, useRef } from 'react';
import { useSelect, type UseSelectState, type UseSelectStateChangeOptions } from 'downshift';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';
import {
  type ChoiceOption,
  type ChoiceProps,
  OPTION_CLASSES,
  optionDetail,
  OptionText,
  PickedText,
  POPUP_CLASSES,
  TRIGGER_CLASSES,
} from './option-text.tsx';
import { describedBy, Field } from './field.tsx';
import { placeUnder, useFloating } from './floating.ts';

const { ToggleButtonBlur } = useSelect.stateChangeTypes;

/** A dropdown for a few options; `Choice` takes any number. */
export function Select(props: ChoiceProps) {
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
  const list = useFloating<HTMLUListElement>(trigger, isOpen, placeUnder);
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <button
        type="button"
        // oxlint-disable-next-line react/refs -- it is merged with one of their own, not read
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
  option: ChoiceOption;
  isPicked: boolean;
  isHighlighted: boolean;
  itemProps: ReturnType<ReturnType<typeof useSelect<ChoiceOption>>['getItemProps']>;
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

function useOptions({ options, onChange }: ChoiceProps, id: string, picked: ChoiceOption | undefined) {
  return useSelect<ChoiceOption>({
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
  });
}

function pickNothingOnLeaving(
  state: UseSelectState<ChoiceOption>,
  { type, changes }: UseSelectStateChangeOptions<ChoiceOption>,
): Partial<UseSelectState<ChoiceOption>> {
  return type === ToggleButtonBlur ? { ...changes, selectedItem: state.selectedItem } : changes;
}
