import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ResultsCheck } from '#frontend/features/preflight/results-check.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { WorkEvent } from '#frontend/features/wizard/workflow-state.ts';
import { ResultsStep } from '#test/support/results-step.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { renderStep, type ChoicesAndStep, type Columns } from '#test/support/workflow-room.tsx';

installBrowserApis();

const user = userEvent.setup();

function renderResults(columns: Columns, choices: ChoicesAndStep) {
  let latest: Workflow | null = null;
  const view = renderStep(
    columns,
    { step: 4, statusColumn: 0, qualified: new Map([[0, new Set(['Won'])]]), ...choices },
    (workflow) => {
      latest = workflow;
      return (
        <ResultsStep
          workflow={workflow}
          renderResults={({ plan, measurement, openLeads }) => (
            <>
              <ResultsCheck {...{ workflow, plan, measurement }} />
              <p>{`${measurement.totalLeads} leads counted`}</p>
              <p>{`${openLeads?.leads ?? 'no'} open leads to decide on`}</p>
            </>
          )}
        />
      );
    },
  );
  const dispatch = (event: WorkEvent) => act(() => latest?.dispatch(event));
  return { ...view, dispatch };
}

const findings = async () => within(await screen.findByRole('list', { name: 'What may mislead' }));

// 40 of 200 leads converted, 60 are open.
const STATUSES = repeat({ Won: 40, Lost: 100, New: 50, 'Open - Not Contacted': 10 });
const half = (at: number) => (at % 2 === 0 ? 'a' : 'b');
const SOURCES = STATUSES.map((_, lead) => half(lead));

test('open statuses are not decided yet; they are left out, and counted again, in one click', async () => {
  const { state } = renderResults(
    { Status: STATUSES, Source: SOURCES },
    { attributeColumns: [1, null, null] },
  );
  const list = await findings();
  expect(
    list.getByText('Not decided yet: New, Open - Not Contacted (60 leads). Without them 28.6% convert.'),
  ).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: /^Leave out/ }));
  expect(state().leftOutStatuses).toEqual(new Map([[0, new Set(['New', 'Open - Not Contacted'])]]));
  await user.click(await list.findByRole('button', { name: /^Undo/ }));
  expect(state().leftOutStatuses.size).toBe(0);
  expect(await list.findByText(/^Not decided yet/)).toBeInTheDocument();
});

test.each([
  ['60', null],
  // Older open leads count as not converted then, so that leaving them out too would count them twice.
  ['no', 28],
])(
  'the results ask about %s open leads where leads younger than %j days are left out',
  async (leads, days) => {
    renderResults(
      {
        Status: STATUSES,
        Source: SOURCES,
        Created: STATUSES.map((_, lead) => `2026-03-${10 + (lead % 20)}`),
      },
      {
        attributeColumns: [1, null, null],
        dateFilter: { dateColumn: 2, dateFormat: null, from: null, to: null, youngerThanDays: days },
      },
    );
    expect(await screen.findByText(/open leads to decide on/)).toHaveTextContent(
      `${leads} open leads to decide on`,
    );
  },
);

test('only open leads that count are named where young leads are left out', async () => {
  const dayOf = (lead: number) => 10 + (lead % 20);
  const isOpen = (lead: number) => /New|Open/.test(STATUSES[lead]!); // a status per lead
  renderResults(
    { Status: STATUSES, Source: SOURCES, Created: STATUSES.map((_, lead) => `2026-03-${dayOf(lead)}`) },
    {
      attributeColumns: [1, null, null],
      dateFilter: { dateColumn: 2, dateFormat: null, from: null, to: null, youngerThanDays: 5 },
    },
  );
  const old = SOURCES.filter((_, lead) => isOpen(lead) && 29 - dayOf(lead) >= 5).length;
  expect(old).toBeLessThan(60);
  const line = `Not decided yet: New, Open - Not Contacted (${old} leads). They are 5 days old or more, so they count as not converted.`;
  expect((await findings()).getByText(line)).toBeInTheDocument();
});

test.each([
  [
    'the file has the date of each lead',
    { Created: STATUSES.map((_, lead) => `2026-03-${10 + (lead % 20)}`) },
    true,
  ],
  ['the only dates are those of the sale', { 'Closed Date': STATUSES.map(() => '2026-03-10') }, false],
  [
    'half of the leads have a date',
    { Created: STATUSES.map((_, lead) => (lead % 2 ? '2026-03-10' : '')) },
    false,
  ],
  ['the file has no dates', {}, false],
])(
  'where %s, open statuses are left out with a word of caution or without one',
  async (_, dates, isCautious) => {
    const { thread } = renderResults(
      { Status: STATUSES, Source: SOURCES, ...dates },
      {
        attributeColumns: [1, null, null],
        leftOutStatuses: new Map([[0, new Set(['New', 'Open - Not Contacted'])]]),
      },
    );
    thread.answers.countLatest = () => new Promise(() => {});
    const told = vi.fn(thread.answers.findUndecided);
    thread.answers.findUndecided = told;
    const list = await findings();
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    await act(() => told.mock.results[0]?.value as Promise<unknown>); // the answer, which then is on the page
    await waitFor(() =>
      expect(list.getByText(/^Left out as not decided yet/).textContent).toBe(
        `Left out as not decided yet: New, Open - Not Contacted (60 leads).${isCautious ? ' Right only if every source closes its lost leads.' : ''}`,
      ),
    );
  },
);

