import type { DifferenceRow, ListedPush } from '#contract/push-answers.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { keysOf } from '#contract/records.ts';

type Action = DifferenceRow['action'];

const ACTIONS: Readonly<Record<Action, { sign: string; word: string; look: string }>> = {
  add: { sign: '+', word: 'Add', look: 'text-up' },
  change: { sign: '~', word: 'Change', look: 'text-accent' },
  pause: { sign: '‖', word: 'Pause', look: 'text-caution' },
  remove: { sign: '−', word: 'Remove', look: 'text-down' },
  leave: { sign: '=', word: 'Leave', look: 'text-muted' },
};

interface DifferenceTableProps {
  difference: readonly DifferenceRow[];
  caption: string;
  /** True for an earlier push, whose account may have changed since. */
  isPast?: boolean;
}

/** The change that a push makes to each rule that this site manages. */
export function DifferenceTable({ difference, caption, isPast = false }: DifferenceTableProps) {
  return (
    <TableScroll label={caption} className={difference.length > 12 ? 'max-h-120' : undefined}>
      <Table caption={caption}>
        <thead>
          <tr>
            <Th className="sm:min-w-52">Rule</Th>
            <Th className="max-sm:hidden">Action</Th>
            <Th className="sm:min-w-40">{isPast ? 'Before' : 'In the Account'}</Th>
            <Th className="sm:min-w-40">{isPast ? 'As Approved' : 'After the Push'}</Th>
          </tr>
        </thead>
        <tbody>
          {difference.map(({ action, rule, before, after }, index) => {
            const isLeft = action === 'leave';
            return (
              // oxlint-disable-next-line react/no-array-index-key -- rules in words may be the same, and have only an order
              <tr key={index}>
                <th scope="row" className={cx('wrap-anywhere', isLeft && 'text-muted')}>
                  {rule}
                  <ActionText action={action} className="text-13 sm:hidden" />
                </th>
                <td className="max-sm:hidden">
                  <ActionText action={action} />
                </td>
                <td className="text-muted">{before ?? '–'}</td>
                <td className={isLeft ? 'text-muted' : 'font-medium'}>{after ?? '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function ActionText({ action, className }: { action: Action; className?: string }) {
  const { sign, word, look } = ACTIONS[action];
  return (
    <span className={cx('block whitespace-nowrap', look, className)}>
      <span aria-hidden className="inline-block w-4 font-semibold">
        {sign}
      </span>
      {word}
    </span>
  );
}

/** How many rules a push changes. */
export const countChanges = (difference: readonly DifferenceRow[]): number =>
  difference.filter(({ action }) => action !== 'leave').length;

/** '2 added, 1 changed, 3 unchanged' */
export function describePushedChanges(changes: ListedPush['changes']): string {
  const parts = keysOf(PAST).flatMap((action) => {
    const found = changes.find((change) => change.action === action);
    return found ? [`${found.count} ${PAST[action]}`] : [];
  });
  return parts.join(', ');
}

const PAST: Readonly<Record<Action, string>> = {
  add: 'added',
  change: 'changed',
  pause: 'paused',
  remove: 'removed',
  leave: 'unchanged',
};
