import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { LaterStep } from '#frontend/pages/home/later-steps.tsx';
import { ResultsStep } from '#test/support/results-step.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { choose, user } from '#test/support/wizard-room.tsx';
import {
  giveListsRoom,
  holdAnswers,
  renderStep,
  type Columns,
  type FakeThread,
  type HeldAnswer,
} from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

// Of the four leads with 0 visits three have the status Qualified, and one has the outcome Qualified.
const leads: Columns = {
  Status: repeat({ Qualified: 3, Won: 1, Lost: 4 }),
  Outcome: repeat({ Qualified: 1, Lost: 7 }),
  Visits: repeat({ 0: 4, 8: 4 }),
  Cost: repeat({ 100: 4, 900: 4 }),
  Source: repeat({ Google: 5, Bing: 3 }),
  Country: repeat({ Germany: 5, France: 3 }),
};
const [STATUS, VISITS, SOURCE, COUNTRY] = [0, 2, 4, 5];

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => user.click(button(name));

describe('the conversion rates of ranges', () => {
  const ranges = [
    { min: 0, max: 2, label: 'Few' },
    { min: 2.01, max: null, label: 'Many' },
  ];

  async function renderRanges(choices: Partial<WorkflowState> = {}) {
    const view = renderStep(
      leads,
      { step: 2, attributeColumns: [VISITS, null, null], ranges: new Map([[VISITS, ranges]]), ...choices },
      (workflow) =>
        workflow.at.step === 2 ? (
          <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />
        ) : (
          <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
        ),
    );
    await screen.findByRole('group', { name: 'Range 1' });
    return view;
  }

  /** 'x of y converted' of the first range; null while it is not known. */
  const rate = () =>
    within(screen.getByRole('group', { name: 'Range 1' }))
      .queryByTitle(/ converted$/)
      ?.getAttribute('title') ?? null;

  test('are not shown for another status column', async () => {
    const { thread } = await renderRanges();
    const answers = holdAnswers(thread, 'countConversions');
    await choose('Lead Status Column', /^Status/);
    expect(rate()).toBeNull();
    await answers[0]?.come();
    expect(rate()).toBe('3 of 4 converted');
    await choose('Lead Status Column', /^Outcome/);
    expect(rate()).toBeNull();
    await answers[1]?.come();
    expect(rate()).toBe('1 of 4 converted');
  });

  test('are not shown for other converted values', async () => {
    const { thread } = await renderRanges({ statusColumn: STATUS });
    await waitFor(() => expect(rate()).toBe('3 of 4 converted'));
    await press('Next: Map Values');
    await user.click(await screen.findByRole('checkbox', { name: 'Won' }));
    const answers = holdAnswers(thread, 'countConversions');
    await press('Back to Columns');
    expect(rate()).toBeNull();
    await answers[0]?.come();
    expect(rate()).toBe('4 of 4 converted');
  });

  test('stay those of the last column when the answer for an earlier column arrives later', async () => {
    const { thread } = await renderRanges();
    const answers = holdAnswers(thread, 'countConversions');
    await choose('Lead Status Column', /^Status/);
    await choose('Lead Status Column', /^Outcome/);
    await answers[1]?.come();
    expect(rate()).toBe('1 of 4 converted');
    await answers[0]?.come();
    expect(rate()).toBe('1 of 4 converted');
  });

  test('stay when an earlier question fails after them', async () => {
    const { thread } = await renderRanges();
    const answers = holdAnswers(thread, 'countConversions');
    await choose('Lead Status Column', /^Status/);
    await choose('Lead Status Column', /^Outcome/);
    await answers[1]?.come();
    await answers[0]?.fail();
    expect(rate()).toBe('1 of 4 converted');
  });
});

