import type { StoredStages } from '#contract/configuration.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { endOf } from '#frontend/analysis/columns/statuses.ts';
import type { StageColumn, StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { DealChoices } from '#frontend/analysis/stages/stage-value.ts';

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
function arrangeStages(
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

interface StageChoices {
  chosen: Pick<StoredStages, 'plan' | 'share' | 'amount' | 'margin'>;
  headers: readonly string[];
  context: Pick<AnalysisContext, 'statusColumn' | 'qualifiedValues'>;
}

/** The stages to measure and what the visitor has typed about won deals, from the stages that the file proposes; null proposes none. */
export function askedStages(
  proposed: StagePlan | null,
  { chosen, headers, context }: StageChoices,
): DealChoices & { stages: StagePlan } {
  const { statusColumn, qualifiedValues } = context;
  const plan = proposed && arrangeStages(proposed, chosen.plan, headers);
  const { amount: typedAmount = null, margin = 1 } = chosen;
  return {
    stages: plan ?? planWithoutStages(headers.indexOf(statusColumn), qualifiedValues),
    typedShare: chosen.share ?? (isWonByItself(plan, qualifiedValues) ? 1 : null),
    typedAmount,
    margin,
  };
}

/** Without stages the file still has its deals. */
const planWithoutStages = (statusColumn: number, converted: readonly string[]): StagePlan => ({
  shape: { kind: 'status', stages: [] },
  statusColumn,
  won: new Set(converted),
  open: new Set(),
  wonColumn: null,
  isWonByColumn: false,
  lostColumn: null,
});

/** Whether all converted leads are won. Where the file does not say how far lost leads came, this alone tells the share. */
function isWonByItself(plan: StagePlan | null, converted: readonly string[]): boolean {
  if (plan && plan.shape.kind !== 'status') return false;
  return converted.every((status) => (plan ? plan.won.has(status) : endOf(status) === 'final'));
}
