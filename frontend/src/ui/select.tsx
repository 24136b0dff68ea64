import { useId } from 'react';
import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import type { ChoiceOption, ChoiceProps } from './choice-option.ts';
import { describedBy, Field } from './field.tsx';
import {
  OPTION_CLASSES,
  optionDetail,
  OptionText,
  PickedText,
  POPUP_CLASSES,
  TRIGGER_CLASSES,
} from './option-text.tsx';

// Radix takes an empty value for 'nothing picked'; with a letter in front every text can be a value.
const PREFIX = '=';

/** A dropdown for up to some forty options; see `Choice` for any number of them. */
export function Select(props: ChoiceProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, required, disabled, hint, error } =
    props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const picked = options.find((option) => option.value === value);
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <Radix.Root
        value={picked ? PREFIX + picked.value : ''}
        onValueChange={(next) => onChange(next.slice(PREFIX.length))}
        disabled={disabled}
        required={required}
      >
        <Radix.Trigger
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          className={TRIGGER_CLASSES}
        >
          <PickedText option={picked} placeholder={placeholder} />
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className={cx(
              POPUP_CLASSES,
              'ui-pop max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) min-w-56',
            )}
          >
            <Radix.ScrollUpButton className="flex h-6 items-center justify-center text-muted">
              <ChevronUp className="size-4" />
            </Radix.ScrollUpButton>
            <Radix.Viewport className="p-1">
              {options.map((option) => (
                <SelectOption key={option.value} option={option} />
              ))}
            </Radix.Viewport>
            <Radix.ScrollDownButton className="flex h-6 items-center justify-center text-muted">
              <ChevronDown className="size-4" />
            </Radix.ScrollDownButton>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Field>
  );
}

function SelectOption({ option }: { option: ChoiceOption }) {
  const detailId = useId();
  return (
    <Radix.Item
      value={PREFIX + option.value}
      textValue={option.label}
      disabled={option.disabled}
      aria-describedby={optionDetail(option) ? detailId : undefined}
      className={cx(OPTION_CLASSES, 'relative data-highlighted:bg-hover')}
    >
      <OptionText option={option} detailId={detailId}>
        <Radix.ItemText>{option.label}</Radix.ItemText>
      </OptionText>
      <Radix.ItemIndicator className="absolute inset-y-0 right-3 flex items-center text-accent">
        <Check className="size-4" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}
