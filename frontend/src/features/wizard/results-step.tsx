import { useCallback, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import type { Measurement } from '#frontend/analysis/judge/analyse.ts';
import { settleCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import { CHECK_SEED } from '#frontend/analysis/constants.ts';
import type { ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { createLeadFiles } from '#frontend/thread/lead-files.ts';
import type { ResultsInput } from '#frontend/features/results/kit/results-input.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { settingsToKeep } from '#frontend/choices/kept-settings.ts';
import { contextOf, planOf, planOfShown } from '#frontend/choices/list.ts';
import type { WorkToSave } from '#frontend/features/saved/kit/work.ts';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAnswer, useConvertedValues, useColumnDetail } from './kit/thread-answers.tsx';
import type { Workflow } from './kit/use-workflow.ts';
import { Guesses } from './guesses.tsx';
import { useOpenStatuses } from './kit/open-statuses.ts';
import { useSteady } from './kit/file-answers.ts';
import { hasDates } from './prefetch-counts.ts';

/** The input of the results. Another feature draws them, so the page passes it on. */
export interface ResultsSlot
  extends
    Required<Omit<ResultsInput, 'leadFiles' | 'countPeriods'>>,
    Pick<ResultsInput, 'leadFiles' | 'countPeriods'> {
  onBack(): void;
  onStartOver(): void;
  /** The data that are saved besides the figures. */
  work: Omit<WorkToSave, keyof ResultsInput>;
}

interface ResultsStepProps {
  workflow: Workflow;
  renderResults(slot: ResultsSlot): ReactNode;
  /** Draws what may mislead in the results. Another feature finds it. */
  Check?: ComponentType<{ workflow: Workflow; plan: Plan; measurement: Measurement }>;
}

/** Step 4: counts the leads and passes the counts on. */
export function ResultsStep({ workflow, renderResults, Check }: ResultsStepProps) {
  const counted = useCounted(workflow);
  if (!counted) return <SkeletonLines label="Counting leads…" lines={6} />;
  return (
    <>
      <Guesses workflow={workflow} />
      <Results {...{ workflow, renderResults, Check, ...counted }} />
    </>
  );
}

/** The choices that can change in this step: a name that was being typed when Forward led here, and what mends a finding. */
function changeable({ mappings, ranges, attributeColumns, leftOutStatuses }: Workflow['state']): unknown[] {
  return [mappings, ranges, attributeColumns, leftOutStatuses];
}

/** The plan with its figures; null until they are counted. While a changed plan is counted, the figures before stay. */
function useCounted(workflow: Workflow): Counted | null {
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

interface Counted {
  plan: Plan;
  measurement: Measurement;
  /** The status values that count as converted. */
  converted: readonly string[];
}

function Results({ workflow, renderResults, Check, ...counted }: ResultsStepProps & Counted) {
  const { state, dispatch, thread, draft, startOver } = workflow;
  const { plan, measurement, converted } = counted;
  const { basis, openedAt, save } = state;
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
  const isDated = hasDates(plan);
  const latest = useAnswer(workflow, 'countLatest', isDated ? shownPlan : null);
  useKeepSettings(workflow, counted);
  const countPeriods = useMemo(
    (): ResultsInput['countPeriods'] =>
      isDated ? (asked) => thread.ask('countPeriods', { plan: shownPlan, ...asked }) : undefined,
    [isDated, thread, shownPlan],
  );
  const checkUnseen = useCallback<ResultsSlot['checkUnseen']>(
    (judged, hooks, part) =>
      thread.ask('checkUnseen', { plan: shownPlan, settings: judged, seed: CHECK_SEED, part }, hooks),
    [thread, shownPlan],
  );
  const apply = useApply(workflow, shownPlan);
  const leadFiles = useMemo(
    () => (state.file ? createLeadFiles(thread, state.file, plan) : undefined),
    [thread, plan, state.file],
  );
  return renderResults({
    measurement,
    combinations,
    latest,
    context: contextOf(state, { plan, converted }),
    settings,
    countPeriods,
    checkUnseen,
    leadFiles,
    apply,
    basis,
    amountCurrency,
    definitions: state.definitions.size,
    openLeads,
    goTo: (choice) => (choice === 'columns' ? workflow.goTo(2) : workflow.goTo(3, 0)),
    findings: Check ? <Check workflow={workflow} plan={plan} measurement={measurement} /> : null,
    fileCurrency: state.currencies.has(state.valueColumn) ? null : (state.file?.currency ?? null),
    onSettingsChange: (next) => {
      const { currency: own } = state.settings;
      const settings = { ...next, currency: own };
      dispatch({ type: 'chosen', choices: { settings }, keepsResults: true });
      if (next.currency && next.currency !== currency)
        dispatch({ type: 'currencyChosen', currency: next.currency });
    },
    onBasisChange: (next) => dispatch({ type: 'chosen', choices: { basis: next }, keepsResults: true }),
    onBack: () => workflow.goTo(3),
    onStartOver: startOver,
    work: {
      openedAt,
      save,
      onSaveChange: (next) =>
        state.file && dispatch({ type: 'saveChanged', fileNumber: state.file.number, save: next }),
      keepDraft: () => draft.flush(),
      exportDataset: () => thread.ask('exportDataset', undefined),
      listStatusValues: async () =>
        (await thread.ask('describeColumn', { column: plan.statusColumn })).values,
    },
  });
}

/**
 * The leads that are not decided yet, with what leaves them out; null without such leads, and where young leads are left out, since older
 * open ones count as not converted then.
 */
function useOpenLeads(workflow: Workflow, measurement: Measurement): ResultsSlot['openLeads'] {
  const { dispatch, state } = workflow;
  const { found } = useOpenStatuses(workflow, measurement);
  const open = state.dateFilter.youngerThanDays === null ? found : null;
  return useMemo(
    () =>
      open && {
        ...open,
        leaveOut: () => dispatch({ type: 'leftOutChanged', values: open.statuses, isLeftOut: true }),
      },
    [open, dispatch],
  );
}

/** The choices for the ad platforms, by field, and the question for the plans. */
function useApply({ state, dispatch, thread }: Workflow, plan: Plan): ResultsSlot['apply'] {
  const { conditionKinds, apply } = state;
  const kinds = useMemo(
    () => plan.attributes.map(({ column }) => conditionKinds.get(column) ?? null),
    [conditionKinds, plan],
  );
  const choices = useMemo(() => ({ ...apply, kinds }), [apply, kinds]);
  const ask = useCallback<ResultsSlot['apply']['ask']>(
    (thresholdPercent, asked, action) =>
      thread.ask('planPlatforms', { plan, thresholdPercent, choices: asked, action }),
    [thread, plan],
  );
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

/** Keeps the settings of the shown results, so that the next file can be analysed in the same way. */
function useKeepSettings(workflow: Workflow, { plan, measurement, converted }: Counted): void {
  const { state } = workflow;
  const { keepSettings } = workflow.draft;
  const statuses = useColumnDetail(workflow, state.statusColumn)?.values;
  useEffect(() => {
    if (statuses) keepSettings(() => settingsToKeep(state, { plan, measurement, converted }, statuses));
  }, [keepSettings, state, plan, measurement, converted, statuses]);
}