describe('the numbers of an attribute', () => {
  async function renderColumns() {
    const view = renderStep(leads, { step: 2, statusColumn: STATUS }, (workflow) => (
      <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />
    ));
    await screen.findByRole('heading', { level: 1 });
    return view;
  }
  const ends = () => screen.queryByText(/^Min .* · Max /)?.textContent ?? null;

  test('are not shown for the column that replaces it', async () => {
    const { thread } = await renderColumns();
    const answers = holdAnswers(thread, 'describeColumn');
    await choose('Attribute 1', /^Visits/);
    await answers[0]?.come();
    expect(ends()).toBe('Min 0 · Max 8');
    await choose('Attribute 1', /^Cost/);
    expect(ends()).toBeNull();
    await answers[1]?.come();
    expect(ends()).toBe('Min 100 · Max 900');
  });

  test('stay when those of the previous column arrive later', async () => {
    const { thread } = await renderColumns();
    const answers = holdAnswers(thread, 'describeColumn');
    await choose('Attribute 1', /^Visits/);
    await choose('Attribute 1', /^Cost/);
    await answers[1]?.come();
    expect(ends()).toBe('Min 100 · Max 900');
    await answers[0]?.come();
    expect(ends()).toBe('Min 100 · Max 900');
  });
});

describe('during a press, nothing that arrives moves what is pressed', () => {
  const file: Columns = {
    Status: leads['Status'] ?? [],
    Visits: leads['Visits'] ?? [],
    Signs: repeat({ '$1,200': 8 }),
    Euros: repeat({ '5 €': 8 }),
    Day: repeat({ '2026-01-05': 4, '2026-01-06': 4 }),
    Source: leads['Source'] ?? [],
  };

  test.each<
    [what: string, question: Parameters<typeof holdAnswers>[1], field: string, option: RegExp, shown: RegExp]
  >([
    ['the question of the currency', 'describeCurrency', 'Value column', /^Signs/, /^Which currency does/],
    ['what amounts bring', 'countConversions', 'Value column', /^Euros/, /converted leads have an amount/],
    ['the days that count', 'describeDates', 'Date column', /^Day/, /^2026-01-05 to 2026-01-06/],
    ['the numbers of an attribute', 'describeColumn', 'Attribute 1', /^Visits/, /^Min 0 · Max 8/],
    ['a finding about a column', 'checkColumns', 'Attribute 1', /^Source/, /^Only 3 of 8 leads converted/],
  ])('%s', async (_, question, field, option, shown) => {
    const { thread } = renderStep(
      file,
      { step: 2, statusColumn: STATUS, dateFilter: NO_DATES },
      (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
    );
    await screen.findByRole('heading', { name: 'Select Columns to Analyze' });
    const total = { leads: 8, conversions: 3 };
    Object.assign(thread.answers, { checkColumns: async () => ({ total, deciding: [], alike: [] }) });
    const answers = holdAnswers(thread, question);
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }));
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(answers).not.toHaveLength(0));
    await user.pointer({ keys: '[MouseLeft>]', target: button('Back') });
    for (const answer of answers) await answer.come();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(shown)).toBeNull();
    await user.pointer([{ target: document.body }, '[/MouseLeft]']);
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });
});

describe('while the values of the next column are loading', () => {
  async function renderValues() {
    const view = renderStep(
      leads,
      { step: 3, statusColumn: STATUS, attributeColumns: [SOURCE, COUNTRY, null] },
      (workflow) => (
        <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
      ),
    );
    await screen.findByRole('list', { name: 'Values of Status' });
    return view;
  }
  const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

  test('the values of the previous column are not shown under its name', async () => {
    const { thread } = await renderValues();
    const answers = holdAnswers(thread, 'describeColumn');
    await press('Next');
    expect(screen.getByRole('heading', { level: 2, name: 'Source' })).toBeInTheDocument();
    expect(screen.getByText('Loading values')).toBeInTheDocument();
    expect(listed()).toEqual([]);
    await answers[0]?.come();
    expect(await screen.findByRole('list', { name: 'Values of Source' })).toBeInTheDocument();
    await press('Next');
    expect(screen.getByRole('heading', { level: 2, name: 'Country' })).toBeInTheDocument();
    expect(listed()).toEqual([]);
    await answers[1]?.come();
    expect(listed()).toEqual(['Germany5 leads', 'France3 leads']);
  });

  test('an answer for a skipped column does not replace them', async () => {
    const { thread } = await renderValues();
    const answers = holdAnswers(thread, 'describeColumn');
    await press('Next');
    await press('Next');
    await answers[1]?.come();
    expect(await screen.findByRole('list', { name: 'Values of Country' })).toBeInTheDocument();
    await answers[0]?.come();
    expect(listed()).toEqual(['Germany5 leads', 'France3 leads']);
  });
});

