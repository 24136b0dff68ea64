import type { ReactElement, ReactNode } from 'react';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';

interface MenuProps {
  /** The button that opens the menu. It needs its own accessible name. */
  trigger: ReactElement;
  children: ReactNode;
}

/** A menu under its button, made of MenuItem, MenuText and MenuLine. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Without a portal the menu stays in the landmark of its button, and next to the button in the reading order. */}
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="ui-pop z-50 max-h-[calc(100dvh-1rem)] max-w-[min(20rem,calc(100vw-1rem))] min-w-52 overflow-y-auto rounded-surface border border-hairline bg-surface p-1 text-text shadow-layer"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: 'regular' | 'danger';
  onSelect?(): void;
  /** A link that is shown as the item. */
  link?: ReactElement;
  children?: ReactNode;
}

const ITEM_CLASSES = cx(
  'flex min-h-control items-center gap-2.5 rounded-control px-3 text-14 outline-none select-none',
  'data-highlighted:bg-hover data-disabled:text-faint',
  // Forced colours remove the background that marks the item.
  'forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2 forced-colors:data-highlighted:outline-solid',
);

export function MenuItem({ icon, tone, onSelect, link, children }: MenuItemProps) {
  const className = cx(ITEM_CLASSES, tone === 'danger' && 'text-down data-highlighted:bg-down-wash');
  if (link) {
    return (
      <Radix.Item asChild onSelect={onSelect} className={className}>
        {link}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item onSelect={onSelect} className={className}>
      {icon && (
        <span aria-hidden className="[&>svg]:size-4">
          {icon}
        </span>
      )}
      {children}
    </Radix.Item>
  );
}

/** Text that cannot be picked, such as the name of the signed-in user. */
export function MenuText({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 py-2 text-13 text-muted">{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className="-mx-1 my-1 border-t border-hairline" />;
}

interface MenuChoicesProps {
  label: string;
  options: readonly { value: string; label: string; detail?: string }[];
  value: string;
  onChange(value: string): void;
}

/** Items of which one is chosen. */
export function MenuChoices({ label, options, value, onChange }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM_CLASSES}>
          <span aria-hidden className="size-4 shrink-0">
            <Radix.ItemIndicator>
              <Check className="size-4" />
            </Radix.ItemIndicator>
          </span>
          <span className="min-w-0 flex-1 truncate" title={option.label}>
            {option.label}
          </span>{' '}
          {option.detail && <span className="text-13 text-muted">{option.detail}</span>}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
