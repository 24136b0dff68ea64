/** A column that says whether, or when, a lead has reached a stage. */
export interface StageColumn {
  column: number;
  /** Dates, or yes and no. */
  holds: 'dates' | 'flags';
}

/** The ways in which a file tells the stages of its leads. Stages stand in order, without won, which is the last one. */
export type StageShape =
  /** One date or flag per stage. Every lead has reached the stage before these, 'Lead', which has the date of the lead. */
  | { kind: 'columns'; stages: readonly StageColumn[] }
  /** A column of stages beside that of the outcome. */
  | { kind: 'beside-outcome'; column: number; stages: readonly string[] }
  /** One status column: its lost leads do not say how far they came. */
  | { kind: 'status'; stages: readonly string[] };

/** The choices about stages. */
export interface StagePlan {
  shape: StageShape;
  /** The column of the outcome. */
  statusColumn: number;
  /** Its values for won leads, trimmed, '(Blank)' for the blank; a lead with any other one is lost, unless it is */
  won: ReadonlySet<string>;
  /** open. */
  open: ReadonlySet<string>;
  /** The day on which won leads were won; null if no column has it. */
  wonColumn: number | null;
  /** Leads are won where that column is filled, whatever their status. */
  isWonByColumn: boolean;
  /** The day on which lost leads were lost. */
  lostColumn: number | null;
}

/** The name of the stage that every lead has reached, where stages have columns. */
export const LEAD_STAGE = 'Lead';
/** The name of the last stage. */
const WON_STAGE = 'Won';

/**
 * The stages of a plan by name, won included. Names differ, since choices are kept by them: beside a column 'SQL' the only won status
 * 'SQL' is 'SQL (2)', as a second header would be.
 */
export function stageNames({ shape, won }: StagePlan, headers: readonly string[]): string[] {
  const [only, another] = won;
  let last = only !== undefined && another === undefined ? only : WON_STAGE;
  const stages =
    shape.kind === 'columns'
      ? [LEAD_STAGE, ...shape.stages.map(({ column }) => headers[column] ?? '')]
      : shape.stages;
  while (stages.includes(last)) last += ' (2)';
  return [...stages, last];
}
