import { useDeferredValue, useId, useMemo, useState } from 'react';
import {
  ComboboxInput,
  ComboboxItem,
  ComboboxItemCheck,
  ComboboxList,
  ComboboxPopover,
  ComboboxProvider,
  ComboboxSelect,
} from '@ariakit/react/combobox';
import { ComboboxRenderer } from '@ariakit/react-components/combobox/combobox-renderer';
import { Check, ChevronDown, Search } from 'lucide-react';
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
import { matchOptions } from './match-options.ts';

const ONE_LINE = 36;
const TWO_LINES = 58;

/** A dropdown with a search field, for any number of options; only those in view are drawn. */
export function Combobox(props: ChoiceProps) {
  const { label, isLabelHidden, options, value, onChange, placeholder, required, disabled, hint, error } =
    props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [search, setSearch] = useState('');
  const picked = options.find((option) => option.value === value);
  return (
    <Field {...{ id, label, isLabelHidden, required, hint, error, className: props.className }}>
      <ComboboxProvider
        selectedValue={value ?? ''}
        setSelectedValue={(next) => next !== value && onChange(next)}
        value={search}
        setValue={setSearch}
        resetValueOnHide
      >
        <ComboboxSelect
          id={id}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          className={TRIGGER_CLASSES}
        >
          <PickedText option={picked} placeholder={placeholder} />
          <ChevronDown aria-hidden className="size-4 shrink-0 text-faint" />
        </ComboboxSelect>
        <ComboboxPopover
          gutter={4}
          sameWidth
          portal
          unmountOnHide
          aria-labelledby={`${id}-label`}
          className={cx(
            POPUP_CLASSES,
            'flex max-h-[min(26rem,var(--popover-available-height))] min-w-56 flex-col',
          )}
        >
          <div className="relative shrink-0 border-b border-hairline">
            <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-faint" />
            <ComboboxInput
              autoSelect
              aria-label={`Search ${label}`}
              placeholder="Search"
              className="min-h-11 w-full bg-transparent pr-3 pl-10 text-14 outline-none placeholder:text-faint"
            />
          </div>
          <Matches options={options} search={search} />
        </ComboboxPopover>
      </ComboboxProvider>
    </Field>
  );
}

function Matches({ options, search }: { options: readonly ChoiceOption[]; search: string }) {
  const deferredSearch = useDeferredValue(search);
  const id = useId();
  const items = useMemo(
    () =>
      matchOptions(options, deferredSearch).map((option) => ({
        id: `${id}-${option.value}`,
        value: option.value,
        option,
        disabled: option.disabled,
        style: { height: optionDetail(option) ? TWO_LINES : ONE_LINE },
      })),
    [options, deferredSearch, id],
  );
  return (
    <ComboboxList className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
      {items.length === 0 && (
        <p className="px-3 py-2 text-14 text-muted">Nothing matches “{deferredSearch}”.</p>
      )}
      <ComboboxRenderer items={items} overscan={4}>
        {({ option, value, ...item }) => (
          <ComboboxItem
            key={item.id}
            {...item}
            value={value}
            aria-label={option.label}
            aria-describedby={optionDetail(option) ? `${item.id}-detail` : undefined}
            className={cx(OPTION_CLASSES, 'w-full data-active-item:bg-sunken')}
          >
            <OptionText option={option} detailId={`${item.id}-detail`}>
              {option.label}
            </OptionText>
            <ComboboxItemCheck className="absolute inset-y-0 right-3 flex items-center text-accent">
              <Check className="size-4" />
            </ComboboxItemCheck>
          </ComboboxItem>
        )}
      </ComboboxRenderer>
    </ComboboxList>
  );
}
