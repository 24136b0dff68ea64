import { useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import type { ChoiceProps } from './choice-option.ts';
import { describedBy, Field } from './field.tsx';
import { PickedText, POPUP_CLASSES, TRIGGER_CLASSES } from './option-text.tsx';
import { OptionSearch } from './option-search.tsx';

/** A dropdown with a search field, for any number of options. */
export function Combobox(props: ChoiceProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, required, disabled, hint, error } =
    props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isOpen, setOpen] = useState(false);
  const pick = (next: string) => {
    setOpen(false);
    if (next !== value) onChange(next);
  };
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-popup`}
          disabled={disabled}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            setOpen(true);
          }}
          className={TRIGGER_CLASSES}
        >
          <PickedText option={options.find((option) => option.value === value)} placeholder={placeholder} />
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            id={`${id}-popup`}
            aria-label={label}
            sideOffset={4}
            collisionPadding={8}
            className={cx(
              POPUP_CLASSES,
              'ui-pop flex w-(--radix-popover-trigger-width) min-w-56 flex-col',
              'max-h-[min(26rem,var(--radix-popover-content-available-height))]',
            )}
          >
            <OptionSearch
              label={label}
              options={options}
              value={value}
              onPick={pick}
              onClose={() => setOpen(false)}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </Field>
  );
}
