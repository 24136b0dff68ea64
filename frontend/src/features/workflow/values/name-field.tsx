import { useId } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CONTROL_CLASSES } from '#frontend/ui/field.tsx';
import { NameSuggestionList, optionId } from './name-suggestion-list.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { useNameOffer } from './use-name-offer.ts';
import type { Suggest } from './use-suggest.ts';

interface NameFieldProps {
  value: string;
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

/**
 * The new name of one value: an editable combobox with list autocompletion, as the ARIA Authoring Practices describe
 * it. Enter and Tab take the marked name, Escape keeps what is typed. The list exists while the field is in use only,
 * so thousands of fields cost no more than plain ones.
 */
export function NameField({ value, name, suggest, onRename }: NameFieldProps) {
  const id = useId();
  const { text, offer, type, take, leave, press, mark } = useNameOffer(value, name, suggest, (next) =>
    onRename([value], next),
  );
  const hasMarked = offer !== null && offer.marked >= 0;
  const label = shortText(value, NAME_LENGTH);
  return (
    <>
      <input
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={offer !== null}
        aria-controls={offer ? id : undefined}
        aria-activedescendant={hasMarked ? optionId(id, offer.marked) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={text}
        onChange={type}
        onKeyDown={press}
        onBlur={leave}
        className={cx(CONTROL_CLASSES, 'truncate')}
      />
      {offer && <NameSuggestionList id={id} {...offer} onMark={mark} onTake={take} />}
    </>
  );
}