describe('the counts for the results', () => {
  /** At the names of an attribute, where the leads are counted ahead: for the first names, then for another. */
  async function renderCounted(
    comesAtOnce = false,
    prepare?: (thread: FakeThread) => void,
    choices?: Partial<WorkflowState>,
  ) {
    const view = renderStep(
      leads,
      { step: 3, statusColumn: STATUS, attributeColumns: [SOURCE, null, null], position: 1, ...choices },
      (workflow) =>
        workflow.at.step === 4 ? (
          <ResultsStep
            workflow={workflow}
            renderResults={({ measurement }) => <h1>{measurement.fields[0]?.values.join(', ')}</h1>}
          />
        ) : (
          <LaterStep workflow={workflow} />
        ),
    );
    const answers = holdAnswers(view.thread, 'measure');
    prepare?.(view.thread);
    const field = await screen.findByRole('combobox', { name: 'Bing' });
    await waitFor(() => expect(answers).toHaveLength(1));
    if (comesAtOnce) await answers[0]?.come();
    await user.type(field, 'Microsoft{Enter}');
    await waitFor(() => expect(answers).toHaveLength(2));
    return answers;
  }
  const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent ?? null;

  test('are not those of names that have changed since', async () => {
    const [forOldNames, forNewNames] = await renderCounted();
    await press('Analyze');
    await forOldNames?.come();
    expect(screen.getByText('Counting leads…')).toBeInTheDocument();
    expect(heading()).toBeNull();
    await forNewNames?.come();
    expect(heading()).toBe('Google, Microsoft');
  });

  test('are shown with the tests of the other columns, so that no label changes later', async () => {
    const tests: { answers?: readonly HeldAnswer[] } = {};
    const [, counts] = await renderCounted(false, (thread) => {
      tests.answers = holdAnswers(thread, 'testColumns');
    });
    await counts?.come();
    await press('Analyze');
    expect(screen.getByText('Counting leads…')).toBeInTheDocument();
    await tests.answers?.at(-1)?.come();
    expect(heading()).toBe('Google, Microsoft');
  });

  test('come with the latest leads where there are dates, since their lines move what is below', async () => {
    const countLatest = vi.fn(async () => null);
    const prepare = (thread: FakeThread) => void Object.assign(thread.answers, { countLatest });
    const [, counts] = await renderCounted(false, prepare, {
      dateFilter: { ...NO_DATES, dateColumn: COUNTRY },
    });
    expect(countLatest).not.toHaveBeenCalled();
    await counts?.come();
    await waitFor(() => expect(countLatest).toHaveBeenCalledOnce());
    expect(button('Analyze')).toBeInTheDocument();
  });

  test('leave the latest leads for later than the tests of the other columns, for which the results wait', async () => {
    const countLatest = vi.fn(async () => null);
    const tests: { answers?: readonly HeldAnswer[] } = {};
    const prepare = (thread: FakeThread) => {
      Object.assign(thread.answers, { countLatest });
      tests.answers = holdAnswers(thread, 'testColumns');
    };
    const [, counts] = await renderCounted(false, prepare, {
      dateFilter: { ...NO_DATES, dateColumn: COUNTRY },
    });
    await counts?.come();
    await waitFor(() => expect(tests.answers).toHaveLength(1));
    expect(countLatest).not.toHaveBeenCalled();
    await tests.answers?.at(-1)?.come();
    await waitFor(() => expect(countLatest).toHaveBeenCalledOnce());
  });

  test('are kept when an earlier count fails after them', async () => {
    const answers = await renderCounted();
    await answers[1]?.come();
    await answers[0]?.fail();
    await press('Analyze');
    expect(heading()).toBe('Google, Microsoft');
    expect(answers).toHaveLength(2);
  });

  test('are asked for again when counting ahead has failed', async () => {
    const answers = await renderCounted();
    await answers[1]?.fail();
    await press('Analyze');
    await waitFor(() => expect(answers).toHaveLength(3));
    await answers[2]?.come();
    expect(heading()).toBe('Google, Microsoft');
  });

  test('are asked for again for names that come back', async () => {
    const answers = await renderCounted(true);
    await answers[1]?.come();
    await user.clear(screen.getByRole('combobox', { name: 'Bing' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(answers).toHaveLength(3));
    await answers[2]?.come();
    await press('Analyze');
    expect(heading()).toBe('Bing, Google');
  });
});
