import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { OPEN_PLAN, openAnswer } from '#test/support/open-by-chance.ts';
import { ResultsStep } from '#test/support/results-step.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { printReport } from '../results/results-room.tsx';
import { giveListsRoom, renderStep, type ChoicesAndStep } from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup();

function columnsOf(counts: Readonly<Record<string, number>>) {
  const statuses = repeat(counts);
  return {
    Status: statuses,
    Source: statuses.map((_, lead) => (lead % 2 === 0 ? 'a' : 'b')),
    Demo: statuses.map(() => ''),
    Created: statuses.map((_, lead) => `2026-03-${10 + (lead % 20)}`),
  };
}

/** The results with what may mislead in them, while the thread tells stages by this answer; null: it tells none. */
function renderResults(
  answer: StagesAnswer | null,
  choices: ChoicesAndStep = {},
  counts: Readonly<Record<string, number>> = { Won: 40, Lost: 100, New: 60 },
) {
  const room = renderStep(
    columnsOf(counts),
    {
      step: 4,
      statusColumn: 0,
      qualified: new Map([[0, new Set(['Won'])]]),
      attributeColumns: [1, null, null],
      ...choices,
    },
    (workflow) => (
      <ResultsStep
        workflow={workflow}
        renderResults={({ plan, ...input }) => (
          <AnalysisResults
            {...input}
            findings={<ResultsCheck workflow={workflow} plan={plan} measurement={input.measurement} />}
          />
        )}
      />
    ),
  );
  room.thread.answers.findStages = async () => answer && OPEN_PLAN;
  const measured = vi.fn(async () => answer!); // asked with stages only
  room.thread.answers.measureStages = measured;
  /** Waits for the answer, which then is on the page. */
  const measure = async () => {
    await waitFor(() => expect(measured).toHaveBeenCalled(), { timeout: 10_000 });
    await act(async () => void (await measured.mock.results[0]?.value));
  };
  return { ...room, measure };
}

const findings = async () => within(await screen.findByRole('list', { name: 'What may mislead' }));
const LIMITS = 'Rates and labels do not change. A change in the last 20 days cannot be seen.';
const OFFER =
  'Or by their chance: each of 220 open leads counts in money with the share of earlier leads that were won from where it stands, about 14 wins in all.';
const COUNTED = 'Counted in money by their chance: 220 open leads, of which about 14 will be won.';
const findOffer = async () =>
  (await findings()).findByRole('button', { name: /^Count by chance/ }, { timeout: 10_000 });

test('is offered beside leaving open leads out, and each of the two ends the other', async () => {
  const { state } = renderResults(openAnswer());
  const offer = await findOffer();
  const list = await findings();
  expect(list.getByText(OFFER)).toHaveTextContent(LIMITS);
  expect(list.getByRole('button', { name: /^Leave out: Not decided yet/ })).toBeInTheDocument();
  await user.click(offer);
  expect(state().stages).toEqual({ openByChance: true });
  expect(await list.findByText(COUNTED)).toHaveTextContent(LIMITS);
  expect(list.queryByText(OFFER)).toBeNull();
  // The message undoes it too, and so does leaving them out.
  await user.click(list.getByRole('button', { name: /^Undo: Counted/ }));
  expect(state().stages).toEqual({});
  await user.click(await findOffer());
  await user.click(list.getByRole('button', { name: /^Leave out: Not decided yet/ }));
  expect(state()).toMatchObject({ stages: {}, leftOutStatuses: new Map([[0, new Set(['New'])]]) });
  await waitFor(() => expect(list.queryByText(COUNTED)).toBeNull());
  expect(list.queryByText(OFFER)).toBeNull();
});

test('is not offered where young leads are left out: old open ones count as not converted then', async () => {
  const { measure } = renderResults(openAnswer(), {
    dateFilter: { dateColumn: 3, dateFormat: null, from: null, to: null, youngerThanDays: 5 },
  });
  const list = await findings();
  await measure();
  expect(list.getByText(/^Not decided yet/)).toBeInTheDocument();
  expect(list.queryByText(/chance/)).toBeNull();
});

test('names the money that is expected in the report and in the view of stages', async () => {
  const { state } = renderResults(openAnswer(), { stages: { openByChance: true } });
  await (await findings()).findByText(COUNTED, undefined, { timeout: 10_000 });
  const money = 'Of 220 open leads about 14 will be won, which are worth about $1,400.';
  expect(await printReport(user)).toHaveTextContent(
    `Open leads by their chance${money} No other figure here counts them so.`,
  );
  await user.click(screen.getByRole('button', { name: 'Stages' }));
  expect(await screen.findByText(money)).toBeVisible();
  expect(state().stages).toEqual({ openByChance: true });
});

test('is offered beside the next step too, where most leads are open', async () => {
  const { state } = renderResults(openAnswer(), {}, { Won: 40, Lost: 60, New: 200 });
  const decision = within(await screen.findByRole('region', { name: 'What to Do' }));
  const name = 'Count 220 open leads by their chance';
  await user.click(await decision.findByRole('button', { name }, { timeout: 10_000 }));
  expect(state().stages).toEqual({ openByChance: true });
  await waitFor(() => expect(decision.queryByRole('button', { name })).toBeNull());
  await user.click(decision.getByRole('button', { name: 'Leave out 200 open leads' }));
  expect(state().stages).toEqual({});
});

test.each([
  ['fewer of the new leads were won than expected', openAnswer({ isSame: false })],
  ['the file tells no stages', null],
  ['no lost lead has its day', openAnswer({ changes: { lost: null } })],
])('is not offered where %s', async (_, answer) => {
  const { measure, thread } = renderResults(answer);
  const told = vi.spyOn(thread.answers, 'findStages');
  const list = await findings();
  await waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 10_000 });
  if (answer) await measure();
  expect(list.getByText(/^Not decided yet/)).toBeInTheDocument();
  expect(list.queryByText(/chance/)).toBeNull();
});

test.each([
  [
    openAnswer({ isSame: false }),
    'of the leads that were open 20 days before the newest date, 40 were expected to be won, and 25 were',
  ],
  [null, 'that takes a date for each stage, for wins and for losses, and enough leads that were won'],
])('says why it does not hold in another file, and can be undone', async (answer, why) => {
  const { state } = renderResults(answer, { stages: { margin: 0.5, openByChance: true } });
  const list = await findings();
  const text = `Open leads do not count by their chance: ${why}.`;
  expect(await list.findByText(text, undefined, { timeout: 10_000 })).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: `Undo: ${text}` }));
  expect(state().stages).toEqual({ margin: 0.5 });
  await waitFor(() => expect(list.queryByText(text)).toBeNull());
});
