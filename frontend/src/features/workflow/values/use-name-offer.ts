import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useNameText } from './use-name-text.ts';
import type { Suggest } from './use-suggest.ts';

/** The names offered while a field is in use; `marked` is the one that Enter and Tab take, -1 for none. */
export interface Offer {
  field: HTMLInputElement;
  names: readonly string[];
  marked: number;
}

/**
 * The text of a name field with the names offered for it. What is offered is worked out when a key is pressed, never
 * while the field is drawn, and Enter and Tab take what is marked at that moment.
 */
export function useNameOffer(value: string, name: string, suggest: Suggest, onName: (name: string) => void) {
  const text = useNameText(name, onName);
  const [offer, setOffer] = useState<Offer | null>(null);
  const marked = offer?.names[offer.marked];

  const type = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    text.type(field.value);
    const { names, completion } = suggest(value, field.value);
    setOffer(names.length === 0 ? null : { field, names, marked: completion === null ? -1 : 0 });
  };
  const take = (next: string) => {
    text.take(next);
    setOffer(null);
  };
  const leave = () => {
    text.leave();
    setOffer(null);
  };
  const move = (field: HTMLInputElement, by: 1 | -1) => {
    const { names } = offer ?? suggest(value, text.isTyping ? text.text : '');
    // One place more than there are names: the field itself, where none is marked.
    const places = names.length + 1;
    const next = ((offer?.marked ?? -1) + 1 + by + places) % places;
    setOffer(places === 1 ? null : { field, names, marked: next - 1 });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') take(marked ?? text.text);
    else if (event.key === 'Tab' && !event.shiftKey && marked !== undefined) take(marked);
    else if (event.key === 'Escape') setOffer(null);
  };
  const mark = (index: number) => setOffer((open) => open && { ...open, marked: index });

  return { text: text.text, offer, type, take, leave, press, mark };
}
