import {
  useId,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useMemo,
} from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CONTROL_CLASSES } from '#frontend/ui/field.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import type { Suggest } from './use-column-names.ts';
import { createPortal } from 'react-dom';
import { placeChangingUnder, useFloating } from '#frontend/ui/floating.ts';
import { OPTION_CLASSES, POPUP_CLASSES } from '#frontend/ui/option-text.tsx';

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

/** The names offered while a field is in use; `marked` is the one that Enter and Tab take, -1 for none. */
interface Offer {
  field: HTMLInputElement;
  names: readonly string[];
  marked: number;
}

/**
 * The text of a name field with the names offered for it. What is offered is worked out when a key is pressed, never
 * while the field is drawn, and Enter and Tab take what is marked at that moment.
 */
function useNameOffer(value: string, name: string, suggest: Suggest, onName: (name: string) => void) {
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

const PASS_ON_AFTER_MS = 300;

interface NameText {
  text: string;
  isTyping: boolean;
  /** Shows what is typed and passes it on after a short rest. */
  type(text: string): void;
  /** Passes a name on at once. */
  take(name: string): void;
  /** Passes on what was typed last, when the field is left. */
  leave(): void;
}

/** The text of a name field: as typed while it is typed, the name that holds otherwise. */
function useNameText(name: string, onName: (name: string) => void): NameText {
  const [typed, setTyped] = useState<string | null>(null);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef(onName);
  useEffect(() => {
    latest.current = onName;
  });

  const flush = useCallback(() => {
    if (waiting.current === null) return;
    const { text, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current(text);
  }, []);
  // A row that is scrolled away, or a step that is left, loses nothing.
  useEffect(() => flush, [flush]);

  const wait = (text: string) => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { text, timer: setTimeout(flush, PASS_ON_AFTER_MS) };
  };

  return {
    text: typed ?? name,
    isTyping: typed !== null,
    type(text) {
      setTyped(text);
      wait(text);
    },
    take(next) {
      wait(next);
      flush();
      setTyped(null);
    },
    leave() {
      flush();
      setTyped(null);
    },
  };
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list of options can be neither drawn nor steered */

interface NameSuggestionListProps {
  id: string;
  field: HTMLInputElement;
  names: readonly string[];
  marked: number;
  onMark(index: number): void;
  onTake(name: string): void;
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The names under a field. Focus stays in the field; a pointer marks and takes as the keys do. */
function NameSuggestionList({ id, field, names, marked, onMark, onTake }: NameSuggestionListProps) {
  const anchor = useMemo(() => ({ current: field }), [field]);
  const list = useFloating<HTMLDivElement>(anchor, true, placeChangingUnder);
  return createPortal(
    <div ref={list} className={cx(POPUP_CLASSES, 'ui-list ui-pop overflow-y-auto p-1')}>
      <div id={id} role="listbox" aria-label="Names">
        {names.map((name, index) => (
          // Keys are pressed in the field, which says which option is marked.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={name}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            data-highlighted={index === marked || undefined}
            className={cx(OPTION_CLASSES, 'pr-3')}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => index !== marked && onMark(index)}
            onClick={() => onTake(name)}
          >
            <span className="truncate">{shortText(name, NAME_LENGTH)}</span>
          </div>
        ))}
      </div>
      {marked === 0 && (
        <p aria-hidden className="px-3 pt-1 pb-1.5 text-12 text-faint coarse:hidden">
          Enter or Tab takes it, Esc keeps what you typed
        </p>
      )}
    </div>,
    // Within the page's main part, where those who go by landmarks look for it.
    field.closest('main') ?? document.body,
  );
}
