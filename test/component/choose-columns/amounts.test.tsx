import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import { planOf } from '#frontend/choices/list.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { giveListsRoom, holdAnswers, renderStep, type Columns } from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup({ pointerEventsCheck: 0 });

const won = { 'Lead Status': repeat({ Qualified: 4, Open: 2 }), Source: repeat({ Google: 3, Bing: 3 }) };
const dropdown = () => screen.getByRole('combobox', { name: 'Value column (optional)' });

function renderColumns(columns: Columns, choices: Partial<WorkflowState> = {}) {
  return renderStep(
    columns,
    { step: 2, statusColumn: 0, attributeColumns: [1, null, null], ...choices },
    (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
  );
}

function renderStatuses(choices: Partial<WorkflowState> = {}) {
  return renderStep(
    won,
    { step: 3, statusColumn: 0, attributeColumns: [1, null, null], ...choices },
    (workflow) => (
      <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
    ),
  );
}

const summary = () => screen.getByRole('complementary', { name: 'Summary' }).textContent;

async function choose(option: RegExp) {
  await user.click(dropdown());
  await user.click(screen.getByRole('option', { name: option }));
}

describe('the value column', () => {
  test('is absent where the file has no column of numbers besides the attributes', async () => {
    renderColumns({ ...won, Note: repeat({ hot: 3, cold: 3 }) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('combobox', { name: 'Value column (optional)' })).toBeNull();
  });

  test('offers columns of numbers only, and says what the converted leads are worth', async () => {
    const { state } = renderColumns({ ...won, Revenue: ['100', '300', '', 'n/a', '50', '50'] });
    await screen.findByRole('heading', { level: 1 });
    await user.click(dropdown());
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'None',
      expect.stringContaining('Revenue'),
    ]);
    await user.click(screen.getByRole('option', { name: /Revenue/ }));
    const counts = await screen.findByText(
      '2 of 4 converted leads have an amount. 1 without one counts as 0. 1 that is no number counts as 0.',
    );
    expect(counts.parentElement?.textContent).toContain('$400.00 in all, $200.00 on average');
    expect(planOf(state())).toMatchObject({ worth: { kind: 'column', column: 2 } });
    expect(state().basis).toBe('value');
    await choose(/None/);
    expect(planOf(state())?.worth).toBeUndefined();
    expect(state().basis).toBe('conversions');
  });

  test('refuses negative amounts of converted leads with a word, and no others', async () => {
    const columns = { ...won, Revenue: ['100', '-20', '100', '0', '-5', '1'] };
    renderColumns(columns, { valueColumn: 2 });
    expect((await screen.findByRole('alert')).textContent).toContain(
      '1 converted lead has an amount below 0',
    );
  });

  test('says nothing of negative amounts in leads that did not convert', async () => {
    renderColumns({ ...won, Revenue: ['100', '20', '100', '0', '-5', '1'] }, { valueColumn: 2 });
    await screen.findByText(/of 4 converted leads/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says that it counts leads of all dates where only some count', async () => {
    const columns = { ...won, Revenue: ['100', '300', '', '1', '1', '1'], Day: repeat({ '2026-01-05': 6 }) };
    const dateFilter = { dateColumn: 3, dateFormat: null, from: 1, to: null, youngerThanDays: null };
    renderColumns(columns, { valueColumn: 2, dateFilter });
    const counts = await screen.findByText(/^3 of 4 converted leads have an amount\./);
    expect(counts.textContent).toContain(
      'Leads of all dates are included here; the results use only the dates you chose.',
    );
  });

  test('asks what a point means where it may separate thousands, and is read as chosen', async () => {
    const columns = { ...won, Revenue: ['1.200', '3.500', '1.200', '1.100', '', ''] };
    const { state } = renderColumns(columns, { valueColumn: 2 });
    await screen.findByText('What does 1.200 mean?');
    expect(screen.queryByText(/converted leads have/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '1,200' }));
    const counts = await screen.findByText('4 of 4 converted leads have an amount.');
    expect(counts.parentElement?.textContent).toContain('$7,000.00 in all');
    expect(planOf(state())).toMatchObject({ worth: { numberFormat: 'decimal-comma' } });
  });
});

