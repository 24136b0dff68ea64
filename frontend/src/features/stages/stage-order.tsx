import { useId, useState } from 'react';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { stageNames } from '#frontend/analysis/stages/stage-plan.ts';
import { nameStagePlan } from '#frontend/choices/named-stages.ts';
import type { StagesSource } from '#frontend/features/results/results-source.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Button, IconButton } from '#frontend/ui/button.tsx';
import { shortStage } from './stages-words.ts';

/** The order of the stages in one line. It opens, and each stage is moved by its buttons or by drag. The last one, won, stays the last. */
export function StageOrder({ plan, source }: { plan: StagePlan; source: StagesSource }) {
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState('');
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const list = useId();
  const { chosen, headers, onChange } = source;
  const names = stageNames(plan, headers);
  const { shape } = plan;
  const { length } = shape.stages;
  /** Every lead has reached the first one, where stages have columns. */
  const fixed = shape.kind === 'columns' ? 1 : 0;
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= length) return;
    onChange({ ...chosen, plan: nameStagePlan({ ...plan, shape: moveStage(shape, from, to) }, headers) });
    setMoved(`${shortStage(names[from + fixed] ?? '')} is stage ${to + fixed + 1} of ${names.length} now.`);
  };
  return (
    <section aria-label="Order of the stages" className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-muted">
        <span className="wrap-anywhere">Order: {names.map(shortStage).join(' → ')}</span>
        {length > 1 && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? list : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            Change the order
          </Button>
        )}
      </p>
      {isOpen && (
        <ol
          id={list}
          className="flex max-w-prose flex-col divide-y divide-hairline rounded-surface border border-hairline"
        >
          {shape.stages.map((_, at) => {
            const name = names[at + fixed] ?? '';
            return (
              <li
                key={name}
                className={cx(
                  'flex items-center gap-2 bg-surface px-3 py-1',
                  drag?.from === at && 'opacity-50',
                  drag && drag.to === at && drag.from !== at && 'bg-accent-wash',
                )}
              >
                {/* Keys have the buttons. */}
                <span
                  aria-hidden
                  className="cursor-grab touch-none py-2 text-faint"
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDrag({ from: at, to: at });
                  }}
                  onPointerMove={({ currentTarget, clientY }) =>
                    drag && setDrag({ ...drag, to: findRow(currentTarget, clientY) })
                  }
                  onPointerUp={() => {
                    if (drag) move(drag.from, drag.to);
                    setDrag(null);
                  }}
                  onPointerCancel={() => setDrag(null)}
                >
                  <GripVertical className="size-4 shrink-0" />
                </span>
                <span className="min-w-0 flex-1 text-14 wrap-anywhere">{name}</span>
                <IconButton
                  label={`Move ${name} earlier`}
                  icon={<ArrowUp />}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  label={`Move ${name} later`}
                  icon={<ArrowDown />}
                  disabled={at === length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <output className="sr-only">{moved}</output>
    </section>
  );
}

/** The row of the list at this height; the first or the last one beyond its ends. */
function findRow(grip: Element, y: number): number {
  const rows = [...(grip.closest('ol')?.children ?? [])];
  const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return below === -1 ? rows.length - 1 : below;
}

function moveStage(shape: StagePlan['shape'], from: number, to: number): StagePlan['shape'] {
  if (shape.kind === 'columns') return { ...shape, stages: moveIn(shape.stages, from, to) };
  return { ...shape, stages: moveIn(shape.stages, from, to) };
}

function moveIn<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...list.slice(from, from + 1));
}
