import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { type Range } from '#frontend/analysis/counts/binning.ts';
import { RANGE_PRESETS } from '#frontend/analysis/counts/range-presets.ts';
import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { renderStep, type ChoicesAndStep } from '#test/support/workflow-room.tsx';
import { planOf } from '#frontend/choices/list.ts';

installBrowserApis();

const user = userEvent.setup();

// 24 leads with a number from 0 to 8, two blanks, one text.
const visits = repeat({ 0: 8, 2: 6, 4: 6, 8: 4, '': 2, unknown: 1 });

async function renderRanges(ranges?: readonly Range[], cells = visits) {
  const view = renderStep(
    {
      Status: cells.map(() => 'Open'),
      Visits: cells,
    },
    {
      step: 2,
      statusColumn: 0,
      attributeColumns: [1, null, null],
      ranges: ranges ? new Map([[1, ranges]]) : new Map(),
    },
    (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
  );
  const panel = await screen.findByRole('region', { name: /Numeric Column|Define Ranges/ });
  return {
    ...view,
    panel: within(panel),
    ranges: () => view.state().ranges.get(1),
    row: (position: number) => within(screen.getByRole('group', { name: `Range ${position}` })),
    rows: () => screen.queryAllByRole('group', { name: /^Range / }),
  };
}

const low: Range = { min: 0, max: 2, label: 'Low' };
const high: Range = { min: 2.01, max: null, label: 'High' };
const button = (name: string) => screen.getByRole('button', { name });
const valueOf = (element: HTMLElement) => (element instanceof HTMLInputElement ? element.value : null);

describe('the prompt', () => {
  test('shows the smallest and largest number, every preset and the other ways to go on', async () => {
    const { panel } = await renderRanges();
    expect(panel.getByText('Min 0 · Max 8')).toBeInTheDocument();
    expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...Object.values(RANGE_PRESETS).map(({ offer }) => offer),
      'Custom Ranges',
      'Best split',
    ]);
  });

  test('offers ranges of a column whose only number is the id of a campaign', async () => {
    const { rows } = await renderRanges(undefined, ['23843212345670123', '23843212345670123']);
    await user.click(button('Quartiles (4 groups)'));
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('img', { name: /1 bar/ })).toBeInTheDocument();
  });

  test('writes numbers of hundreds of digits in powers of ten', async () => {
    const { panel } = await renderRanges(undefined, ['-3', '2e300']);
    expect(panel.getByText('Min -3 · Max 2e+300')).toBeInTheDocument();
  });

  const manyNumbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));

  test('says what happens without ranges where more than 12 numbers differ', async () => {
    const { panel } = await renderRanges(undefined, manyNumbers(13));
    expect(panel.getByText(/^Without/).textContent).toBe(
      'Without ranges, each of 13 numbers becomes its own segment.',
    );
  });

  test('does not mention it for 12 different numbers', async () => {
    const { panel } = await renderRanges(undefined, manyNumbers(12));
    expect(panel.queryByText(/^Without/)).toBeNull();
  });

  test('is skipped where ranges exist', async () => {
    const { rows } = await renderRanges([low, high]);
    expect(screen.getByRole('heading', { name: 'Define Ranges for Visits' })).toBeInTheDocument();
    expect(rows()).toHaveLength(2);
  });
});

