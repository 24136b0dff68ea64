import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import {
  giveListsRoom,
  renderStep,
  type Columns,
  type ChoicesAndStep,
} from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup({ pointerEventsCheck: 0 });

const leads: Columns = {
  'Lead Status': repeat({ Qualified: 10, Open: 30 }),
  Source: repeat({ Google: 20, Bing: 15, '': 5 }),
  Country: repeat({ Germany: 40 }),
  'Lead ID': Array.from({ length: 40 }, (_, i) => `L-${i}`),
};

function renderColumns(choices: ChoicesAndStep = {}, columns = leads) {
  return renderStep(columns, { step: 2, statusColumn: 0, ...choices }, (workflow) => (
    <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => <p>40 leads, 4 columns</p>} />
  ));
}

const WARNING = 'Please select a Status column and at least 1 Attribute column to continue';
const dropdown = (name: string) => screen.getByRole('combobox', { name });
const next = () => screen.getByRole('button', { name: 'Next: Map Values' });

/** Once it is known what belongs under the columns that are chosen at the start. */
const arrival = () => screen.findByRole('heading', { level: 1 });

async function choose(name: string, option: RegExp) {
  await user.click(dropdown(name));
  await user.click(screen.getByRole('option', { name: option }));
}

describe('choosing columns', () => {
  test('has a heading, the line about the file, and four dropdowns by name', async () => {
    renderColumns();
    await arrival();
    expect(screen.getByRole('heading', { level: 1, name: 'Select Columns to Analyze' })).toBeInTheDocument();
    expect(screen.getByText('40 leads, 4 columns')).toBeInTheDocument();
    for (const name of ['Lead Status Column', 'Attribute 1', 'Attribute 2', 'Attribute 3'])
      expect(dropdown(name)).toBeInTheDocument();
    expect(screen.getAllByText('*')).toHaveLength(2);
  });

  test('asks for both columns in a plain line', () => {
    renderColumns({ statusColumn: null });
    expect(screen.getByText(WARNING).tagName).toBe('P');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('warns and holds back the next step until a status column and attribute 1 are chosen', async () => {
    const { state, at } = renderColumns({ statusColumn: null });
    expect(screen.getByText(WARNING)).toBeInTheDocument();
    await choose('Attribute 2', /Source/);
    await choose('Lead Status Column', /Lead Status/);
    expect(screen.getByText(WARNING)).toBeInTheDocument();
    expect(next()).toHaveProperty('disabled', true);
    await choose('Attribute 1', /Country/);
    expect(screen.queryByText(WARNING)).toBeNull();
    await user.click(next());
    expect(state()).toMatchObject({ statusColumn: 0, attributeColumns: [2, 1, null] });
    expect(at().step).toBe(3);
  });

  test('options show up to three samples and (Blank) where blanks exist', async () => {
    renderColumns();
    await arrival();
    await user.click(dropdown('Attribute 1'));
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options).toEqual([
      'Lead StatusUsed as Lead Status Column',
      'SourceSample: Google · Bing · (Blank)',
      'CountrySample: Germany',
      'Lead IDMostly unique. Sample: L-0 · L-1 · L-2',
    ]);
  });

  test('a column used elsewhere is disabled, and free again once it is no longer used', async () => {
    renderColumns({ attributeColumns: [1, 2, null] });
    await arrival();
    await user.click(dropdown('Attribute 3'));
    const source = screen.getByRole('option', { name: /Source/ });
    expect(source.getAttribute('aria-disabled')).toBe('true');
    expect(source.textContent).toContain('Used as Attribute 1');
    await user.keyboard('{Escape}');
    await choose('Attribute 2', /None/);
    await user.click(dropdown('Attribute 3'));
    const country = screen.getByRole('option', { name: /Country/ });
    expect(country.getAttribute('aria-disabled')).toBeNull();
  });

  test('attributes 2 and 3 can be emptied, attribute 1 cannot', async () => {
    const { state } = renderColumns({ attributeColumns: [1, 2, null] });
    await arrival();
    await user.click(dropdown('Attribute 1'));
    expect(screen.queryByRole('option', { name: 'None' })).toBeNull();
    await user.keyboard('{Escape}');
    await choose('Attribute 2', /None/);
    expect(state().attributeColumns).toEqual([1, null, null]);
  });

  test('more than ten columns are searched', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`Column ${i + 1}`, repeat({ a: 2 })]),
    );
    const { state } = renderColumns({}, wide);
    await arrival();
    await user.click(dropdown('Attribute 1'));
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'Column 7');
    await user.click(await screen.findByRole('option', { name: /Column 7/ }));
    expect(state().attributeColumns[0]).toBe(6);
  });

  test('Back returns to step 1', async () => {
    const { at } = renderColumns();
    await arrival();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(at().step).toBe(1);
  });
});

describe('the guessed status column', () => {
  test('is marked as a guess until it is confirmed', async () => {
    const { state } = renderColumns({ isStatusGuessed: true });
    await arrival();
    expect(screen.getByText(/guess/i)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.queryByText(/guess/i)).toBeNull();
    expect(state()).toMatchObject({ statusColumn: 0, isStatusGuessed: false });
    expect(document.activeElement).toBe(dropdown('Lead Status Column'));
  });

  test('is no guess any more after another choice, or after the next step', async () => {
    const changed = renderColumns({ isStatusGuessed: true });
    await arrival();
    await choose('Lead Status Column', /Source/);
    expect(changed.state()).toMatchObject({ statusColumn: 1, isStatusGuessed: false });
    cleanup();
    const gone = renderColumns({ isStatusGuessed: true, attributeColumns: [1, null, null] });
    await arrival();
    await user.click(next());
    expect(gone.state()).toMatchObject({ statusColumn: 0, isStatusGuessed: false });
    expect(gone.at().step).toBe(3);
  });
});

test('a column of mostly unique values gets a warning', async () => {
  renderColumns({ attributeColumns: [3, 1, null] });
  expect(await screen.findByText('Mostly unique: 40 different values')).toBeInTheDocument();
  expect(screen.getAllByText(/^Mostly unique: /)).toHaveLength(1);
});

test('step 3 begins with the status column, whichever column was shown last', async () => {
  const { at } = renderColumns({ attributeColumns: [1, null, null], position: 1 });
  await arrival();
  await user.click(next());
  expect(at()).toMatchObject({ step: 3, position: 0 });
});

test('a panel of ranges opens under a numeric attribute only, not under a numeric status', async () => {
  const columns: Columns = {
    Converted: repeat({ 0: 30, 1: 10 }),
    Visits: repeat({ 1: 20, 7: 20 }),
    Country: repeat({ Germany: 40 }),
  };
  renderColumns({ attributeColumns: [1, 2, null] }, columns);
  const panel = await screen.findByRole('region', { name: 'Numeric Column Detected' });
  expect(within(panel).getByText('Min 1 · Max 7')).toBeInTheDocument();
  expect(screen.getAllByText('Numeric Column Detected')).toHaveLength(1);
});
