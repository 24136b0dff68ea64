import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import { settleCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import {
  rememberLast,
  type ApplySource,
  type ResultsInput,
} from '#frontend/features/results/results-source.ts';
import { createLeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import type { EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import { settingsToKeep } from '#frontend/choices/kept-settings.ts';
import { contextOf, planOf, planOfShown } from '#frontend/choices/list.ts';
import { kindsOfFields } from '#frontend/choices/platforms.ts';
import { askRows, askStages, hasDates } from '#frontend/features/results/ask-rows.ts';
import { toastFailure } from '#frontend/ui/toast-store.ts';
import { useAnswer, useConvertedValues, useColumnDetail } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';
import { useOpenStatuses } from './open-statuses.ts';
import { useSteady } from './file-answers.ts';
import { countOpenByChance, dispatchUndoable, leaveOut } from './undoable.ts';

/** The choices that can change in this step: a name that was being typed when Forward led here, the currency, and what mends a finding. */
function changeable(state: Workflow['state']): unknown[] {
  const { mappings, ranges, attributeColumns, leftOutStatuses, valueColumn, currencies } = state;
  // The currency of typed amounts is in no plan.
  const currency = valueColumn !== null && currencies.get(valueColumn);
  return [mappings, ranges, attributeColumns, leftOutStatuses, currency];
}

/** The plan with its figures; null until they are counted. While a changed plan is counted, the figures before stay. */
export function useCounted(workflow: Workflow): Counted | null {
  const { state } = workflow;
  const planNow = () => ({ plan: planOf(state), choices: changeable(state) });
  const [{ plan, choices }, setPlanned] = useState(planNow);
  if (changeable(state).some((choice, at) => choice !== choices[at])) setPlanned(planNow);
  const measurement = useMeasurement(workflow, plan);
  const converted = useConvertedValues(workflow);
  return useSteady(
    useMemo(
      () => (plan && measurement && converted ? { plan, measurement, converted } : null),
      [plan, measurement, converted],
    ),
  );
}

/**
 * The figures of a plan, with the q of all candidate columns; null until both are there. The other columns take 0.3 seconds in the
 * largest files, and were usually tested in the steps before. Labels that come first and then change would be worse than this wait.
 */
function useMeasurement(workflow: Workflow, plan: Plan | null): Measurement | null {
  const measured = useAnswer(workflow, 'measure', plan);
  const others = useAnswer(workflow, 'testColumns', plan);
  return useMemo(() => measured && others && widenDiscoveries(measured, others), [measured, others]);
}

/** The figures of a plan that the results show. */
export interface Counted {
  plan: Plan;
  measurement: Measurement;
  /** The status values that count as converted. */
  converted: readonly string[];
}

/** The input of the results from the wizard's open file. It stays the same object until a part of it changes. */
export function useWizardInput(workflow: Workflow, counted: Counted): WizardInput {
  const [make] = useState(() => rememberLast(makeInput));
  const { state, thread } = workflow;
  const { plan, measurement } = counted;
  const { basis } = state;
  const openLeads = useOpenLeads(workflow, measurement);
  const amountCurrency = useMemo(
    () =>
      measurement.currencies
        ? settleCurrency(measurement.currencies, state.currencies.get(state.valueColumn))
        : null,
    [measurement.currencies, state.currencies, state.valueColumn],
  );
  const currency = amountCurrency?.code ?? typedCurrency(state);
  const settings = useMemo(
    () => ({ ...state.settings, ...(currency && { currency }) }),
    [state.settings, currency],
  );
  const shownPlan = useMemo(() => planOfShown(plan, basis), [plan, basis]);
  // The measurement is asked for first, since no sentence needs the combinations.
  const combinations = useAnswer(workflow, 'tally', shownPlan);
  const latest = useAnswer(workflow, 'countLatest', hasDates(plan) ? shownPlan : null);
  const keepFigures = useKeepSettings(workflow, counted);
  const { countPeriods, checkUnseen, planPlatforms } = useMemo(
    () => askRows(thread, plan, basis),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once leads are left out, the thread has another file for the same plan
    [thread, plan, basis, state.file],
  );
  const apply = useApply(workflow, shownPlan, planPlatforms);
  const [leadFiles, ofStages] = useMemo(
    () => [state.file ? createLeadFiles(thread, state.file, plan) : undefined, askStages(thread, plan)],
    [thread, plan, state.file],
  );
  return make(workflow, counted, {
    combinations,
    latest,
    settings,
    countPeriods,
    checkUnseen,
    leadFiles,
    apply,
    amountCurrency,
    openLeads,
    ofStages,
    keepFigures,
  });
}

type AnswersOfFile = Pick<
  WizardInput,
  | 'combinations'
  | 'latest'
  | 'settings'
  | 'countPeriods'
  | 'checkUnseen'
  | 'leadFiles'
  | 'apply'
  | 'amountCurrency'
  | 'openLeads'
> &
  Pick<WizardInput['work'], 'keepFigures'> & { ofStages: ReturnType<typeof askStages> };

/** The input of the results, made of the open work and the answers about its file. */
function makeInput(
  workflow: Workflow,
  counted: Counted,
  { ofStages, keepFigures, ...answers }: AnswersOfFile,
): WizardInput {
  const { state, dispatch, thread, draft, startOver } = workflow;
  const { plan, measurement, converted } = counted;
  const { openedAt, save, basis } = state;
  const { currency } = answers.settings;
  return {
    ...answers,
    measurement,
    context: contextOf(state, { plan, converted }),
    stages: {
      chosen: state.stages,
      onChange(stages, isQuiet) {
        const event = { type: 'chosen', choices: { stages }, keepsResults: true } as const;
        if (isQuiet) dispatch(event);
        else dispatchUndoable(workflow, 'Stages changed', event);
      },
      countOpenByChance: (isByChance) => countOpenByChance({ state, dispatch }, isByChance),
      headers: state.file?.headers ?? NO_HEADERS,
      ask: ofStages,
    },
    basis,
    definitions: state.definitions.size,
    goTo: (choice) => (choice === 'columns' ? workflow.goTo(2) : workflow.goTo(3, 0)),
    fileCurrency: state.currencies.has(state.valueColumn) ? null : (state.file?.currency ?? null),
    onSettingsChange: (next) => {
      const { currency: own } = state.settings;
      const settings = { ...next, currency: own };
      dispatchUndoable(
        workflow,
        'Settings changed',
        { type: 'chosen', choices: { settings }, keepsResults: true },
        ...(next.currency && next.currency !== currency
          ? [{ type: 'currencyChosen', currency: next.currency } as const]
          : []),
      );
    },
    onBasisChange: (next) =>
      dispatchUndoable(workflow, `Results ${next === 'value' ? 'by value' : 'by conversions'}`, {
        type: 'chosen',
        choices: { basis: next },
        keepsResults: true,
      }),
    mergeSpellings: (field, names) =>
      void import('./merge-spellings.ts').then(
        (part) => part.mergeSpellings(workflow, counted, field, names),
        () => toastFailure('Merge Failed', 'Please try again.'),
      ),
    earlier: state.reuse?.kind === 'used' ? state.reuse.earlier : undefined,
    onBack: () => workflow.goTo(3),
    onStartOver: startOver,
    work: {
      openedAt,
      save,
      onSaveChange: (next) =>
        state.file && dispatch({ type: 'saveChanged', fileNumber: state.file.number, save: next }),
      keepFigures,
      keepDraft: () => draft.flush(),
      exportDataset: () => thread.ask('exportDataset', undefined),
      listStatusValues: async () =>
        (await thread.ask('describeColumn', { column: plan.statusColumn })).values,
    },
  };
}

const NO_HEADERS: readonly string[] = [];

type WizardInput = ResultsInput & Required<Pick<ResultsInput, 'work'>>;

/**
 * The leads that are not decided yet, with what leaves them out; null without such leads, and where young leads are left out, since older
 * open ones count as not converted then.
 */
function useOpenLeads(workflow: Workflow, measurement: Measurement): ResultsInput['openLeads'] {
  const { state, dispatch } = workflow;
  const { found } = useOpenStatuses(workflow, measurement);
  const open = state.dateFilter.youngerThanDays === null ? found : null;
  return useMemo(
    () =>
      open && {
        ...open,
        leaveOut: () => leaveOut({ state, dispatch }, open.statuses),
      },
    [open, state, dispatch],
  );
}

/** The choices for the ad platforms, by field, and the question for the plans. */
function useApply({ state, dispatch }: Workflow, plan: Plan, ask: ApplySource['ask']): ApplySource {
  const { conditionKinds, apply } = state;
  const kinds = useMemo(() => kindsOfFields({ conditionKinds }, plan), [conditionKinds, plan]);
  const choices = useMemo(() => ({ ...apply, kinds }), [apply, kinds]);
  return useMemo(() => {
    const onChange = ({ kinds: next, ...others }: ApplyChoices) =>
      dispatch({
        type: 'chosen',
        keepsResults: true,
        choices: {
          // Unchanged kinds stay the same object, since new ones would ask for new plans.
          conditionKinds: next === kinds ? conditionKinds : withKinds(conditionKinds, plan, next),
          apply: others,
        },
      });
    return { choices, onChange, ask };
  }, [choices, ask, dispatch, kinds, conditionKinds, plan]);
}

function withKinds(
  conditionKinds: Choices['conditionKinds'],
  plan: Plan,
  kinds: ApplyChoices['kinds'],
): Choices['conditionKinds'] {
  const next = new Map(conditionKinds);
  plan.attributes.forEach(({ column }, field) => {
    const kind = kinds[field];
    if (kind) next.set(column, kind);
  });
  return next;
}

/** Keeps the settings of the shown results, so that the next file can be analysed in the same way. Returns what adds their figures. */
function useKeepSettings(
  workflow: Workflow,
  { plan, measurement, converted }: Counted,
): (pack: () => EarlierFigures) => void {
  const [packFigures, setPackFigures] = useState<() => EarlierFigures>();
  const { state } = workflow;
  const { keepSettings } = workflow.draft;
  const statuses = useColumnDetail(workflow, state.statusColumn)?.values;
  useEffect(() => {
    if (!statuses) return;
    const shown = { plan, measurement, converted };
    keepSettings(() => ({ ...settingsToKeep(state, shown, statuses), earlier: packFigures?.() }));
  }, [keepSettings, state, plan, measurement, converted, statuses, packFigures]);
  return useCallback((pack) => setPackFigures(() => pack), []);
}