describe('numbers in another way of writing', () => {
  const way = () => screen.queryByRole('combobox', { name: 'How numbers are written' });
  const chooseWay = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: 'How numbers are written' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  const german = ['13,75 €', '980,50 €', '1.200,00 €', '2.000,00 €'];

  test('are read as the file writes them, and the way is shown with one of its cells', async () => {
    const { panel } = await renderRanges(undefined, german);
    expect(panel.getByText('Min 13.75 · Max 2,000')).toBeInTheDocument();
    expect(way()?.textContent).toBe('Numbers like 1.234,5013,75 € is 13.75');
  });

  test('are not mentioned where all numbers are plain', async () => {
    await renderRanges();
    expect(way()).toBeNull();
  });

  test('are offered where some cells are text only in the plain way', async () => {
    await renderRanges(undefined, repeat({ 980: 9, '1,250': 1 }));
    expect(way()?.textContent).toBe('Numbers like 1234.501,250 is text');
    await chooseWay('Numbers like 1,234.50');
    expect(await screen.findByText('Min 980 · Max 1,250')).toBeInTheDocument();
  });

  test('ask where a point may separate thousands, until the visitor chooses', async () => {
    const { panel, state } = await renderRanges(undefined, ['1.200', '3.500']);
    expect(panel.getByText('Min 1.2 · Max 3.5')).toBeInTheDocument();
    expect(screen.getByText(/A point may separate decimals or thousands here/)).toBeInTheDocument();
    await chooseWay('Numbers like 1.234,50');
    expect(await screen.findByText('Min 1,200 · Max 3,500')).toBeInTheDocument();
    expect(screen.queryByText(/A point may separate/)).toBeNull();
    expect(state().numberFormats).toEqual(new Map([[1, 'decimal-comma']]));
    expect(document.activeElement).toBe(way());
  });

  test('lose the ranges of the column where they become other numbers, and no other ranges', async () => {
    const { ranges } = await renderRanges([low, high], ['1.200', '3.500']);
    await chooseWay('Numbers like 1.234,50');
    expect(ranges()).toBeUndefined();
    expect(screen.getByText('The ranges were removed: these are other numbers.')).toBeInTheDocument();
    expect(document.activeElement).toBe(way());
  });

  test('keep the ranges where the numbers stay the same', async () => {
    const { ranges } = await renderRanges([low, high], ['1 %', '2 %', '3 %']);
    await chooseWay('Numbers like 1.234,50');
    expect(ranges()).toEqual([low, high]);
  });

  test('can be chosen anew after a way in which the column has no numbers', async () => {
    await renderRanges(undefined, german);
    await chooseWay('Numbers like 1,234.50');
    expect(
      await screen.findByText('Fewer than 80% of the cells are numbers written like this.'),
    ).toBeInTheDocument();
    expect(document.activeElement).toBe(way());
    await chooseWay('Numbers like 1.234,50');
    expect(await screen.findByText('Min 13.75 · Max 2,000')).toBeInTheDocument();
  });
});

describe('presets', () => {
  test('equal intervals cut the span in three, unrounded inside and with four decimals on the screen', async () => {
    const { ranges, row } = await renderRanges();
    await user.click(button('Equal Intervals'));
    // 0 to 8 in thirds: cuts at 8/3 and 16/3.
    expect(ranges()).toEqual([
      { min: 0, max: 8 / 3, label: 'Low' },
      { min: 8 / 3 + 0.01, max: 16 / 3, label: 'Medium' },
      { min: 16 / 3 + 0.01, max: null, label: 'High' },
    ]);
    expect(valueOf(row(1).getByLabelText('Max'))).toBe('2.6667');
    expect(valueOf(row(3).getByLabelText('Max'))).toBe('');
    expect(row(3).getByPlaceholderText('∞')).toBeInTheDocument();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Define Ranges for Visits' }));
  });

  test('are marked while the ranges are unedited, and replace edited ranges', async () => {
    const { ranges, row } = await renderRanges();
    await user.click(button('Thirds (3 groups)'));
    expect(button('Thirds').getAttribute('aria-pressed')).toBe('true');
    await user.type(row(1).getByLabelText('Label'), '!');
    expect(ranges()?.[0]?.label).toBe('Low!');
    expect(button('Thirds').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('Thirds'));
    expect(ranges()?.[0]?.label).toBe('Low');
    expect(button('Thirds').getAttribute('aria-pressed')).toBe('true');
  });

  test('name the range that is left out because too many leads share one number', async () => {
    // 12 of 20 leads have a 0: the 25th and the 50th percentile are both 0.
    const { ranges } = await renderRanges(undefined, repeat({ 0: 12, 5: 4, 9: 4 }));
    await user.click(button('Quartiles (4 groups)'));
    expect(ranges()?.map(({ label }) => label)).toEqual(['Q1 (Low)', 'Q3 (Medium-High)', 'Q4 (High)']);
    expect(screen.getByText(/“Q2 \(Medium-Low\)” would be empty and is left out/)).toBeInTheDocument();
  });
});

