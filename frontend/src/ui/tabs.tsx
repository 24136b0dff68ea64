import { useRef, type ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';
import { cx } from '#frontend/lib/class-names.ts';
import { useScrollHints } from './layout-hooks.ts';

interface TabItem<T extends string> {
  value: T;
  label: string;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  /** Names the group of tabs for screen readers. */
  label: string;
  tabs: readonly TabItem<T>[];
  value: T;
  onChange(value: T): void;
}

export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const { before, after } = useScrollHints(list);
  return (
    // Radix knows only strings, and all values come from `tabs`.
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <div
        className="ui-fade-container relative"
        data-before={before || undefined}
        data-after={after || undefined}
      >
        <div aria-hidden className="absolute inset-x-0 bottom-0 border-b border-hairline" />
        <Radix.List
          ref={list}
          aria-label={label}
          className="ui-tabs relative -mx-2 flex gap-2 overflow-x-auto"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={cx(
                'relative min-h-11 shrink-0 px-2 text-14 font-medium whitespace-nowrap text-muted transition-colors',
                'hover:text-text focus-visible:rounded-control focus-visible:-outline-offset-2',
                'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:bg-transparent',
                'data-[state=active]:text-text data-[state=active]:after:bg-accent',
              )}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="pt-4 focus-visible:outline-offset-4 sm:pt-6"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
