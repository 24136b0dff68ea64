import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { repeat } from '#test/support/column-detail.ts';
import { planOf } from '#frontend/choices/list.ts';
import {
  giveListsRoom,
  renderStep,
  type Columns,
  type ChoicesAndStep,
} from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup();

const leads: Columns = {
  'Lead Status': repeat({ Open: 30, Qualified: 10, Won: 5, '': 5 }),
  Source: repeat({ Google: 30, Bing: 20 }),
  Country: repeat({ Germany: 50 }),
};

function renderValues(choices: ChoicesAndStep = {}, columns = leads) {
  return renderStep(
    columns,
    { step: 3, statusColumn: 0, attributeColumns: [1, 2, null], ...choices },
    (workflow) => (
      <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
    ),
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => user.click(button(name));
const summary = () => screen.getByRole('complementary', { name: 'Summary' }).textContent;
const checkbox = (name: string) => screen.getByRole('checkbox', { name });
const isChecked = (name: string) => checkbox(name).matches(':checked');

describe('column by column', () => {
  test('goes from the status through the attributes to Analyze, and back to the columns', async () => {
    const { at } = renderValues();
    expect(screen.getByText('Column 1 of 3')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Lead Status' })).toBeInTheDocument();
    await press('Next');
    expect(screen.getByText('Column 2 of 3')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Source' })).toBeInTheDocument();
    await press('Next');
    expect(screen.getByText('Column 3 of 3')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await press('Previous');
    await press('Previous');
    await press('Back to Columns');
    expect(at().step).toBe(2);
  });

  test('begins each column at the top, with the focus on the heading', async () => {
    renderValues();
    await press('Next');
    const heading = screen.getByRole('heading', { name: 'Map Values' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
  });

  test('skips renaming on every column but the last', async () => {
    const { at } = renderValues();
    await screen.findByRole('checkbox', { name: 'Qualified' });
    await press('Next');
    expect(button('Skip renaming and analyze')).toBeInTheDocument();
    await press('Next');
    expect(screen.queryByRole('button', { name: 'Skip renaming and analyze' })).toBeNull();
    await press('Previous');
    await press('Previous');
    await press('Skip renaming and analyze');
    expect(at()).toMatchObject({ step: 4, position: 0 });
  });

  test('skipping refuses without a converted status value, beside the button', async () => {
    const { at } = renderValues({}, { ...leads, 'Lead Status': repeat({ Open: 50 }) });
    await screen.findByRole('checkbox', { name: 'Open' });
    await press('Skip renaming and analyze');
    expect(screen.getByRole('alert').textContent).toBe(
      'Please select at least one status value as "Qualified"',
    );
    expect(screen.queryByRole('button', { name: 'Go to the status values' })).toBeNull();
    expect(at().step).toBe(3);
    await user.click(checkbox('Open'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('leaves the focus where the visitor has moved it meanwhile', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    renderValues();
    await press('Next');
    const field = await screen.findByRole('combobox', { name: 'Google' });
    field.focus();
    frames.forEach((frame) => frame(0));
    expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0);
    expect(document.activeElement).toBe(field);
  });

  test('analyzes when a status value that occurs counts as converted', async () => {
    const { at } = renderValues({ position: 2 });
    await screen.findByRole('combobox', { name: 'Germany' });
    await press('Analyze');
    expect(at().step).toBe(4);
  });
});

test('long values that differ in their middle alone look different in every step', async () => {
  const [spring, autumn] = ['spring', 'autumn'].map((season) => `example.org/campaign/${season}/newsletter`);
  const columns = {
    'Lead Status': repeat({ [spring!]: 3, [autumn!]: 2 }),
    Source: repeat({ [spring!]: 3, [autumn!]: 2 }),
  }; // two seasons
  renderValues({ attributeColumns: [1, null, null] }, columns);
  const endsOf = async (column: string) => {
    const rows = within(await screen.findByRole('list', { name: `Values of ${column}` })).getAllByRole(
      'listitem',
    );
    // Each name is one text, of which two parts are drawn.
    for (const [at, row] of rows.entries()) expect(row).toHaveTextContent([spring!, autumn!][at]!); // there are two
    return rows.map((row) => row.querySelector('[data-text]:last-child')?.getAttribute('data-text'));
  };
  expect(await endsOf('Lead Status')).toEqual(['gn/spring/…', 'gn/autumn/…']);
  await press('Next');
  expect(await endsOf('Source')).toEqual(['gn/spring/…', 'gn/autumn/…']);
});

describe('the checklist of status values', () => {
  test('has counts and badges, Qualified ticked, blanks last', async () => {
    renderValues();
    const list = await screen.findByRole('list', { name: 'Values of Lead Status' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Open30 leadsNot ConvertedLeave out',
      'Qualified10 leadsConvertedLeave out',
      'Won5 leadsNot ConvertedLeave out',
      '(Blank)5 leadsNot ConvertedLeave out',
    ]);
    expect(isChecked('Qualified')).toBe(true);
    expect(isChecked('Open')).toBe(false);
  });

  test('says live how many leads count as converted', async () => {
    const { state } = renderValues();
    await user.click(await screen.findByRole('checkbox', { name: 'Won' }));
    expect(summary()).toContain('15 of 50 leads count as converted: 30.0%');
    await user.click(checkbox('(Blank)'));
    expect(summary()).toContain('20 of 50 leads count as converted: 40.0%');
    await user.click(checkbox('Qualified'));
    expect(summary()).toContain('10 of 50 leads count as converted: 20.0%');
    expect(state().qualified.get(0)).toEqual(new Set(['Won', '(Blank)']));
  });

  test('ticks all and none, and warns about both', async () => {
    renderValues();
    await screen.findByRole('checkbox', { name: 'Won' });
    await press('Select all');
    expect(screen.getAllByText('Converted')).toHaveLength(4);
    expect(summary()).toContain('nothing to compare');
    await press('Select none');
    expect(screen.getAllByText('Not Converted')).toHaveLength(4);
    expect(summary()).toContain('0 of 50 leads count as converted: 0.0%');
    expect(summary()).toContain('No value is ticked yet.');
  });

  test('works by keyboard', async () => {
    renderValues();
    (await screen.findByRole('checkbox', { name: 'Open' })).focus();
    await user.keyboard(' ');
    expect(isChecked('Open')).toBe(true);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Leave out Open' }));
    await user.tab();
    expect(document.activeElement).toBe(checkbox('Qualified'));
    await user.keyboard(' ');
    expect(isChecked('Qualified')).toBe(false);
  });

  test('leaves values out, which are then neither converted nor counted', async () => {
    const { state } = renderValues();
    await screen.findByRole('checkbox', { name: 'Open' });
    const leaveOut = (name: string) =>
      screen.getByRole('button', { name: `Leave out ${name}`, pressed: false });
    leaveOut('Open').focus();
    await user.keyboard('{Enter}');
    expect(summary()).toContain('10 of 20 leads count as converted: 50.0%30 leads left out.');
    await user.click(leaveOut('Qualified'));
    expect(isChecked('Qualified')).toBe(false);
    expect(screen.getAllByText('Left Out')).toHaveLength(2);
    expect(summary()).toContain('0 of 10 leads count as converted: 0.0%40 leads left out.');
    expect(planOf(state())?.leads?.leftOutStatuses).toEqual(new Set(['Open', 'Qualified']));
    expect(planOf(state())?.qualified).toEqual(new Set());
    // Ticking counts the value again.
    await user.click(checkbox('Qualified'));
    expect(planOf(state())?.leads?.leftOutStatuses).toEqual(new Set(['Open']));
    expect(isChecked('Qualified')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Leave out Open', pressed: true }));
    expect(planOf(state())?.leads).toBeUndefined();
    expect(summary()).toContain('10 of 50 leads count as converted: 20.0%');
    expect(summary()).not.toContain('left out');
  });

  test('says beside open ones that are left out when that is right, where the file has the date of each lead', async () => {
    const caution = 'Right only if every source closes its lost leads.';
    const days = Array.from({ length: 50 }, (_, lead) => `2026-03-${10 + (lead % 20)}`);
    renderValues({}, { ...leads, Created: days });
    await user.click(await screen.findByRole('button', { name: 'Leave out Won' }));
    expect(summary()).toContain('5 leads left out.');
    expect(summary()).not.toContain(caution);
    await press('Leave out Open');
    await waitFor(() => expect(summary()).toContain(caution));
    await press('Leave out Open');
    await waitFor(() => expect(summary()).not.toContain(caution));
  });

  test('leaves out all values that a search finds', async () => {
    const stages = repeat(Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`Stage ${i + 1}`, 1])));
    const { state } = renderValues({}, { ...leads, 'Lead Status': stages });
    expect(await screen.findByRole('searchbox')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Leave out all found' })).toBeNull();
    await user.type(screen.getByRole('searchbox'), '1');
    await user.click(await screen.findByRole('button', { name: 'Leave out all found' }));
    expect(state().leftOutStatuses.get(0)).toEqual(
      new Set(['Stage 1', 'Stage 10', 'Stage 11', 'Stage 12', 'Stage 13']),
    );
  });

  test('is not searched up to 12 values; beyond that all and none mean those found', async () => {
    const few = repeat(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Stage ${i + 1}`, 1])));
    const view = renderValues({}, { ...leads, 'Lead Status': few });
    await screen.findByRole('checkbox', { name: 'Stage 1' });
    expect(screen.queryByRole('searchbox')).toBeNull();
    view.unmount();

    const { state } = renderValues({}, { ...leads, 'Lead Status': [...few, 'Won', 'Won back'] });
    await user.type(await screen.findByRole('searchbox', { name: 'Search values' }), 'won');
    expect(await screen.findByText('2 of 14 values')).toBeInTheDocument();
    expect(within(screen.getByRole('list')).getAllByRole('checkbox')).toHaveLength(2);
    await press('Select all found');
    expect(state().qualified.get(0)).toEqual(new Set(['Qualified', 'Won', 'Won back']));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'zzz');
    expect(await screen.findByText('No value contains “zzz”.')).toBeInTheDocument();
  });

  test('names like __proto__ and constructor are values like any other', async () => {
    const odd = repeat({ constructor: 3, toString: 2 });
    const { state } = renderValues({}, { ...leads, 'Lead Status': [...odd, '__proto__', '__proto__'] });
    await user.click(await screen.findByRole('checkbox', { name: '__proto__' }));
    await user.click(checkbox('constructor'));
    expect(state().qualified.get(0)).toEqual(new Set(['Qualified', '__proto__', 'constructor']));
    expect(summary()).toContain('5 of 7 leads count as converted');
  });
});

describe('Analyze with no status value that counts as converted', () => {
  const ALERT = 'Please select at least one status value as "Qualified"';
  const nothing = { position: 2, qualified: new Map([[0, new Set(['Elsewhere'])]]) };

  test('says so beside the button, and leads to the status values', async () => {
    const { at } = renderValues(nothing);
    await screen.findByRole('combobox', { name: 'Germany' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(button('Analyze')).toHaveProperty('disabled', false);
    await press('Analyze');
    expect(screen.getByRole('alert').textContent).toBe(ALERT);
    expect(at().step).toBe(3);
    await press('Go to the status values');
    expect(screen.getByText('Column 1 of 3')).toBeInTheDocument();
    expect(screen.queryByText(ALERT)).toBeNull();

    await user.click(checkbox('Won'));
    await press('Next');
    await press('Next');
    expect(screen.queryByText(ALERT)).toBeNull();
    await press('Analyze');
    expect(at().step).toBe(4);
  });

  test('includes the default Qualified where that value does not occur', async () => {
    const { at } = renderValues({ position: 2 }, { ...leads, 'Lead Status': repeat({ Won: 50 }) });
    await screen.findByRole('combobox', { name: 'Germany' });
    await press('Analyze');
    expect(screen.getByRole('alert').textContent).toBe(ALERT);
    expect(at().step).toBe(3);
  });
});