describe('a column that is chosen', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => String(number + 1));
  const choose = async (attribute: string, header: string) => {
    await user.click(await screen.findByRole('combobox', { name: attribute }));
    await user.click(await screen.findByRole('option', { name: new RegExp(header) }));
  };
  function renderColumns(columns: Readonly<Record<string, readonly string[]>>, choices: ChoicesAndStep = {}) {
    return renderStep(
      columns,
      { step: 2, statusColumn: 0, attributeColumns: [null, null, null], ...choices },
      (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
    );
  }
  /** Columns with `count` distinct numbers, each of two leads. */
  const withNumbers = (count: number) => ({
    Status: numbers(2 * count).map(() => 'Open'),
    Visits: [...numbers(count), ...numbers(count)],
    Pages: [...numbers(count), ...numbers(count)],
  });

  test('by hand begins with the prompt and has no ranges, also with 13 numbers', async () => {
    const { state } = renderColumns(withNumbers(13));
    await choose('Attribute 1', 'Visits');
    expect(await screen.findByText('Numeric Column Detected')).toBeInTheDocument();
    await choose('Attribute 2', 'Pages');
    await waitFor(() => expect(screen.getAllByText('Numeric Column Detected')).toHaveLength(2));
    expect(state().ranges.size).toBe(0);
    expect(planOf(state())?.attributes[0]?.ranges).toBeNull();
  });

  test('has the quartiles after a press, with two leads for each of 13 numbers', async () => {
    const { state } = renderColumns(withNumbers(13));
    await choose('Attribute 1', 'Visits');
    await user.click(await screen.findByRole('button', { name: 'Quartiles (4 groups)' }));
    expect(button('Quartiles').getAttribute('aria-pressed')).toBe('true');
    // 1 to 13: type 7 cuts at 4, 7 and 10.
    expect(
      state()
        .ranges.get(1)
        ?.map(({ max }) => max),
    ).toEqual([4, 7, 10, null]);
  });

  test('keeps the ranges that the visitor has made', async () => {
    const { state } = renderColumns(withNumbers(13), { ranges: new Map([[1, [low, high]]]) });
    await choose('Attribute 1', 'Visits');
    expect(await screen.findByRole('heading', { name: 'Define Ranges for Visits' })).toBeInTheDocument();
    expect(state().ranges.get(1)).toEqual([low, high]);
  });

  test('has the quartiles of other numbers where they are read in another way', async () => {
    const cells = numbers(13).map((number) => `${number}.500`);
    const { state } = renderColumns({ Status: cells.map(() => 'Open'), Visits: cells });
    await choose('Attribute 1', 'Visits');
    await user.click(await screen.findByRole('button', { name: 'Quartiles (4 groups)' }));
    expect(state().ranges.get(1)?.[0]).toMatchObject({ min: 1.5, max: 4.5 });
    await user.click(screen.getByRole('combobox', { name: 'How numbers are written' }));
    await user.click(await screen.findByRole('option', { name: /Numbers like 1\.234,50/ }));
    expect(state().ranges.get(1)?.[0]).toMatchObject({ min: 1500, max: 4500 });
    expect(screen.getByText('These are other numbers: their quartiles are set.')).toBeInTheDocument();
  });
});

