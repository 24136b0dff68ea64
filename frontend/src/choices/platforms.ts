import type { Configuration } from '#contract/configuration.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ApplyAnswers, NamedPlatforms, PlatformChoices, SavedPlatforms } from './choices.ts';
import { sortEntries, type Choice } from './choice.ts';

/** The kinds that the visitor chose, by field of the plan. */
export const kindsOfFields = (
  { conditionKinds }: Pick<PlatformChoices, 'conditionKinds'>,
  { attributes }: Pick<Plan, 'attributes'>,
): ApplyChoices['kinds'] => attributes.map(({ column }) => conditionKinds.get(column) ?? null);

/** The choices that an opened analysis begins with. */
export const namedApplyChoices = ({
  attributes,
  conditionKinds,
  ...answers
}: NamedPlatforms & { attributes: readonly { field: string }[] }): ApplyChoices => ({
  ...NO_APPLY_CHOICES,
  ...givenAnswers(answers),
  kinds: attributes.map(({ field }) => conditionKinds?.get(field) ?? null),
});

type Answers = Partial<PlatformChoices['apply']>;

function givenAnswers(answers: Answers): ApplyAnswers {
  const { conversionAction, includesTests, isSpecialOffer = null, isRescaled } = answers;
  return {
    ...(conversionAction && { conversionAction }),
    ...(includesTests && { includesTests }),
    ...(isSpecialOffer !== null && { isSpecialOffer }),
    ...(isRescaled && { isRescaled }),
  };
}

/** The given answers, and the kinds by other names of their columns. A column without such a name is left out. */
function renameColumns<From, To>(
  {
    conditionKinds: kinds = [],
    ...answers
  }: Answers & { conditionKinds?: Iterable<readonly [From, ConditionKind]> },
  nameOf: (column: From) => To | null,
): ApplyAnswers & { conditionKinds?: ReadonlyMap<To, ConditionKind> } {
  const conditionKinds = new Map<To, ConditionKind>();
  for (const [column, kind] of kinds) {
    const name = nameOf(column);
    if (name !== null) conditionKinds.set(name, kind);
  }
  return { ...givenAnswers(answers), ...(conditionKinds.size > 0 && { conditionKinds }) };
}

const readStored = <Column>(
  { conditionKinds = {}, ...answers }: Configuration,
  columnOf: (header: string) => Column | null,
) => renameColumns({ ...answers, conditionKinds: Object.entries(conditionKinds) }, columnOf);

function contentOfApply({ conditionKinds, ...named }: NamedPlatforms): readonly unknown[] {
  const { conversionAction, ...answers } = givenAnswers(named);
  return [
    ...(conversionAction ? [conversionAction] : []),
    ...(conditionKinds ? [sortEntries(conditionKinds)] : []),
    ...(Object.keys(answers).length > 0 ? [answers] : []),
  ];
}

/** The choices of 'Apply'. */
export const APPLY: Choice<PlatformChoices, SavedPlatforms> = {
  empty: { conditionKinds: new Map(), apply: NO_APPLY_CHOICES },
  save: ({ conditionKinds, apply }, { plan }) => ({
    ...renameColumns({ ...apply, conditionKinds }, (column) =>
      plan.attributes.some((attribute) => attribute.column === column) ? column : null,
    ),
    conversionAction: apply.conversionAction,
  }),
  restore: ({ conditionKinds = new Map(), ...answers }) => ({
    conditionKinds,
    apply: { ...NO_APPLY_CHOICES, ...givenAnswers(answers) },
  }),
  name: renameColumns,
  pack: ({ conditionKinds, ...answers }) => ({
    ...givenAnswers(answers),
    ...(conditionKinds && { conditionKinds: Object.fromEntries(conditionKinds) }),
  }),
  unpack: (stored) => readStored(stored, (header) => header),
  find: readStored,
  fit: (saved, { columnOf }) => ({
    ...renameColumns(saved, columnOf),
    conversionAction: saved.conversionAction,
  }),
  content: contentOfApply,
  differences: (before, after) => [
    JSON.stringify(contentOfApply(before)) !== JSON.stringify(contentOfApply(after)) &&
      'Apply has other answers or kinds of attributes, so the figures to enter may differ.',
  ],
  draftSchema: ({ z, column, flag, conditionKind, conversionAction }) => ({
    conditionKinds: z.map(column, conditionKind),
    apply: z.object({
      includesTests: flag,
      conversionAction: z.nullable(conversionAction),
      isSpecialOffer: z.nullable(flag),
      isRescaled: flag,
    }),
  }),
  savedSchema: ({ z, column, flag, conditionKind, conversionAction }) => ({
    conversionAction: z.optional(z.nullable(conversionAction)),
    conditionKinds: z.optional(z.map(column, conditionKind)),
    includesTests: z.optional(flag),
    isSpecialOffer: z.optional(flag),
    isRescaled: z.optional(flag),
  }),
};
