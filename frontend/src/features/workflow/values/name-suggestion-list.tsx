/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list of options can be neither drawn nor steered */
import { Popover } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import { OPTION_CLASSES, POPUP_CLASSES } from '#frontend/ui/option-text.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';

interface NameSuggestionListProps {
  id: string;
  field: HTMLInputElement;
  names: readonly string[];
  marked: number;
  onMark(index: number): void;
  onTake(name: string): void;
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The names under a field. Focus stays in the field; a pointer marks and takes as the keys do. */
export function NameSuggestionList({ id, field, names, marked, onMark, onTake }: NameSuggestionListProps) {
  return (
    <Popover.Root open>
      <Popover.Anchor virtualRef={{ current: field }} />
      {/* Within the page's main part, where those who go by landmarks look for it. */}
      <Popover.Portal container={field.closest('main')}>
        <Popover.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cx(POPUP_CLASSES, 'w-(--radix-popper-anchor-width) min-w-56 p-1')}
        >
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
                className={cx(OPTION_CLASSES, 'pr-3', index === marked && 'bg-sunken')}
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
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