describe('rows', () => {
  test('show the leads of each range, and the leads in no range, after every edit', async () => {
    const { row } = await renderRanges([low, high]);
    expect(row(1).getByText('14')).toBeInTheDocument();
    expect(row(2).getByText('10')).toBeInTheDocument();
    await user.clear(row(2).getByLabelText('Min'));
    await user.type(row(2).getByLabelText('Min'), '5');
    expect(row(2).getByText('4')).toBeInTheDocument();
    expect(screen.getByText('6 leads outside all ranges: counted as (Out of range).')).toBeInTheDocument();
    await user.type(row(1).getByLabelText('Max'), '0');
    expect(row(1).getByText('24')).toBeInTheDocument();
  });

  test('the notes count leads with a blank cell or text', async () => {
    await renderRanges([low, high]);
    expect(screen.getByText('2 leads without a number: counted as (Blank).')).toBeInTheDocument();
    expect(screen.getByText(/^1 lead with text instead of a number/)).toBeInTheDocument();
  });

  test('custom ranges start with one from the minimum to open-ended, and the only range cannot be removed', async () => {
    const { ranges, row } = await renderRanges();
    await user.click(button('Custom Ranges'));
    expect(ranges()).toEqual([{ min: 0, max: null, label: '' }]);
    expect(document.activeElement).toBe(row(1).getByLabelText('Min'));
    expect(button('Remove range 1')).toHaveProperty('disabled', true);
    expect(row(1).getByPlaceholderText('0 and above')).toBeInTheDocument();
  });

  test('an added range starts 1 above the previous maximum and takes the focus', async () => {
    const { ranges, row } = await renderRanges([low]);
    await user.click(button('Add Range'));
    expect(ranges()?.[1]).toEqual({ min: 3, max: null, label: '' });
    expect(document.activeElement).toBe(row(2).getByLabelText('Min'));
  });

  test('removing a range removes its half-typed text, and not that of the next range', async () => {
    const { ranges, row, rows } = await renderRanges([low, { min: 3, max: 4, label: 'Middle' }, high]);
    await user.clear(row(3).getByLabelText('Min'));
    await user.type(row(3).getByLabelText('Min'), 'x');
    await user.click(button('Remove range 1'));
    expect(rows()).toHaveLength(2);
    expect(ranges()?.map(({ label }) => label)).toEqual(['Middle', 'High']);
    expect(valueOf(row(2).getByLabelText('Min'))).toBe('x');
    expect(valueOf(row(1).getByLabelText('Min'))).toBe('3');
    expect(document.activeElement).toBe(button('Remove range 1'));
    await user.click(button('Remove range 1'));
    expect(document.activeElement).toBe(row(1).getByLabelText('Min'));
  });

  test('Use single numbers goes back to the prompt', async () => {
    const { state } = await renderRanges([low, high]);
    await user.click(button('Use single numbers'));
    expect(planOf(state())?.attributes[0]?.ranges).toBeNull();
    expect(document.activeElement?.textContent).toBe('Numeric Column Detected');
  });

  test('a note says that ranges with the same label count as one', async () => {
    await renderRanges([low, { ...high, label: 'Low' }]);
    expect(screen.getByText('Several ranges are named “Low” and count as one.')).toBeInTheDocument();
  });
});

describe('bounds', () => {
  test('keep the text as typed and apply every number during typing', async () => {
    const { ranges, row } = await renderRanges([low, high]);
    const max = row(1).getByLabelText('Max');
    await user.clear(max);
    expect(ranges()?.[0]?.max).toBeNull();
    for (const [typed, text, number] of [
      ['-', '-', null],
      ['1', '-1', -1],
      ['.', '-1.', -1],
      ['5', '-1.5', -1.5],
    ] as const) {
      await user.type(max, typed);
      expect(valueOf(max)).toBe(text);
      expect(ranges()?.[0]?.max).toBe(number);
      expect(max.getAttribute('aria-invalid')).toBeNull();
    }
  });

  test('an empty maximum is open-ended, an empty minimum the smallest number', async () => {
    const { ranges, row } = await renderRanges([{ min: 1, max: 2, label: 'Low' }]);
    await user.clear(row(1).getByLabelText('Max'));
    await user.clear(row(1).getByLabelText('Min'));
    expect(ranges()).toEqual([{ min: 0, max: null, label: 'Low' }]);
    await user.tab();
    expect(valueOf(row(1).getByLabelText('Min'))).toBe('0');
  });

  test('a decimal comma is explained beside the field and the text stays', async () => {
    const { ranges, row, at } = await renderRanges([low, high]);
    const max = row(1).getByLabelText('Max');
    await user.clear(max);
    await user.type(max, '3');
    await user.clear(max);
    await user.paste('2,5');
    expect(valueOf(max)).toBe('2,5');
    expect(row(1).getByText('Write it with a point and no separators: 2.5')).toBeInTheDocument();
    expect(max.getAttribute('aria-invalid')).toBe('true');

    await user.click(button('Next: Map Values'));
    expect(at().step).toBe(2);
    expect(document.activeElement).toBe(max);
    expect(screen.getByRole('alert').textContent).toBe('One end of a range is not a number yet.');

    await user.clear(max);
    await user.type(max, '2.5');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(ranges()?.[0]?.max).toBe(2.5);
    await user.click(button('Next: Map Values'));
    expect(at().step).toBe(3);
  });

  test('unfinished text of a number is explained only after the field is left', async () => {
    const { row } = await renderRanges([low, high]);
    const min = row(2).getByLabelText('Min');
    await user.clear(min);
    await user.type(min, '-');
    expect(row(2).queryByText('Not a number')).toBeNull();
    await user.tab();
    expect(row(2).getByText('Not a number')).toBeInTheDocument();
    expect(valueOf(min)).toBe('-');
  });
});

