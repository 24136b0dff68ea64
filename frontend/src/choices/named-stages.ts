import type { StoredStages } from '#contract/configuration.ts';
import type { StageColumn, StagePlan } from '#frontend/analysis/stages/stage-plan.ts';

type NamedStagePlan = NonNullable<StoredStages['plan']>;

/** A plan with the headers of its columns, as it is saved. */
export function nameStagePlan(
  { shape, statusColumn, won, open, wonColumn, isWonByColumn, lostColumn }: StagePlan,
  headers: readonly string[],
): NamedStagePlan {
  const nameOf = (column: number) => headers[column] ?? '';
  return {
    shape:
      shape.kind === 'columns'
        ? { ...shape, stages: shape.stages.map((stage) => ({ ...stage, column: nameOf(stage.column) })) }
        : shape.kind === 'beside-outcome'
          ? { ...shape, column: nameOf(shape.column), stages: [...shape.stages] }
          : { ...shape, stages: [...shape.stages] },
    statusColumn: nameOf(statusColumn),
    won: [...won],
    open: [...open],
    wonColumn: wonColumn === null ? null : nameOf(wonColumn),
    isWonByColumn,
    lostColumn: lostColumn === null ? null : nameOf(lostColumn),
  };
}

/**
 * The stages that a file proposes, in the order in which the visitor has put them. A stage that is new since then follows the one before it
 * in the proposal. Stages of another shape or column are not those that the visitor has put in order.
 * Example: New, Demo, Trial, put as New, Trial, Demo: New, Call, Demo, Trial becomes New, Call, Trial, Demo.
 */
export function arrangeStages(
  proposed: StagePlan,
  chosen: NamedStagePlan | undefined,
  headers: readonly string[],
): StagePlan {
  const [{ shape }, own] = [proposed, chosen?.shape];
  if (shape.kind === 'columns') {
    if (own?.kind !== 'columns') return proposed;
    const nameOf = ({ column }: StageColumn) => headers[column] ?? '';
    const names = own.stages.map(({ column }) => column);
    return { ...proposed, shape: { ...shape, stages: arrange(shape.stages, names, nameOf) } };
  }
  if (!own || own.kind === 'columns' || own.kind !== shape.kind) return proposed;
  const isSame =
    shape.kind === 'status'
      ? chosen?.statusColumn === headers[proposed.statusColumn]
      : own.kind === 'beside-outcome' && own.column === headers[shape.column];
  if (!isSame) return proposed;
  return { ...proposed, shape: { ...shape, stages: arrange(shape.stages, own.stages, (name) => name) } };
}

function arrange<Stage>(
  proposed: readonly Stage[],
  chosen: readonly string[],
  nameOf: (stage: Stage) => string,
): Stage[] {
  const byName = new Map(proposed.map((stage) => [nameOf(stage), stage]));
  const order = chosen.filter((name) => byName.has(name));
  proposed.map(nameOf).forEach((name, at, names) => {
    if (!order.includes(name)) order.splice(order.indexOf(names[at - 1] ?? '') + 1, 0, name);
  });
  return order.map((name) => byName.get(name)!); // its keys
}