test('a value that looks like the outcome: its column is left out and put back in the same place', async () => {
  const stages = STATUSES.map((_, lead) => (lead < 30 ? 'Contract' : half(lead)));
  const { state } = renderResults(
    {
      Status: STATUSES.map((status) => (status === 'Won' ? status : 'Lost')),
      Stage: stages,
      Source: SOURCES,
    },
    { attributeColumns: [1, 2, null] },
  );
  const list = await findings();
  expect(
    list.getByText(
      'All of the 30 leads with “Contract” in Stage converted: it looks like the outcome itself.',
    ),
  ).toBeInTheDocument();
  await user.click(list.getByRole('button', { name: /^Leave it out/ }));
  expect(state().attributeColumns).toEqual([2, null, null]);
  await user.click(await list.findByRole('button', { name: 'Put back: Stage is left out.' }));
  expect(state().attributeColumns).toEqual([1, 2, null]);
  expect(await list.findByText(/looks like the outcome itself/)).toBeInTheDocument();
});

test('columns that are left out come back each by itself, while there is room for them', async () => {
  const won = STATUSES.map((status) => (status === 'Won' ? status : 'Lost'));
  const stages = STATUSES.map((_, lead) => (lead < 30 ? 'Contract' : half(lead)));
  const { state, dispatch } = renderResults(
    { Status: won, Stage: stages, Step: stages, Source: SOURCES, Other: SOURCES },
    { attributeColumns: [1, 2, 3] },
  );
  const press = async (name: string | RegExp) =>
    user.click(await (await findings()).findByRole('button', { name }));
  await press(/^Leave it out: .* in Stage /);
  await press(/^Leave it out: .* in Step /);
  expect(state().attributeColumns).toEqual([3, null, null]);
  await press('Put back: Stage is left out.');
  expect(state().attributeColumns).toEqual([1, 3, null]);
  expect(screen.queryByText('Stage is left out.')).toBeNull();
  await press('Put back: Step is left out.');
  expect(state().attributeColumns).toEqual([2, 1, 3]);
  await press(/^Leave it out: .* in Stage /);
  expect(state().attributeColumns).toEqual([2, 3, null]);
  dispatch({ type: 'attributeChosen', slot: 2, column: 4 });
  expect(screen.queryByText('Stage is left out.')).toBeNull();
  dispatch({ type: 'attributeChosen', slot: 2, column: 1 });
  expect(screen.queryByText('Stage is left out.')).toBeNull();
  await press(/^Leave it out: .* in Stage /);
  await press('Put back: Stage is left out.');
  expect(state().attributeColumns).toEqual([2, 3, 1]);
  expect(screen.queryByText('Stage is left out.')).toBeNull();
});

test('the only attribute is exchanged in step 2', async () => {
  const stages = STATUSES.map((_, lead) => (lead < 30 ? 'Contract' : half(lead)));
  const { at } = renderResults(
    { Status: STATUSES.map((status) => (status === 'Won' ? status : 'Lost')), Stage: stages },
    { attributeColumns: [1, null, null] },
  );
  await user.click((await findings()).getByRole('button', { name: /^Choose another column/ }));
  expect(at().step).toBe(2);
});

test('numbers without a split that holds get quartiles first, then leave', async () => {
  const statuses = Array.from({ length: 200 }, (_, lead) => (lead % 5 === 0 ? 'Won' : 'Lost'));
  const ages = statuses.map((_, lead) => String(Math.floor(lead / 10)));
  const { state, thread } = renderResults(
    { Status: statuses, Age: ages, Source: SOURCES, Visits: ages },
    { attributeColumns: [1, 2, 3] },
  );
  thread.answers.checkColumns = async () => ({
    total: { leads: 200, conversions: 40 },
    deciding: [],
    unsplit: [1, 3],
    alike: [],
  });
  const list = await findings();
  expect(
    list.getByText(
      'No split of Age holds: its numbers tell too little about the outcome. Each of them is a segment.',
    ),
  ).toBeInTheDocument();
  const press = async (name: RegExp) => user.click(await list.findByRole('button', { name }));
  await press(/^Use quartiles: .* of Age /);
  expect(state().ranges.get(1)).toHaveLength(4);
  expect(await list.findByRole('button', { name: /^Leave it out/ })).toBeInTheDocument();
  await press(/^Use quartiles: .* of Visits /);
  await press(/^Use single numbers: Age /);
  expect([...state().ranges.keys()]).toEqual([3]);
  await press(/^Use single numbers: Visits /);
  expect(state().ranges.size).toBe(0);
  expect(list.queryByRole('button', { name: /^Use single numbers/ })).toBeNull();
});

test('duplicates are shown while they limit the labels', async () => {
  const statuses = Array.from({ length: 200 }, (_, lead) => (lead % 5 === 0 ? 'Won' : 'Lost'));
  const view = renderResults(
    { Status: statuses, Source: SOURCES },
    { attributeColumns: [1, null, null], hasResults: true },
  );
  await screen.findByText('200 leads counted');
  expect(screen.queryByRole('list', { name: 'What may mislead' })).toBeNull();
  view.unmount();
  const found = (leads: number) => ({
    testLeads: null,
    duplicates: { leads, column: 1, by: 'email' as const, value: 'a' },
    columns: [],
  });
  const many = renderResults({ Status: statuses, Source: SOURCES }, { attributeColumns: [1, null, null] });
  many.thread.answers.checkFile = async () => found(11);
  await waitFor(() =>
    expect(
      screen.getByText(/^11 leads have the e-mail address of an earlier lead\. These are more than 5%/),
    ).toBeInTheDocument(),
  );
});