describe('the currency of the amounts', () => {
  const pounds = { ...DEFAULT_SETTINGS, currency: 'GBP' as const };
  const euros = ['100,50 €', '300 €', '', '50 €', '50 €', '1 €'];
  const currency = () => screen.findByRole('combobox', { name: 'Currency of the amounts' });
  const inAll = async () =>
    (await screen.findByText(/converted leads have an amount/)).parentElement?.textContent;
  async function chooseCurrency(name: RegExp) {
    await user.click(await currency());
    await user.click(await screen.findByRole('option', { name }));
  }

  test('comes from the cells, whatever the preference is', async () => {
    renderColumns({ ...won, Revenue: euros }, { valueColumn: 2, settings: pounds });
    expect((await currency()).textContent).toBe('EUR');
    expect(screen.getByText('EUR, from the cells with the amounts.')).toBeInTheDocument();
    expect(await inAll()).toContain('€450.50 in all, €150.17 on average');
  });

  test('comes from the column before the cells, and from the heading before the preference', async () => {
    const amounts = ['$5', '$5', '$5', '$5', '', ''];
    const columns = { ...won, 'Deal (EUR)': amounts, Currency: repeat({ chf: 6 }) };
    const { state } = renderColumns(columns, { valueColumn: 2, settings: pounds });
    await screen.findByText('CHF, from the column “Currency”.');
    expect(await inAll()).toContain('CHF');
    // By hand: not from that column. The cells have a sign of several currencies then.
    await user.click(screen.getByRole('combobox', { name: 'Currency column' }));
    await user.click(screen.getByRole('option', { name: 'None' }));
    await screen.findByText('Which currency does $ stand for?');
    expect(planOf(state())?.worth).toMatchObject({ currency: { column: null } });
  });

  test('comes from the heading where no row names one, and can be changed', async () => {
    const columns = { ...won, 'Auftragswert €': ['100', '300', '', '50', '50', '1'] };
    const { state } = renderColumns(columns, { valueColumn: 2, settings: pounds });
    await screen.findByText('EUR, from the heading of the amounts.');
    await chooseCurrency(/^GBP$/);
    await screen.findByText('GBP, as you chose.');
    expect(await inAll()).toContain('£');
    expect(planOf(state())?.worth).toMatchObject({ currency: { code: 'GBP' } });
  });

  test('is that of the settings where the file names none', async () => {
    renderColumns({ ...won, Revenue: repeat({ '100': 6 }) }, { valueColumn: 2, settings: pounds });
    await screen.findByText('The file names none: this one is from your settings.');
    expect(await inAll()).toContain('£400.00 in all');
  });

  test('is asked for once where a sign stands for several, and the amounts wait for the answer', async () => {
    const { state } = renderColumns({ ...won, Revenue: repeat({ '$1,200': 6 }) }, { valueColumn: 2 });
    await screen.findByText('Which currency does $ stand for?');
    expect(screen.queryByText(/converted leads have/)).toBeNull();
    await chooseCurrency(/^AUD/);
    expect(await inAll()).toContain('A$4,800.00 in all');
    expect(screen.queryByText('Which currency does $ stand for?')).toBeNull();
    expect(planOf(state())?.worth).toMatchObject({ currency: { code: 'AUD' } });
    // It is remembered for this column.
    await choose(/None/);
    await choose(/Revenue/);
    await screen.findByText('AUD, as you chose.');
  });

  test('of a file with several is a choice, with the rows of each', async () => {
    const revenue = ['€5', '€5', '€5', '$5', '$5', '5 USD'];
    renderColumns({ ...won, Revenue: revenue }, { valueColumn: 2 });
    const question = (await screen.findByText('Which of these currencies counts?')).parentElement;
    expect(question?.textContent).toContain('EUR: 3 rows, $: 2 rows, USD: 1 row.');
    await chooseCurrency(/^EUR/);
    expect((await screen.findByText(/Others are left aside/)).textContent).toContain(
      '$: 2 rows, USD: 1 row.',
    );
    // The second choice after the first.
    await chooseCurrency(/^USD/);
    await waitFor(() =>
      expect(screen.getByText(/Others are left aside/).textContent).toContain('EUR: 3 rows, $: 2 rows.'),
    );
    expect(screen.queryByText(/in all/)).toBeNull();
  });

  test('cells that are no amounts or below 0 are counted and shown, converted or not', async () => {
    const revenue = ['100', '300', '20', '1', '-5', 'n/a', ...repeat({ '7': 20 })];
    const columns = {
      'Lead Status': repeat({ Qualified: 4, Open: 22 }),
      Source: repeat({ Web: 26 }),
      Revenue: revenue,
    };
    renderColumns(columns, { valueColumn: 2 });
    const words = await screen.findByText(
      "In the whole column, 1 lead has an amount that can't be read (n/a) and 1 lead has an amount below 0 (-5).",
    );
    expect(words.tagName).toBe('P');
  });
});

