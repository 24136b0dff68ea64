import { useId, useRef, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';
import { type ChoiceProps, PickedText, POPUP_CLASSES, TRIGGER_CLASSES } from './option-text.tsx';
import { describedBy, Field } from './field.tsx';
import { placeChangingUnder, useFloating } from './floating.ts';
import { OptionSearch } from './option-search.tsx';

/** A dropdown with a search field, for any number of options. */
export function Combobox(props: ChoiceProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, required, disabled, hint, error } =
    props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useFloating<HTMLDivElement>(trigger, isOpen, placeChangingUnder);
  // A press outside the search field closes the list. The click that follows has to know that the list was open.
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
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <button
        ref={trigger}
        type="button"
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={`${id}-popup`}
        disabled={disabled}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ id, hint, error })}
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
        <PickedText option={options.find((option) => option.value === value)} placeholder={placeholder} />
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
      </button>
      {isOpen && (
        <div
          ref={popup}
          id={`${id}-popup`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is part of the field, and shown as a popover
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
