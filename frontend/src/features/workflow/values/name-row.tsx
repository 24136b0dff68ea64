import { memo } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { CountBar, LeadCount } from './count-bar.tsx';
import { NameField } from './name-field.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { ValueText } from './value-text.tsx';
import type { Suggest } from './use-suggest.ts';

/** The value with its leads, and its name; one under the other on a small screen. */
export const NAME_GRID = 'grid grid-cols-1 items-center gap-x-5 gap-y-1.5 sm:grid-cols-2';

interface NameRowProps {
  value: string;
  leads: number;
  /** Of the leads that the most frequent value has. */
  share: number;
  /** The name it was given, '' for none. */
  name: string;
  suggest: Suggest;
  onRename(values: readonly string[], name: string): void;
}

export const NameRow = memo(function NameRow({ value, leads, share, name, suggest, onRename }: NameRowProps) {
  const text = shortText(value, NAME_LENGTH);
  return (
    <div className={cx(NAME_GRID, 'border-b border-hairline py-2.5')}>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-3">
          <ValueText text={text} className={cx('text-14', name && 'text-muted')} />
          <LeadCount leads={leads} />
        </div>
        <CountBar share={share} />
      </div>
      <NameField {...{ value, name, suggest, onRename }} />
    </div>
  );
});