describe('the value column in step 3', () => {
  const revenue = { ...won, 'Deal Amount': ['100', '300', '', '1', '50', ''] };
  const renderDeals = (columns: Columns, choices: Partial<WorkflowState> = {}) =>
    renderStep(
      columns,
      { step: 3, statusColumn: 0, attributeColumns: [1, null, null], valueColumn: 2, ...choices },
      (workflow) => (
        <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
      ),
    );

  test('is named with the amounts of the ticked statuses', async () => {
    const { thread } = renderDeals(revenue);
    await screen.findByText('Value from “Deal Amount”');
    await waitFor(() => expect(summary()).toContain('$401.00 in all, $133.67 on average'));
    const held = holdAnswers(thread, 'countConversions');
    await user.click(screen.getByRole('checkbox', { name: 'Open' }));
    // The last figures stay while the next are counted, so that the list under them stays where it is.
    expect(summary()).toContain('$401.00 in all');
    await held[0]?.come();
    await waitFor(() => expect(summary()).toContain('$451.00 in all, $112.75 on average'));
  });

  test.each([
    ['a negative amount', ['100', '-1', '', '1', '50', ''], {}],
    ['a point of unknown meaning', ['1.200', '3.500', '', '1.100', '', ''], {}],
    [
      'days that count',
      ['100', '300', '', '1', '50', ''],
      { dateFilter: { dateColumn: 3, dateFormat: null, from: 1, to: null, youngerThanDays: null } },
    ],
  ])('is named without amounts with %s', async (_, cells, choices) => {
    renderDeals({ ...won, 'Deal Amount': cells, Day: repeat({ '2026-01-05': 6 }) }, choices);
    await screen.findByText('Value from “Deal Amount”');
    // The next answer of the thread comes after the amounts.
    await user.click(await screen.findByRole('checkbox', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Previous' }));
    await screen.findByRole('checkbox', { name: 'Open' });
    expect(summary()).not.toContain('in all');
  });
});

describe('amounts per status', () => {
  test('open a field beside each value, which counts whether the value is ticked or not', async () => {
    const { state } = renderStatuses();
    expect(screen.queryByRole('textbox', { name: 'Value of Open' })).toBeNull();
    await user.click(await screen.findByRole('checkbox', { name: 'Different values per status' }));
    expect(planOf(state())?.worth).toBeUndefined();
    await user.type(screen.getByRole('textbox', { name: 'Value of Open' }), '10');
    await user.type(screen.getByRole('textbox', { name: 'Value of Qualified' }), '505');
    expect(planOf(state())?.worth).toEqual({
      kind: 'per-status',
      amounts: new Map([
        ['Open', 10],
        ['Qualified', 505],
      ]),
    });
    expect(summary()).toContain('All 6 leads are worth $2,040.00: $340.00 per lead.');
    await user.click(screen.getByRole('checkbox', { name: 'Different values per status' }));
    expect(planOf(state())?.worth).toBeUndefined();
  });

  test('are summed up in the chosen currency, without the statuses that are left out', async () => {
    renderStatuses({
      statusAmounts: new Map([
        [
          0,
          new Map([
            ['Open', 10],
            ['Qualified', 505],
          ]),
        ],
      ]),
      leftOutStatuses: new Map([[0, new Set(['Open'])]]),
      settings: { ...DEFAULT_SETTINGS, currency: 'EUR' },
    });
    await screen.findByRole('textbox', { name: 'Value of Open' });
    expect(summary()).toContain('All 4 leads are worth €2,020.00: €505.00 per lead.');
    expect(screen.getAllByText('Value (EUR)')).not.toHaveLength(0);
  });

  test('explain a text that is no amount and keep the last one', async () => {
    const { state } = renderStatuses({ statusAmounts: new Map([[0, new Map([['Open', 10]])]]) });
    const field = await screen.findByRole('textbox', { name: 'Value of Open' });
    await user.type(field, 'x');
    expect(screen.getByText('Not a number')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '-1');
    expect(screen.getByText('Not below 0')).toBeInTheDocument();
    expect(state().statusAmounts.get(0)?.size ?? 0).toBe(0);
    await user.clear(field);
    await user.type(field, '7');
    expect(state().statusAmounts.get(0)).toEqual(new Map([['Open', 7]]));
  });

  test('are not offered beside a value column', async () => {
    const { state } = renderStatuses({
      valueColumn: 1,
      statusAmounts: new Map([[0, new Map([['Open', 10]])]]),
    });
    await screen.findByRole('checkbox', { name: 'Open' });
    expect(screen.queryByRole('checkbox', { name: 'Different values per status' })).toBeNull();
    expect(planOf(state())?.worth).toEqual({ kind: 'column', column: 1 });
  });
});
