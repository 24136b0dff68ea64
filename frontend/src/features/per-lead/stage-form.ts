import { useMemo } from 'react';
import type { StoredStages } from '#contract/configuration.ts';
import { stageNames } from '#frontend/analysis/stages/stage-plan.ts';
import type { StageValueKind } from '#frontend/analysis/uploads/stage-conversions.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import { CONVERSION_NAME } from '#frontend/analysis/uploads/shared-columns.ts';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { useStagesRun } from '#frontend/features/stages/stages-run.tsx';
import type { StageConversionsQuestion } from '#frontend/threads/leads/stage-conversions.ts';

/** One conversion per stage, as it is chosen for the platform of a form. */
export interface StageForm {
  /** Whether each stage is a conversion, and not each lead. */
  isChosen: boolean;
  stages: readonly StageOfForm[];
  /** The value of a conversion; null until the visitor has answered. */
  kind: StageValueKind | null;
  /** Undefined where each lead is a conversion. */
  question: StageConversionsQuestion | undefined;
  /** Why nothing can be written; null without a reason. */
  problem: string | null;
  type(stage: string, conversion: string): void;
  /** Keeps the names that were typed, where they are kept. */
  keep(): void;
  choose(kind: StageValueKind): void;
}

/** A stage, in the order of the funnel, and the name of its conversion as typed. */
interface StageOfForm {
  name: string;
  conversion: string;
}

/** The choice of one conversion per stage; null where the file tells no stages, and until that is known. */
export function useStageForm(
  form: UploadForm,
  onChange: (changes: Partial<UploadForm>) => void,
): StageForm | null {
  const source = useResults().stages;
  const plan = useStagesRun()?.plan ?? null;
  const { chosen = NOTHING_CHOSEN, headers = NO_HEADERS } = source ?? {};
  const { kind: format, conversions } = form;
  const stages = useMemo(
    () =>
      plan &&
      stageNames(plan, headers).map((name) => ({
        name,
        conversion: typedConversion({ kind: format, conversions }, chosen, name),
      })),
    [plan, headers, format, conversions, chosen],
  );
  const isChosen = isPerStage(form, chosen);
  const { sends, amount, margin } = chosen;
  const question = useMemo(
    (): StageConversionsQuestion | undefined =>
      isChosen && plan && stages
        ? {
            plan,
            actions: stages.map(({ conversion }) => conversion.trim()),
            kind: sends ?? 'increase',
            typedAmount: amount ?? null,
            margin: margin ?? 1,
          }
        : undefined,
    [isChosen, plan, stages, sends, amount, margin],
  );
  if (!source || !stages) return null;
  return {
    isChosen,
    stages,
    kind: sends ?? null,
    question,
    problem: isChosen ? findStageProblem(stages, sends ?? null) : null,
    type: (stage, conversion) =>
      onChange({ conversions: { ...conversions, [keyOfTyped({ kind: format }, stage)]: conversion } }),
    keep() {
      if (!isKept(form)) return;
      const actions = stages.flatMap(({ name, conversion }) =>
        conversion.trim() === '' ? [] : [{ stage: name, action: conversion.trim() }],
      );
      const { actions: before = [], ...choices } = chosen;
      if (JSON.stringify(actions) !== JSON.stringify(before))
        source.onChange({ ...choices, ...(actions.length > 0 && { actions }) }, true);
      // From now on the kept names are shown.
      const ofStages = new Set(stages.map(({ name }) => keyOfTyped(form, name)));
      const others = Object.entries(conversions).filter(([key]) => !ofStages.has(key));
      if (others.length < Object.keys(conversions).length)
        onChange({ conversions: Object.fromEntries(others) });
    },
    choose: (kind) => source.onChange({ ...chosen, sends: kind }, true),
  };
}

/** Whether the stages of the file are still looked for, and wanted: until they are found nothing is made, since it would be of leads. */
export function useAwaitsStages(form: UploadForm): boolean {
  const source = useResults().stages;
  const run = useStagesRun();
  if (!source || !isPerStage(form, source.chosen)) return false;
  return run === null || (run.isTold === undefined && run.error === undefined);
}

/** Names that are kept were chosen before. */
const isPerStage = (form: UploadForm, { actions = [] }: StoredStages): boolean =>
  form.isPerStage ?? actions.length > 0;

const NOTHING_CHOSEN: StoredStages = {};
const NO_HEADERS: readonly string[] = [];

type FormatOfForm = Pick<UploadForm, 'kind'>;

/** Names of conversions are the same on all platforms that ask for them, and kept. Types of events are those of one platform. */
const isKept = ({ kind }: FormatOfForm): boolean => UPLOAD_FORMATS[kind].conversion === CONVERSION_NAME;

const keyOfTyped = ({ kind }: FormatOfForm, stage: string): string =>
  JSON.stringify([UPLOAD_FORMATS[kind].conversion.label, stage]);

/** As typed, else as kept. */
function typedConversion(
  form: Pick<UploadForm, 'kind' | 'conversions'>,
  chosen: StoredStages,
  stage: string,
): string {
  const typed = form.conversions[keyOfTyped(form, stage)];
  const kept = isKept(form) ? chosen.actions?.find((one) => one.stage === stage)?.action : undefined;
  return typed ?? kept ?? '';
}

/** Why stages cannot be written as conversions; null without a reason. */
function findStageProblem(stages: readonly StageOfForm[], kind: StageValueKind | null): string | null {
  const names = stages.map(({ conversion }) => conversion.trim()).filter(Boolean);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (names.length === 0) return 'Enter the name of the conversion of at least one stage.';
  if (twice !== undefined) return `Two stages have the name “${twice}”. Each needs a conversion of its own.`;
  return kind === null ? 'Choose the value of each conversion.' : null;
}
