import { Suspense, type ReactNode } from 'react';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { longList, MAX_DRAWN } from './long-list.ts';

/** More values than this scroll in a room of their own, so that the buttons under them stay near. */
const MAX_OPEN = 40;
const ROOM_HEIGHT = 'h-[min(36rem,65vh)]';
// Room at both sides for the focus ring, which a scrolling area would cut.
const ROOM = cx('-mx-2 px-2', ROOM_HEIGHT);

interface ValueListProps {
  label: string;
  values: readonly ListedValue[];
  /** Part of the list's identity: another search begins at the top of the list. */
  searchedFor: string;
  rowHeight: number;
  renderRow(value: ListedValue): ReactNode;
}

export function ValueList(props: ValueListProps) {
  const { values, searchedFor } = props;
  if (values.length === 0)
    return <p className="py-6 text-14 text-muted">No value contains “{searchedFor}”.</p>;
  if (values.length <= MAX_OPEN)
    return <WholeList {...props} className="border-t border-hairline [&>li:last-child>*]:border-b-0" />;
  return (
    <div className="border-y border-hairline">
      {values.length <= MAX_DRAWN ? (
        <div key={searchedFor} className={cx('overflow-y-auto', ROOM)}>
          <WholeList {...props} />
        </div>
      ) : (
        <Suspense
          fallback={<SkeletonLines label="Loading values" lines={8} className={cx('py-4', ROOM_HEIGHT)} />}
        >
          <PartlyDrawnList key={searchedFor} {...props} />
        </Suspense>
      )}
    </div>
  );
}

function WholeList({ label, values, renderRow, className }: ValueListProps & { className?: string }) {
  return (
    <ul aria-label={label} className={className}>
      {values.map((listed) => (
        <li key={listed.value}>{renderRow(listed)}</li>
      ))}
    </ul>
  );
}

function PartlyDrawnList({ label, values, rowHeight, renderRow }: ValueListProps) {
  return (
    <longList.Component
      label={label}
      count={values.length}
      rowHeight={rowHeight}
      keyOf={(index) => values[index]?.value ?? ''}
      renderRow={(index) => {
        const listed = values[index];
        return listed && renderRow(listed);
      }}
      className={ROOM}
    />
  );
}
