import type { SegmentChange } from '#frontend/analysis/compare/compare.ts';
import { describeToEnter, listToEnter } from '#frontend/features/platforms/to-enter-words.ts';
import { textColumn, wideOnly, type Column } from '#frontend/features/results/columns.tsx';
import { cx } from '#frontend/lib/class-names.ts';
import type { ComparedFigures } from './comparison-words.ts';

/** The figures that both analyses enter for a value. */
export const enteredColumns = <T extends SegmentChange>(
  figures: NonNullable<ComparedFigures>,
): Column<T>[] => [enteredColumn('before', figures), enteredColumn('after', figures)];

function headingOf(side: 'before' | 'after', { isInUse }: NonNullable<ComparedFigures>): string {
  if (side === 'after') return 'To Enter After';
  return isInUse ? 'In Use' : 'To Enter Before';
}

/** The figures to enter for a value: '0.67x Google · 0.70x Meta'. */
function enteredColumn<T extends SegmentChange>(
  side: 'before' | 'after',
  figures: NonNullable<ComparedFigures>,
): Column<T> {
  return textColumn<T>(`${side}Entered`, {
    heading: headingOf(side, figures),
    meaning:
      side === 'before'
        ? `${figures.isInUse ? 'The figure that was entered for each platform.' : 'The figure to type for each platform, from its plan at the time.'} Bold: it has moved by more than the threshold.`
        : undefined,
    text: (change) => describeToEnter(figures.of(change)[side]),
    cell: (change) => {
      const entered = figures.of(change);
      const hasMoved = entered.movedOn.length > 0;
      return (
        <span className={cx('flex flex-col text-13 tabular-nums', hasMoved ? 'font-semibold' : 'text-muted')}>
          {listToEnter(entered[side]).map((figure) => (
            <span key={figure} className="whitespace-normal">
              {figure}
            </span>
          ))}
        </span>
      );
    },
    width: wideOnly(136),
    isShort: true,
  });
}
