import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { UNDER_END, useFloating } from './floating.ts';
import { Link } from './link.tsx';

type TriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'ref' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onKeyDown'
>;

interface MenuProps {
  /** Draws the button that opens the menu. It needs its own accessible name. */
  renderTrigger(props: TriggerProps): ReactNode;
  children: ReactNode;
}

/** The element that has the focus once the menu is open. */
type Entry = 'list' | 'first' | 'last';

const ENTRY_KEYS: Readonly<Record<string, Entry>> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/** A menu under its button, made of MenuItem, MenuText and MenuLine; keys as in the ARIA pattern of a menu button. */
export function Menu({ renderTrigger, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [entry, setEntry] = useState<Entry | null>(null);
  return (
    <>
      {renderTrigger({
        id,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': entry !== null,
        'aria-controls': entry === null ? undefined : `${id}-menu`,
        // A click without a pointer comes from a screen reader.
        onClick: ({ detail }) => setEntry(entry === null ? (detail === 0 ? 'first' : 'list') : null),
        onKeyDown(event) {
          const next = ENTRY_KEYS[event.key];
          if (!next) return;
          event.preventDefault();
          setEntry(next);
        },
      })}
      {entry !== null && (
        <MenuList id={id} button={button} entry={entry} onClose={() => setEntry(null)}>
          {children}
        </MenuList>
      )}
    </>
  );
}

/** Closes the menu; the focus returns to its button. */
const CloseContext = createContext<() => void>(() => {});

interface MenuListProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  entry: Entry;
  onClose(): void;
  children: ReactNode;
}

function MenuList({ id, button, entry, onClose, children }: MenuListProps) {
  const list = useFloating<HTMLDivElement>(button, true, UNDER_END);
  const search = useSearch();
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    const entered = entry === 'list' ? list.current : items().at(entry === 'first' ? 0 : -1);
    entered?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- on opening only
  }, []);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const isInside = [list.current, button.current].some((part) => part?.contains(target as Node)); // of an event of the page
      if (!isInside) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [list, button, onClose]);

  const close = () => {
    button.current?.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // After Tab the browser moves the focus on from the button.
    if (event.key === 'Tab') return close();
    const all = items();
    const focused = all.findIndex((item) => item === document.activeElement);
    const at = focused === -1 ? all.findIndex((item) => item.matches(':hover')) : focused;
    const next = search(event, all, at) ?? nextItem(event.key, all, at);
    if (next) next.focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <CloseContext value={close}>
      {/* Without a portal the menu stays in the landmark of its button, and next to the button in the reading order. */}
      <div
        ref={list}
        id={`${id}-menu`}
        role="menu"
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        // One item is marked at a time. The pointer gives no item the focus: a press does, and then no ring follows.
        onPointerMove={({ movementX, movementY }) => (movementX || movementY) && list.current?.focus()}
        className="group/menu ui-pop z-50 max-h-[calc(100dvh-1rem)] max-w-[min(20rem,calc(100vw-1rem))] min-w-52 overflow-y-auto rounded-surface border border-hairline bg-surface p-1 text-text shadow-layer outline-none"
      >
        {children}
      </div>
    </CloseContext>
  );
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[Math.min(at + 1, items.length - 1)];
    case 'ArrowUp':
      return at === -1 ? items.at(-1) : items[Math.max(0, at - 1)];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

/** Letters that follow within this time are one search. */
const SEARCH_MS = 1000;

/** Finds the item whose text begins with the typed letters; one letter goes on to the next such item. */
function useSearch() {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, timeStamp, ...held }: KeyboardEvent, items: readonly HTMLElement[], at: number) => {
    if (key.length !== 1 || key === ' ' || held.ctrlKey || held.metaKey || held.altKey) return undefined;
    const { current } = typed;
    const text = (timeStamp - current.at < SEARCH_MS ? current.text : '') + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    const from = text.length === 1 ? at + 1 : Math.max(0, at);
    return [...items.slice(from), ...items.slice(0, from)].find((item) =>
      item.textContent.trim().toLowerCase().startsWith(text),
    );
  };
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: 'regular' | 'danger';
  onSelect?(): void;
  /** An address of the application: the item is a link. */
  to?: string;
  children?: ReactNode;
}

const ITEM_CLASSES = cx(
  'flex min-h-control w-full items-center gap-2.5 rounded-control px-3 text-left text-14 outline-none select-none',
  'focus:bg-hover group-focus/menu:hover:bg-hover',
  // Forced colours remove the background that marks the item.
  'forced-colors:focus:outline-2 forced-colors:focus:-outline-offset-2 forced-colors:focus:outline-solid',
);

export function MenuItem({ icon, tone, onSelect, to, children }: MenuItemProps) {
  const close = useContext(CloseContext);
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: cx(
      ITEM_CLASSES,
      tone === 'danger' && 'text-down focus:bg-down-wash group-focus/menu:hover:bg-down-wash',
    ),
    onClick() {
      close();
      onSelect?.();
    },
  };
  const content = (
    <>
      {icon && (
        <span aria-hidden className="[&>svg]:size-4">
          {icon}
        </span>
      )}
      {children}
    </>
  );
  if (to !== undefined)
    return (
      <Link to={to} {...shared}>
        {content}
      </Link>
    );
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  );
}

/** Text that cannot be picked, such as the name of the signed-in user. */
export function MenuText({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-13 text-muted">{children}</div>;
}

export function MenuLine() {
  return <hr className="-mx-1 my-1 border-t border-hairline" />;
}
