import type { SavedStages, StagesChoice } from './choices.ts';
import { sortEntries, type Choice } from './choice.ts';

const withStages = ({ stages }: SavedStages): SavedStages =>
  stages && Object.keys(stages).length > 0 ? { stages } : {};

/** The order of stages, what won deals are worth, and the conversion actions of stages. They name columns by header, as in every file. */
export const STAGES_CHOICE: Choice<StagesChoice, SavedStages> = {
  empty: { stages: {} },
  save: withStages,
  restore: ({ stages = {} }) => ({ stages }),
  name: withStages,
  pack: withStages,
  unpack: withStages,
  find: withStages,
  fit: withStages,
  content: ({ stages = {} }) => {
    const entries = sortEntries(new Map(Object.entries(stages)));
    return entries.length > 0 ? [entries] : [];
  },
  draftSchema: ({ stages }) => ({ stages }),
  savedSchema: ({ z, stages }) => ({ stages: z.optional(stages) }),
};
