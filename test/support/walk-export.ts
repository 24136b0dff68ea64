import { onTestFinished, vi } from 'vitest';
import { estimateCombinations } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { proposeConverted } from '#frontend/analysis/columns/propose-converted.ts';
import { settleCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import { conversionValueOf, meanDealOf } from '#frontend/analysis/measure/choose-basis.ts';
import { decide } from '#frontend/analysis/decision/decide.ts';
import { findNextStep } from '#frontend/analysis/decision/next-step.ts';
import { judge, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import { LEADS } from '#frontend/choices/leads.ts';
import { NO_CHOICES, planOf, planOfShown } from '#frontend/choices/list.ts';
import { listChartedRows } from '#frontend/features/decision/charted-rows.ts';
import { describeDecision } from '#frontend/features/decision/decision-words.ts';
import { describeNextStep } from '#frontend/features/decision/support-words.ts';
import { describeFound } from '#frontend/features/finder/found-columns.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { reduceWorkflow } from '#frontend/features/wizard/reduce-work.ts';
import { initialState, type WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { connectThread, type LeadThread } from '#frontend/threads/leads/client.ts';
import { createLeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from './port-pair.ts';
import type { ShapedExport } from './shaped-export.ts';
import { DROPPED_AT } from './shaped-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const MOST_CHARTED = 6;
const TIME_ZONE = 'Europe/Berlin';
const CHOICES = { includesTests: false, isSpecialOffer: false };

function startThread(): LeadThread {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  onTestFinished(() => thread.close());
  return thread;
}

/** Drops an export and takes the proposal: the questions of the page, in its order, without a preference of the visitor. */
export async function walkExport({ bytes }: ShapedExport) {
  const thread = startThread();
  const read = await thread.ask('open', { file: new File([bytes], 'leads.csv'), options: {} }, quietly);
  if (!read.ok) throw new Error(read.error.reason);
  const file = read.value;
  const opened = { type: 'fileOpened', file, readOptions: {}, openedAt: 1, empty: NO_CHOICES } as const;
  // A file is open.
  const before = reduceWorkflow(initialState(DEFAULT_SETTINGS), opened) as WorkflowState;
  const proposal = await propose(thread, before);
  const { columns, amounts, leads, ends, statusColumn } = proposal;
  const found = await describeFound({ thread, state: before } as Workflow, columns); // the two parts that it reads
  const state = reduceWorkflow(before, {
    type: 'suggestionsAccepted',
    converted: { statusColumn, values: ends, isGuessed: true },
    ...(amounts && {
      amounts: {
        column: amounts.column,
        basis: amounts.basis,
        currency: amounts.isCurrencyGuessed ? amounts.currency : null,
        conversionValue: conversionValueOf(amounts.average),
      },
    }),
    ...(leads && { leads }),
    ...found,
  }) as WorkflowState; // as before
  return { file, proposal, ...(await showResults(thread, state)) };
}

/** The proposal of the bar. */
async function propose(thread: LeadThread, state: WorkflowState) {
  const { file, statusColumn } = state;
  if (!file || statusColumn === null) throw new Error('No status is guessed');
  const { values } = await thread.ask('describeColumn', { column: statusColumn });
  const ends = proposeConverted(
    file.headers[statusColumn] ?? '',
    values.filter((value) => value !== ''),
  );
  const asked = { statusColumn, qualified: new Set(ends) };
  const { leads: first } = await thread.ask('findUndecided', { ...asked, attributes: [] });
  const findings = await thread.ask('findColumns', { ...asked, ...(first && { leads: first }) }, quietly);
  const columns = findings.columns.filter(({ suggestion }) => suggestion !== null);
  const attributes = columns.map(({ column, kind }) => ({ column, kind }));
  const { undecided, leads, counted } = await thread.ask('findUndecided', { ...asked, attributes });
  const [amounts = null, ...others] = await thread.ask('proposeAmounts', {
    ...(leads ? { leads } : LEADS.plan?.(state)),
    ...asked,
    attributes,
    currency: undefined,
  });
  return { statusColumn, ends, columns, undecided, leads, counted, amounts, others, findings };
}

/** The first screen, with what comes once the page is idle. */
async function showResults(thread: LeadThread, state: WorkflowState) {
  const { file, basis } = state;
  const plan = planOf(state);
  if (!plan || !file) throw new Error('No column is proposed');
  const measured = await thread.ask('measure', plan);
  const all = widenDiscoveries(measured, await thread.ask('testColumns', plan));
  const named =
    measured.currencies && settleCurrency(measured.currencies, state.currencies.get(state.valueColumn));
  const currency = named?.code ?? typedCurrency(state);
  const settings = { ...state.settings, ...(currency && { currency }) };
  const shown = planOfShown(plan, basis);
  const combinations = await thread.ask('tally', shown);
  const analysis = judge(pickMeasurement(all, basis), settings, estimateCombinations(combinations));
  const byValue = analysis.value ? analysis : all.byValue && judge(all.byValue, settings);
  const kinds = analysis.fields.map(({ name, values }) => guessCondition(name, values));
  const decision = decide({ analysis, byValue, apply: { ...CHOICES, kinds } });
  const files = createLeadFiles(thread, file, plan);
  const action = 'every-lead';
  const asked = { worth: findLeadWorth(analysis, { action }), action, now: DROPPED_AT } as const;
  const choices = {
    columns: {},
    dateFormat: null,
    dropsDays: false,
    adUserData: null,
    deviceZone: TIME_ZONE,
  };
  const reach = await files.countReach({ ...asked, choices }, quietly);
  const { thresholdPercent } = settings;
  const plans = await thread.ask('planPlatforms', {
    plan,
    basis,
    thresholdPercent,
    choices: { ...CHOICES, kinds },
    action,
  });
  const next = findNextStep(decision, { reach, plans });
  const meanDeal = plan.worth ? meanDealOf(all) : null;
  return {
    analysis,
    kinds,
    reach,
    next,
    settings,
    chart: listChartedRows(analysis, decision, MOST_CHARTED),
    sentences: describeDecision(decision, analysis, meanDeal).lines.map((line) =>
      line.map(({ text }) => text).join(''),
    ),
    button: describeNextStep(next, 0),
    makeUpload: (kind: 'google-data-manager' | 'microsoft' | 'linkedin') =>
      files.makeUploadFile(
        {
          ...asked,
          choices: {
            kind,
            columns: guessFields(file.columns),
            dateFormat: null,
            timeZone: TIME_ZONE,
            conversionName: 'Lead',
            currency: currency ?? 'USD',
            phoneCountry: null,
            adUserData: null,
            adPersonalization: null,
          },
        },
        quietly,
      ),
    makeLeadsFile: () => files.makeLeadsFile({ worth: asked.worth, valueHeading: 'Lead Value' }, quietly),
  };
}
