import { useEffect, useMemo, useState } from 'react';
import type { StoredStages } from '#contract/configuration.ts';
import { stageNames, type StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { StageValueKind } from '#frontend/analysis/uploads/stage-conversions.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import { CONVERSION_NAME } from '#frontend/analysis/uploads/shared-columns.ts';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
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
  choose(kind: StageValueKind): void;
}

/** A stage, in the order of the funnel, and the name of its conversion as typed. */
export interface StageOfForm {
  name: string;
  conversion: string;
}

/** The choice of one conversion per stage; null where the file tells no stages, and until that is known. */
export function useStageForm(
  form: UploadForm,
  { columns }: Pick<LeadFiles, 'columns'>,
  onChange: (changes: Partial<UploadForm>) => void,
): StageForm | null {
  const source = useResults().stages;
  const plan = useFoundStages(source?.find);
  const chosen = source?.chosen;
  const { kind: format, conversions } = form;
  const stages = useMemo(() => {
    const headers = columns.map(({ header }) => header);
    return plan && stageNames(plan, headers).map((name) => ({ name, conversion: typedConversion({ kind: format, conversions }, chosen, name) })); // oxfmt-ignore
  }, [plan, columns, format, conversions, chosen]);
  // Names are kept before they are chosen here.
  const isChosen = form.isPerStage ?? (chosen?.actions?.length ?? 0) > 0;
  const question = useMemo(
    (): StageConversionsQuestion | undefined =>
      isChosen && plan && stages
        ? {
            plan,
            actions: stages.map(({ conversion }) => conversion.trim()),
            kind: chosen?.sends ?? 'increase',
            typedAmount: chosen?.amount ?? null,
            margin: chosen?.margin ?? 1,
          }
        : undefined,
    [isChosen, plan, stages, chosen?.sends, chosen?.amount, chosen?.margin],
  );
  if (!source?.onChange || !stages) return null;
  const { onChange: keep } = source;
  const kind = chosen?.sends ?? null;
  return {
    isChosen,
    stages,
    kind,
    question,
    problem: isChosen ? findStageProblem(stages, kind) : null,
    type(stage, conversion) {
      if (isKept(form)) keep({ ...chosen, actions: withAction(stages, { name: stage, conversion }) });
      else onChange({ conversions: { ...conversions, [tabKey(form, stage)]: conversion } });
    },
    choose: (sends) => keep({ ...chosen, sends }),
  };
}

function useFoundStages(find: (() => Promise<StagePlan | null>) | undefined): StagePlan | null {
  const [found, setFound] = useState<StagePlan | null>(null);
  useEffect(() => {
    if (!find) return;
    let isWanted = true;
    void find().then(
      (plan) => isWanted && setFound(plan),
      () => {}, // without an answer each lead is a conversion
    );
    return () => void (isWanted = false);
  }, [find]);
  return find ? found : null;
}

type FormatOfForm = Pick<UploadForm, 'kind'>;

/** Names of conversions are the same on all platforms that ask for them, and kept. Types of events are those of one platform. */
const isKept = ({ kind }: FormatOfForm): boolean => UPLOAD_FORMATS[kind].conversion === CONVERSION_NAME;

const tabKey = ({ kind }: FormatOfForm, stage: string): string =>
  JSON.stringify([UPLOAD_FORMATS[kind].conversion.label, stage]);

function typedConversion(
  form: Pick<UploadForm, 'kind' | 'conversions'>,
  chosen: StoredStages | undefined,
  stage: string,
): string {
  if (!isKept(form)) return form.conversions[tabKey(form, stage)] ?? '';
  return chosen?.actions?.find((one) => one.stage === stage)?.action ?? '';
}

/** The names to keep, in the order of the stages. */
function withAction(stages: readonly StageOfForm[], typed: StageOfForm): { stage: string; action: string }[] {
  return stages.flatMap(({ name, conversion }) => {
    const action = name === typed.name ? typed.conversion : conversion;
    return action === '' ? [] : [{ stage: name, action }];
  });
}

/** Why stages cannot be written as conversions; null without a reason. */
function findStageProblem(stages: readonly StageOfForm[], kind: StageValueKind | null): string | null {
  const names = stages.map(({ conversion }) => conversion.trim()).filter(Boolean);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (names.length === 0) return 'Enter the name of the conversion of at least one stage.';
  if (twice !== undefined) return `Two stages have the name “${twice}”. Each needs a conversion of its own.`;
  return kind === null ? 'Choose the value of each conversion.' : null;
}
