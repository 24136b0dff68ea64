import type { ReactNode } from 'react';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { VirtualList } from '#frontend/ui/virtual-list.tsx';

/** Beyond this many values only the rows in view are drawn. */
const MAX_DRAWN = 40;

interface ValueListProps {
  label: string;
  values: readonly ListedValue[];
  /** Part of the list's identity: another search begins at the top of the list. */
  searchedFor: string;
  rowHeight: number;
  renderRow(value: ListedValue): ReactNode;
}

export function ValueList({ label, values, searchedFor, rowHeight, renderRow }: ValueListProps) {
  if (values.length === 0)
    return <p className="py-6 text-14 text-muted">No value contains “{searchedFor}”.</p>;
  if (values.length <= MAX_DRAWN)
    return (
      <ul aria-label={label} className="border-t border-hairline [&>li:last-child>*]:border-b-0">
        {values.map((listed) => (
          <li key={listed.value}>{renderRow(listed)}</li>
        ))}
      </ul>
    );
  return (
    <div className="border-y border-hairline">
      <VirtualList
        key={searchedFor}
        label={label}
        count={values.length}
        rowHeight={rowHeight}
        keyOf={(index) => values[index]?.value ?? ''}
        renderRow={(index) => {
          const listed = values[index];
          return listed && renderRow(listed);
        }}
        // Room at both sides for the focus ring, which a scrolling area would cut.
        className="-mx-2 h-[min(36rem,65vh)] px-2"
      />
    </div>
  );
}
