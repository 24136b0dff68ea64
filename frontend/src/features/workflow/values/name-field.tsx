import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CONTROL_CLASSES } from '#frontend/ui/field.tsx';
import { NameSuggestionList, optionId } from './name-suggestion-list.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { useNameText } from './use-name-text.ts';
import type { Suggest } from './use-suggest.ts';

interface NameFieldProps {
  value: string;
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

/** The names offered while the field is in use; `marked` is the one that Enter and Tab take, -1 for none. */
interface Offer {
  names: readonly string[];
  marked: number;
}

/**
 * The new name of one value: an editable combobox with list autocompletion, as the ARIA Authoring Practices describe
 * it. Enter and Tab take the marked name, Escape keeps what is typed. The list exists while the field is in use only,
 * and what it offers is worked out when a key is pressed, so thousands of fields cost no more than plain ones.
 */
export function NameField({ value, name, suggest, onRename }: NameFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const field = useNameText(name, (next) => onRename([value], next));
  const [offer, setOffer] = useState<Offer | null>(null);
  const marked = offer === null ? undefined : offer.names[offer.marked];

  const type = (text: string) => {
    field.type(text);
    const { names, completion } = suggest(value, text);
    setOffer(names.length === 0 ? null : { names, marked: completion === null ? -1 : 0 });
  };
  const take = (next: string) => {
    field.take(next);
    setOffer(null);
  };
  const move = (by: 1 | -1) => {
    const open = offer ?? { names: suggest(value, field.isTyping ? field.text : '').names, marked: -1 };
    // One place more than there are names: the field itself, where none is marked.
    const places = open.names.length + 1;
    setOffer(places === 1 ? null : { ...open, marked: ((open.marked + 1 + by + places) % places) - 1 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') take(marked ?? field.text);
    else if (event.key === 'Tab' && !event.shiftKey && marked !== undefined) take(marked);
    else if (event.key === 'Escape' && offer !== null) setOffer(null);
  };

  const text = shortText(value, NAME_LENGTH);
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={text}
        aria-autocomplete="list"
        aria-expanded={offer !== null}
        aria-controls={offer === null ? undefined : id}
        aria-activedescendant={marked === undefined ? undefined : optionId(id, offer?.marked)}
        autoComplete="off"
        spellCheck={false}
        placeholder={text}
        value={field.text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          field.leave();
          setOffer(null);
        }}
        className={cx(CONTROL_CLASSES, 'truncate')}
      />
      {offer !== null && (
        <NameSuggestionList
          id={id}
          anchor={input}
          {...offer}
          onMark={(index) => setOffer({ ...offer, marked: index })}
          onTake={take}
        />
      )}
    </>
  );
}
