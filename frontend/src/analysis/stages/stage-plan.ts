/** A column that says whether, or when, a lead has reached a stage. */
export interface StageColumn<Column = number> {
  column: Column;
  /** Dates, or yes and no. */
  holds: 'dates' | 'flags';
}

/**
 * The ways in which a file tells the stages of its leads. Stages stand in order, without won, which is the last one. Columns are named by
 * index, or by header in what is saved.
 */
export type StageShape<Column = number> =
  /** One date or flag per stage. Every lead has reached the stage before these, 'Lead', which has the date of the lead. */
  | { kind: 'columns'; stages: readonly StageColumn<Column>[] }
  /** A column of stages beside that of the outcome. */
  | { kind: 'beside-outcome'; column: Column; stages: readonly string[] }
  /** One status column: its lost leads do not say how far they came. */
  | { kind: 'status'; stages: readonly string[] };

/** The choices about stages. */
export interface StagePlan<Column = number> {
  shape: StageShape<Column>;
  /** The column of the outcome. */
  statusColumn: Column;
  /** Its values for won leads, trimmed, '(Blank)' for the blank; a lead with any other one is lost, unless it is */
  won: ReadonlySet<string>;
  /** open. */
  open: ReadonlySet<string>;
  /** The day on which won leads were won; null if no column has it. */
  wonColumn: Column | null;
  /** Leads are won where that column is filled, whatever their status. */
  isWonByColumn: boolean;
  /** The day on which lost leads were lost. */
  lostColumn: Column | null;
}

/** The name of the stage that every lead has reached, where stages have columns. */
export const LEAD_STAGE = 'Lead';
/** The name of the last stage. */
export const WON_STAGE = 'Won';

/**
 * The stages that a file proposes, in the order in which the visitor has put them. A stage that is new since then follows the one before it
 * in the proposal. Stages of another shape or column are not those that the visitor has put in order.
 * Example: New, Demo, Trial, put as New, Trial, Demo: New, Call, Demo, Trial becomes New, Call, Trial, Demo.
 */
export function arrangeStages(proposed: StagePlan, chosen: StagePlan | undefined): StagePlan {
  const [shape, own] = [proposed.shape, chosen?.shape];
  if (shape.kind === 'columns' && own?.kind === 'columns')
    return { ...proposed, shape: { ...shape, stages: arrange(shape.stages, own.stages, columnOf) } };
  const isSame =
    shape.kind === 'beside-outcome'
      ? own?.kind === 'beside-outcome' && own.column === shape.column
      : own?.kind === 'status' && chosen?.statusColumn === proposed.statusColumn;
  if (shape.kind === 'columns' || !own || own.kind === 'columns' || !isSame) return proposed;
  return { ...proposed, shape: { ...shape, stages: arrange(shape.stages, own.stages, (name) => name) } };
}

const columnOf = ({ column }: StageColumn) => column;

function arrange<Stage>(
  proposed: readonly Stage[],
  chosen: readonly Stage[],
  keyOf: (stage: Stage) => unknown,
): Stage[] {
  const known = new Map(proposed.map((stage) => [keyOf(stage), stage]));
  const order = chosen.map(keyOf).filter((key) => known.has(key));
  proposed.map(keyOf).forEach((key, at, keys) => {
    if (!order.includes(key)) order.splice(order.indexOf(keys[at - 1]) + 1, 0, key);
  });
  return order.map((key) => known.get(key)!); // its keys
}