describe('the histogram', () => {
  const cut = () => screen.getByRole('slider', { name: 'End of range 1' });
  const limits = (element: HTMLElement) =>
    ['min', 'now', 'max'].map((name) => element.getAttribute(`aria-value${name}`));

  test('describes the distribution of the leads', async () => {
    await renderRanges([low, high]);
    // 0 to 8, IQR 4 - 0 = 4, width 8 / cube root of 24 = 2.77, rounded to 3: 9 in bars up to 2, 5 and 8.
    expect(
      screen.getByRole('img', {
        name: /^Leads by Visits, 3 bars\. The highest: above -1, up to 2: 14 leads/,
      }),
    ).toBeInTheDocument();
  });

  test('has a cut that keys move, together with the ends of both ranges in the fields', async () => {
    const { ranges, row } = await renderRanges([low, high]);
    expect(limits(cut())).toEqual(['0', '2', '8']);
    expect(cut().getAttribute('aria-valuetext')).toBe('Low: up to 2');
    cut().focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(ranges()?.map(({ min, max }) => [min, max])).toEqual([[0, 4], [expect.closeTo(4.01, 9), null]]); // oxfmt-ignore
    expect(valueOf(row(1).getByLabelText('Max'))).toBe('4');
    expect(valueOf(row(2).getByLabelText('Min'))).toBe('4.01');
    expect(row(1).getByText('20')).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(ranges()?.[0]?.max).toBe(0);
  });

  test('follows a typed bound, and a moved cut replaces the typed text', async () => {
    const { row } = await renderRanges([low, high]);
    await user.clear(row(1).getByLabelText('Max'));
    await user.type(row(1).getByLabelText('Max'), '1.50');
    expect(limits(cut())[1]).toBe('1.5');
    cut().focus();
    await user.keyboard('{ArrowRight}');
    expect(valueOf(row(1).getByLabelText('Max'))).toBe('3');
  });
});

describe('the conversion rate of a range', () => {
  test('stands beside its leads once a value counts as converted', async () => {
    renderStep(
      { Status: repeat({ Qualified: 3, Lost: 7 }), Visits: repeat({ 0: 4, 5: 4, 6: 2 }) },
      { step: 2, statusColumn: 0, attributeColumns: [1, null, null], ranges: new Map([[1, [low, high]]]) },
      (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
    );
    // The first three leads converted; all have a 0: 3 of 4, and none of 6.
    expect(await screen.findByTitle('3 of 4 converted')).toHaveProperty('textContent', '75.0% converted');
    expect(screen.getByTitle('0 of 6 converted').textContent).toContain('0.0%');
  });

  test('is not shown while no value counts as converted', async () => {
    await renderRanges([low, high]);
    expect(screen.queryByText('Rate')).toBeNull();
  });
});
