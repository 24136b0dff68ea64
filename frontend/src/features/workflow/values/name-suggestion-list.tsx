/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list of options can be neither drawn nor steered */
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#frontend/lib/class-names.ts';
import { placeChangingUnder, useFloating } from '#frontend/ui/floating.ts';
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
