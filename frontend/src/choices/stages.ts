import type { StoredStages } from '#contract/configuration.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { ChosenStages, SavedStages, StageChoices } from './choices.ts';
import { sortEntries, type Choice } from './choice.ts';

/** The same stages with columns named in another way; null if a column has no such name. */
function movePlan<From, To>(
  plan: StagePlan<From>,
  nameOf: (column: From) => To | null,
): StagePlan<To> | null {
  const { shape, wonColumn, lostColumn } = plan;
  let isWhole = true;
  const move = (column: From): To => {
    const name = nameOf(column);
    isWhole &&= name !== null;
    return name as To; // without a name the plan is dropped
  };
  const moved: StagePlan<To> = {
    ...plan,
    shape:
      shape.kind === 'columns'
        ? { ...shape, stages: shape.stages.map((stage) => ({ ...stage, column: move(stage.column) })) }
        : shape.kind === 'status'
          ? shape
          : { ...shape, column: move(shape.column) },
    statusColumn: move(plan.statusColumn),
    wonColumn: wonColumn === null ? null : move(wonColumn),
    lostColumn: lostColumn === null ? null : move(lostColumn),
  };
  return isWhole ? moved : null;
}

/** The choices with columns named in another way. Where a column has no such name, the stages are those that the file proposes. */
function moveStages<From, To>(
  { plan, ...others }: ChosenStages<From>,
  nameOf: (column: From) => To | null,
): { stages?: ChosenStages<To> } {
  const moved = plan && movePlan(plan, nameOf);
  const stages = { ...others, ...(moved && { plan: moved }) };
  return Object.keys(stages).length > 0 ? { stages } : {};
}

const packStages = ({ plan, actions, ...others }: ChosenStages<string>): StoredStages => ({
  ...others,
  ...(plan && { plan: { ...plan, won: [...plan.won], open: [...plan.open] } }),
  ...(actions && { actions: Object.fromEntries(actions) }),
});

const unpackStages = ({ plan, actions, ...others }: StoredStages): ChosenStages<string> => ({
  ...others,
  ...(plan && { plan: { ...plan, won: new Set(plan.won), open: new Set(plan.open) } }),
  ...(actions && { actions: new Map(Object.entries(actions)) }),
});

/** Stages, what won deals are worth, and the conversion actions of stages. */
export const STAGES: Choice<StageChoices, SavedStages> = {
  empty: { stages: {} },
  save: ({ stages }) => moveStages(stages, (column) => column),
  restore: ({ stages = {} }) => ({ stages }),
  name: ({ stages = {} }, headerOf) => moveStages(stages, headerOf),
  pack: ({ stages }) => (stages ? { stages: packStages(stages) } : {}),
  unpack: ({ stages }) => (stages ? { stages: unpackStages(stages) } : {}),
  find: ({ stages = {} }, columnOf) => moveStages(unpackStages(stages), columnOf),
  headersIn({ stages = {} }) {
    const headers: string[] = [];
    moveStages(unpackStages(stages), (header) => headers.push(header));
    return headers;
  },
  fit: ({ stages = {} }, { columnOf }) => moveStages(stages, columnOf),
  content({ stages }) {
    if (!stages) return [];
    // In a fixed order: that of choosing is no choice.
    const { amount, share, margin, actions, sends } = stages;
    return [[packStages(stages).plan, amount, share, margin, actions && sortEntries(actions), sends]];
  },
  draftSchema: ({ stages }) => ({ stages }),
  savedSchema: ({ z, stages }) => ({ stages: z.optional(stages) }),
};
