import { useEffect, useId, useMemo, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { Pencil } from 'lucide-react';
import { cx } from '#frontend/lib/class-names.ts';
import { createDelayedTask } from '#frontend/drafts/delayed-task.ts';
import { CutText } from '#frontend/ui/cut-text.tsx';
import { CONTROL_CLASSES } from '#frontend/ui/field.tsx';
import { CHANGING_UNDER, useFloating } from '#frontend/ui/floating.ts';
import { OPTION_CLASSES, POPUP_CLASSES } from '#frontend/ui/dropdown-option.tsx';
import { NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import type { Suggest } from './column-names.ts';

interface NameFieldProps {
  value: string;
  /** The texts of all values of the list. */
  among: readonly string[];
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

/**
 * The field for the new name of a value: an editable combobox with list autocompletion, by the ARIA Authoring Practices.
 * Enter and Tab choose the marked name, Escape keeps the typed text. The list exists only while the field is in use, so that
 * thousands of fields cost no more than plain inputs.
 */
export function NameField({ value, among, name, suggest, onRename }: NameFieldProps) {
  const id = useId();
  const { text, offer, type, take, leave, press, mark } = useNameOffer(value, name, suggest, (next) =>
    onRename([value], next),
  );
  const hasMarked = offer !== null && offer.marked >= 0;
  const label = shortText(value, NAME_LENGTH);
  return (
    <div className="group relative -ml-2 min-w-0 flex-1">
      <input
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={offer !== null}
        aria-controls={offer ? id : undefined}
        aria-activedescendant={hasMarked ? optionId(id, offer.marked) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        title={text === '' ? label : undefined}
        onChange={type}
        onKeyDown={press}
        onBlur={leave}
        className={cx(
          CONTROL_CLASSES,
          'peer w-full truncate px-2! not-focus:bg-transparent not-hover:not-focus:border-transparent',
        )}
      />
      {text === '' && (
        // A placeholder would cut the end of a long value, so the value is drawn over the field.
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-8 left-2 flex items-center text-14 peer-focus:text-faint"
        >
          <CutText text={label} among={among} />
        </span>
      )}
      <Pencil
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2 my-auto size-3.5 text-faint opacity-0 group-hover:opacity-100 peer-focus:opacity-0 coarse:opacity-100"
      />
      {offer && <NameSuggestionList id={id} {...offer} onMark={mark} onTake={take} />}
    </div>
  );
}

/** The names in the list. `marked` is the index of the name that Enter and Tab choose, -1 for none. */
interface Offer {
  field: HTMLInputElement;
  names: readonly string[];
  marked: number;
}

/**
 * The text of a name field and its suggestions. A key press computes the suggestions at once, so that Enter and Tab choose
 * the name that is marked at that moment.
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
    // The arrow keys also stop in the field itself, where no name is marked.
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

/** The listener runs once, before the handler of the clicked button. */
const CLICK_ONCE = { capture: true, once: true };
/** A typed name is passed on after a pause of this time. */
const TYPING_DELAY_MS = 300;

interface NameText {
  text: string;
  isTyping: boolean;
  /** Shows the typed text, and passes it on after a pause. */
  type(text: string): void;
  /** Passes a name on at once. */
  take(name: string): void;
  /** Passes on the typed text, when the field is left. */
  leave(): void;
}

/** The text of a name field: the typed text while the visitor types, else the current name. */
function useNameText(name: string, onName: (name: string) => void): NameText {
  const [typed, setTyped] = useState<string | null>(null);
  const [task] = useState(createDelayedTask<void>);
  const latest = useRef(onName);
  useEffect(() => {
    latest.current = onName;
  });
  // The typed text must not be lost when the row scrolls out of view and is unmounted.
  useEffect(() => task.flush, [task]);
  const wait = (text: string) => task.schedule(() => latest.current(text), TYPING_DELAY_MS);

  return {
    text: typed ?? name,
    isTyping: typed !== null,
    type(text) {
      setTyped(text);
      wait(text);
    },
    take(next) {
      wait(next);
      task.flush();
      setTyped(null);
    },
    leave() {
      const pass = () => {
        task.flush();
        setTyped(null);
      };
      // A new name may move the page. During a press the name waits for the click, so that the press ends on its button.
      if (document.querySelector(':active')) window.addEventListener('click', pass, CLICK_ONCE);
      else pass();
    },
  };
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list of options cannot be styled or controlled */

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

/** The list of names under a field. The focus stays in the field; a pointer can mark and choose a name too. */
function NameSuggestionList({ id, field, names, marked, onMark, onTake }: NameSuggestionListProps) {
  const anchor = useMemo(() => ({ current: field }), [field]);
  const list = useFloating<HTMLDivElement>(anchor, true, CHANGING_UNDER);
  return createPortal(
    <div ref={list} className={cx(POPUP_CLASSES, 'ui-list ui-pop overflow-y-auto p-1')}>
      <div id={id} role="listbox" aria-label="Names">
        {names.map((name, index) => (
          // The field handles the keys and names the marked option.
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
            <CutText text={shortText(name, NAME_LENGTH)} />
          </div>
        ))}
      </div>
      {marked === 0 && (
        <p aria-hidden className="px-3 pt-1 pb-1.5 text-12 text-faint coarse:hidden">
          Enter or Tab takes it, Esc keeps your text
        </p>
      )}
    </div>,
    // The list is inside the main landmark, where screen readers find it.
    field.closest('main') ?? document.body,
  );
}
