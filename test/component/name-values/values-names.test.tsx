import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { giveListsRoom, renderStep, type Columns } from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup();

const sources = repeat({ 'Google Ads': 40, Google: 30, Facebook: 20, google: 5, Bing: 4, '': 3 });

async function renderNames(cells: readonly string[] = sources, choices: Partial<WorkflowState> = {}) {
  const columns: Columns = { Status: cells.map(() => 'Qualified'), Source: cells };
  const view = renderStep(
    columns,
    { step: 3, statusColumn: 0, attributeColumns: [1, null, null], position: 1, ...choices },
    (workflow) => (
      <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
    ),
  );
  await screen.findByRole('list', { name: 'Values of Source' });
  return { ...view, mapping: () => Object.fromEntries(view.state().mappings.get(1) ?? []) };
}

const field = (value: string) => screen.getByLabelText<HTMLInputElement>(value, { selector: 'input' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const marked = () => screen.queryByRole('option', { selected: true })?.textContent ?? null;
const summary = () => screen.getByRole('complementary', { name: 'Summary' }).textContent;

describe('an input per value', () => {
  test('is named by the value and shows it, with its leads beside it', async () => {
    await renderNames();
    const rows = within(screen.getByRole('list', { name: 'Values of Source' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Google Ads40 leads',
      'Google30 leads',
      'Facebook20 leads',
      'google5 leads',
      'Bing4 leads',
      '(Blank)3 leads',
    ]);
    expect(field('(Blank)').value).toBe('');
  });

  test('renames its value in place and shows both; emptied, the value keeps its own name', async () => {
    const { mapping } = await renderNames();
    const row = field('(Blank)').closest('li');
    expect(row?.textContent).toBe('(Blank)3 leads');
    await user.type(field('(Blank)'), ' Unknown {Enter}');
    expect(mapping()).toEqual({ '(Blank)': 'Unknown' });
    expect(field('(Blank)').value).toBe('Unknown');
    expect(row?.textContent).toBe('was (Blank)3 leads');
    await user.clear(field('(Blank)'));
    await user.tab();
    expect(mapping()).toEqual({});
    expect(field('(Blank)').value).toBe('');
  });

  test('passes on the typed name when it is left, without a key to confirm it', async () => {
    const { mapping } = await renderNames();
    await user.type(field('Bing'), 'Search');
    await user.click(screen.getByRole('heading', { name: 'Source' }));
    expect(mapping()).toEqual({ Bing: 'Search' });
  });

  test('passes on the typed name after a pause, while the focus stays', async () => {
    const { mapping } = await renderNames();
    await user.type(field('Bing'), 'Search');
    expect(mapping()).toEqual({});
    await waitFor(() => expect(mapping()).toEqual({ Bing: 'Search' }));
    expect(document.activeElement).toBe(field('Bing'));
  });

  test('loses nothing when its column is left at once', async () => {
    const { mapping } = await renderNames();
    fireEvent.change(field('Bing'), { target: { value: 'Search' } });
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(mapping()).toEqual({ Bing: 'Search' });
  });

  test('shows the names chosen before', async () => {
    await renderNames(sources, { mappings: new Map([[1, new Map([['google', 'Google']])]]) });
    expect(field('google').value).toBe('Google');
  });
});

describe('suggestions', () => {
  test('two keystrokes group google into Google', async () => {
    const { mapping } = await renderNames();
    await user.type(field('google'), 'G');
    expect(options()).toEqual(['Google', 'Google Ads']);
    await user.keyboard('{Enter}');
    expect(mapping()).toEqual({ google: 'Google' });
    expect(field('google').value).toBe('Google');
    expect(options()).toEqual([]);
    expect(document.activeElement).toBe(field('google'));
  });

  test('Tab takes the marked name too, and goes on', async () => {
    const { mapping } = await renderNames();
    await user.type(field('google'), 'g{Tab}');
    expect(mapping()).toEqual({ google: 'Google' });
    expect(document.activeElement).toBe(field('Bing'));
  });

  test('a whole word does not complete, although another name begins with it', async () => {
    const { mapping } = await renderNames(repeat({ 'Paid Search': 5, 'Paid Social': 4, Direct: 3 }));
    await user.type(field('Paid Social'), 'Paid');
    expect(options()).toEqual(['Paid Search']);
    expect(marked()).toBeNull();
    await user.keyboard('{Tab}');
    expect(mapping()).toEqual({ 'Paid Social': 'Paid' });
  });

  test('Escape keeps the typed text', async () => {
    const { mapping } = await renderNames();
    await user.type(field('Bing'), 'Goo');
    expect(marked()).toBe('Google Ads');
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('{Tab}');
    expect(mapping()).toEqual({ Bing: 'Goo' });
  });

  test('a click outside keeps the typed text', async () => {
    const { mapping } = await renderNames();
    await user.type(field('Bing'), 'Goo');
    await user.click(screen.getByRole('heading', { name: 'Source' }));
    expect(mapping()).toEqual({ Bing: 'Goo' });
  });

  test('the arrow keys open the list and walk through it and the field', async () => {
    const { mapping } = await renderNames(repeat({ Google: 3, Bing: 2, Yahoo: 1 }));
    field('Yahoo').focus();
    await user.keyboard('{ArrowDown}');
    expect(options()).toEqual(['Google', 'Bing']);
    expect(marked()).toBe('Google');
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBe('Bing');
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(marked()).toBe('Bing');
    await user.keyboard('{Enter}');
    expect(mapping()).toEqual({ Yahoo: 'Bing' });
  });

  test('a click takes a name', async () => {
    const { mapping } = await renderNames();
    await user.type(field('Bing'), 'face');
    await user.click(screen.getByRole('option', { name: 'Facebook' }));
    expect(mapping()).toEqual({ Bing: 'Facebook' });
    expect(document.activeElement).toBe(field('Bing'));
  });

  test('include names typed before', async () => {
    await renderNames();
    await user.type(field('Facebook'), 'Social{Enter}');
    await user.type(field('Bing'), 'so');
    expect(options()).toEqual(['Social']);
  });

  test('tell assistive technology that the list is open and which name is marked', async () => {
    await renderNames();
    const input = field('google');
    expect(input.getAttribute('role')).toBe('combobox');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    await user.type(input, 'G');
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    const option = screen.getByRole('option', { name: 'Google' });
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    expect(screen.getAllByRole('combobox', { expanded: true })).toEqual([input]);
  });
});

describe('the summary', () => {
  test('says how many groups result and which values become one', async () => {
    await renderNames();
    expect(summary()).toContain('6values, none grouped');
    await user.type(field('google'), 'Google{Enter}');
    await user.type(field('Google Ads'), 'Google{Enter}');
    expect(summary()).toContain('4groups from 6 values');
    expect(summary()).toContain('3 values become “Google”');
    await user.type(field('Bing'), 'Microsoft{Enter}');
    expect(summary()).toContain('1 value becomes “Microsoft”');
  });

  test('removes all names with one click', async () => {
    const { mapping } = await renderNames();
    await user.type(field('google'), 'Google{Enter}');
    await user.click(screen.getByRole('button', { name: 'Reset all names' }));
    expect(mapping()).toEqual({});
    expect(field('google').value).toBe('');
    expect(summary()).toContain('6values');
    expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Summary' }));
  });

  test('warns when one group is left', async () => {
    await renderNames(repeat({ a: 2, b: 1 }));
    await user.type(field('a'), 'b{Enter}');
    expect(summary()).toContain('One group is left');
  });
});

describe('values that differ only by capitals or spaces', () => {
  test('are grouped with one click', async () => {
    const { mapping } = await renderNames();
    expect(screen.getByText('“Google” and “google”')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Group as “Google”' }));
    expect(mapping()).toEqual({ google: 'Google' });
    expect(screen.queryByText(/differ only by/)).toBeNull();
  });

  test('all at once where there are several', async () => {
    const { mapping } = await renderNames(
      repeat({ 'New York': 5, 'new york': 2, NewYork: 1, Paris: 4, PARIS: 3, Rome: 1 }),
    );
    await user.click(screen.getByRole('button', { name: 'Group all 2' }));
    expect(mapping()).toEqual({ 'new york': 'New York', NewYork: 'New York', PARIS: 'Paris' });
  });
});

describe('long columns', () => {
  const many = Array.from({ length: 1000 }, (_, i) => `campaign ${i % 500}`);

  test('draw some of their rows only, and are searched by value and by name', async () => {
    const { mapping } = await renderNames(many);
    expect((await screen.findAllByRole('listitem')).length).toBeLessThan(60);
    await user.type(screen.getByRole('searchbox', { name: 'Search values' }), 'campaign 499');
    expect(await screen.findByText('1 of 500 values')).toBeInTheDocument();
    await user.type(field('campaign 499'), 'Summer{Enter}');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'summer');
    expect(await screen.findByText('1 of 500 values')).toBeInTheDocument();
    expect(field('campaign 499').value).toBe('Summer');
    expect(mapping()).toEqual({ 'campaign 499': 'Summer' });
  });

  test('all values found get one name at once', async () => {
    const { mapping } = await renderNames(many);
    await user.type(screen.getByRole('searchbox'), 'campaign 49');
    await user.type(await screen.findByLabelText('One name for all values found'), 'campaign 49');
    await user.click(screen.getByRole('button', { name: 'Name all 11' }));
    // 'campaign 49' itself keeps its name, 'campaign 490' to 'campaign 499' get it.
    expect(Object.keys(mapping())).toHaveLength(10);
    expect(mapping()['campaign 495']).toBe('campaign 49');
    expect(summary()).toContain('490groups from 500 values');
    expect(summary()).toContain('11 values become “campaign 49”');
  });

  test('of mostly unique values are warned about', async () => {
    await renderNames(Array.from({ length: 50 }, (_, i) => `user${i}@example.org`));
    expect(screen.getByText('Mostly unique: 50 different values')).toBeInTheDocument();
  });
});

test('a numeric column with ranges shows its ranges, in their order', async () => {
  const ranges = [
    { min: 0, max: 5, label: 'Low' },
    { min: 5.01, max: null, label: '' },
  ];
  const { mapping } = await renderNames(repeat({ 1: 2, 3: 1, 9: 6, '': 1 }), {
    ranges: new Map([[1, ranges]]),
  });
  expect(screen.getAllByRole('combobox').map((input) => input.getAttribute('aria-label'))).toEqual([
    'Low',
    '5.01 and above',
    '(Blank)',
  ]);
  await user.type(field('5.01 and above'), 'High{Enter}');
  expect(mapping()).toEqual({ '5.01 and above': 'High' });
});

test('names like __proto__ and constructor are names like any other', async () => {
  const { state } = await renderNames(['constructor', '__proto__', 'toString', 'toString']);
  await user.type(field('toString'), '__proto__{Enter}');
  expect(state().mappings.get(1)?.get('toString')).toBe('__proto__');
  expect(summary()).toContain('2groups from 3 values');
});
