import { NO_DAY, OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';

/** A lead as a test writes it down: days count from any day 0, null is a blank cell. */
export interface StageRow {
  /** Per stage the day on which it was reached; the last one is won. */
  days: readonly (number | null)[];
  lost?: number;
  amount?: number;
}

/** The leads of rows with a date per stage; the furthest one that is filled was reached. */
export function stageRows(rows: readonly StageRow[], newest: number): StagedLeads {
  const stages = rows[0]?.days.length ?? 0;
  const reached = Int8Array.from(rows, ({ days }) => days.findLastIndex((day) => day !== null));
  return {
    stages,
    reached,
    outcomes: Uint8Array.from(rows, ({ lost }, lead) =>
      reached[lead] === stages - 1 ? OUTCOME.won : lost === undefined ? OUTCOME.open : OUTCOME.lost,
    ),
    days: Array.from({ length: stages }, (_, stage) =>
      Int32Array.from(rows, ({ days }) => days[stage] ?? NO_DAY),
    ),
    came: Int32Array.from(rows, ({ days }) => days[0] ?? NO_DAY),
    lost: Int32Array.from(rows, ({ lost }) => lost ?? NO_DAY),
    newest,
    amounts: Float64Array.from(rows, ({ amount }) => amount ?? 0),
    tellsLost: true,
  };
}

/** The same row, `count` times. */
export const times = (count: number, row: StageRow): StageRow[] => Array.from({ length: count }, () => row);
