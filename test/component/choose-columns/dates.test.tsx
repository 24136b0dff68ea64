import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import { YoungLeads } from '#frontend/features/name-values/lead-age.tsx';
import { ColumnsStep } from '#frontend/features/choose-columns/columns-step.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import { planOf } from '#frontend/choices/list.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { giveListsRoom, holdAnswers, renderStep, type Columns } from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const user = userEvent.setup({ pointerEventsCheck: 0 });
const DAY_MS = 24 * 60 * 60 * 1000;

/** A week of days, 40 leads each, of which 2 are open. */
const days = Array.from({ length: 280 }, (_, lead) => `0${1 + (lead % 7)}/03/2026`);
const leads: Columns = {
  Status: days.map((_, lead) => (lead % 20 === 0 ? 'Open' : lead % 4 === 0 ? 'Won' : 'Lost')),
  Source: days.map((_, lead) => (lead % 2 ? 'Ads' : 'Web')),
  Created: days,
  'Closed at': days.map((day, lead) => `2026-03-0${day[1]} ${9 + (lead % 3)}:30`),
};

function renderColumns(choices: Partial<WorkflowState> = {}, columns = leads) {
  return renderStep(
    columns,
    { step: 2, statusColumn: 0, attributeColumns: [1, 2, null], ...choices },
    (workflow) => <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={() => null} />,
  );
}

async function choose(name: string, option: RegExp) {
  await user.click(await screen.findByRole('combobox', { name }));
  await user.click(screen.getByRole('option', { name: option }));
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

describe('the column of dates in step 2', () => {
  test('is absent where the file has no dates', async () => {
    const { Status: status, Source: source } = leads;
    renderColumns({ attributeColumns: [1, null, null] }, { Status: status!, Source: source! }); // both are there
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('combobox', { name: 'Date column (optional)' })).toBeNull();
  });

  test('gives the days that count, in either order of day and month', async () => {
    const { state, at } = renderColumns({ dateFilter: { ...NO_DATES, dateColumn: 2 } });
    const part = await screen.findByRole('region', { name: 'Dates that count' });
    // All days are in March for one reader, the third of each month for another.
    expect(part.textContent).toContain('2026-01-03 to 2026-07-03, month first.');
    await user.click(within(part).getByRole('button', { name: 'Day first' }));
    expect(part.textContent).toContain('2026-03-01 to 2026-03-07, day first.');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-02' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-04' } });
    expect(planOf(state())?.leads).toEqual({
      leftOutStatuses: new Set(),
      dateColumn: 2,
      dateFormat: 'day-first',
      from: Date.UTC(2026, 2, 2),
      to: Date.UTC(2026, 2, 4),
      youngerThanDays: null,
    });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-04' } });
    expect(screen.queryByText('No day is between these two')).toBeNull();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-05' } });
    expect(screen.getByText('No day is between these two')).toBeInTheDocument();
    await press('Next: Map Values');
    expect(screen.getByRole('alert').textContent).toBe('The first day that counts is after the last one.');
    expect(at().step).toBe(2);
    await choose('Date column (optional)', /Closed at/);
    expect(state().dateFilter).toEqual({ ...NO_DATES, dateColumn: 3 });
    await choose('Date column (optional)', /None/);
    expect(planOf(state())?.leads).toBeUndefined();
  });
});

describe('dates as an attribute', () => {
  test('become parts of dates, in the format that the visitor says', async () => {
    const { state } = renderColumns({ dateFilter: NO_DATES });
    const part = await screen.findByRole('region', { name: 'Dates Detected' });
    const options = within(within(part).getByRole('group', { name: 'Group dates by' })).getAllByRole(
      'button',
    );
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'As written',
      'Month',
      'Quarter',
      'Weekday',
      'Month of the year',
    ]);
    await press('Quarter');
    expect(state().dates.get(2)).toEqual({ preset: 'quarter', format: 'month-first' });
    await press('Day first');
    expect(planOf(state())?.attributes[1]?.dates).toEqual({ preset: 'quarter', format: 'day-first' });
    await press('As written');
    expect(state().dates.size).toBe(0);
    // The chosen order of day and month stays.
    await press('Weekday');
    expect(state().dates.get(2)).toEqual({ preset: 'weekday', format: 'day-first' });
  });

  test('offer hours where there are times', async () => {
    const { state } = renderColumns({ attributeColumns: [3, null, null] });
    await press('Hour');
    expect(state().dates.get(3)).toEqual({ preset: 'hour', format: 'iso' });
  });

  test('are listed in their order in step 3', async () => {
    renderStep(
      leads,
      {
        step: 3,
        statusColumn: 0,
        attributeColumns: [2, null, null],
        position: 1,
        dates: new Map([[2, { preset: 'weekday', format: 'day-first' }]]),
      },
      (workflow) => (
        <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
      ),
    );
    const list = await screen.findByRole('list', { name: 'Values of Created' });
    expect(
      within(list)
        .getAllByRole('combobox')
        .map((field) => field.getAttribute('aria-label') ?? ''),
    ).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  });
});

describe('conversion by age in step 3', () => {
  /** 60 leads on each of 84 days; a fifth converts, of the last three weeks a tenth of that. */
  const ages = Array.from({ length: 84 * 60 }, (_, lead) => Math.floor(lead / 60));
  const columns: Columns = {
    Status: ages.map((age, lead) => (lead % (age < 21 ? 50 : 5) === 0 ? 'Won' : 'Lost')),
    Source: ages.map(() => 'Ads'),
    Created: ages.map((age) => new Date(Date.UTC(2026, 5, 30) - age * DAY_MS).toISOString().slice(0, 10)),
  };
  const renderStatus = (choices: Partial<WorkflowState> = {}, given = columns) =>
    renderStep(
      given,
      {
        step: 3,
        statusColumn: 0,
        attributeColumns: [1, null, null],
        qualified: new Map([[0, new Set(['Won'])]]),
        dateFilter: { ...NO_DATES, dateColumn: 2 },
        ...choices,
      },
      (workflow) => (
        <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />
      ),
    );
  const summary = () => screen.getByRole('complementary', { name: 'Summary' }).textContent;

  test('suggests an age, and leaves out younger leads', async () => {
    const { state } = renderStatus();
    const part = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(part.textContent).toContain(
      'Leads younger than 21 days convert at 2.1%, older ones at 20.0%: many may still be open. A change of campaign at that time can look the same.',
    );
    expect(within(part).getByRole('img').getAttribute('aria-label')).toMatch(
      /^Conversion rate by age, 12 bars, youngest first. Week 0: 2\.1% of 420 leads converted. /,
    );
    expect(summary()).toContain('of 5,040 leads');
    await press('Use 21 days');
    expect(state().dateFilter.youngerThanDays).toBe(21);
    expect(part.textContent).toContain(
      '1,260 leads younger than 21 days left out. Sales that come later than this file shows are in no figure.',
    );
    expect(summary()).toContain('756 of 3,780 leads count as converted: 20.0%1,260 leads left out.');
    expect(within(part).queryByRole('button', { name: 'Use 21 days' })).toBeNull();
    const field = screen.getByRole('spinbutton', { name: 'Leave out leads younger than (days)' });
    await user.clear(field);
    await user.type(field, '0');
    await user.tab();
    expect(state().dateFilter.youngerThanDays).toBeNull();
  });

  test('says where there is no sign, and where it cannot tell', async () => {
    const { unmount } = renderStatus(
      {},
      {
        ...columns,
        Status: ages.map((_, lead) => (lead % 5 === 0 ? 'Won' : 'Lost')),
      },
    );
    expect(await screen.findByText('No sign that young leads are still open.')).toBeInTheDocument();
    unmount();
    const few = ages.slice(-30 * 60);
    renderStatus(
      {},
      {
        Status: few.map((_, lead) => (lead % 65 === 0 ? 'Won' : 'Lost')),
        Source: few.map(() => 'Ads'),
        Created: columns['Created']!.slice(-few.length), // it is there
      },
    );
    expect(
      await screen.findByText('Not enough dates to tell whether young leads are still open.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('img')).toBeInTheDocument();
  });

  test('has its room while the leads are counted, so that the buttons below stay', async () => {
    const renderAges = (dateColumn: number | null) =>
      renderStep(columns, { dateFilter: { ...NO_DATES, dateColumn } }, ({ state, dispatch }) => (
        <YoungLeads {...{ state, dispatch }} ages={null} />
      ));
    const { unmount } = renderAges(2);
    const heading = await screen.findByRole('heading', { name: 'Conversion by age' });
    expect(heading.parentElement).toHaveAttribute('aria-busy', 'true');
    unmount();
    const { container } = renderAges(null);
    expect(container).toBeEmptyDOMElement();
  });

  test('is not judged and not drawn until a value is ticked, and stays while it is counted again', async () => {
    const { thread } = renderStatus({ qualified: new Map([[0, new Set<string>()]]) });
    const part = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(part.textContent).toMatch(/^Conversion by ageNo lead with a date counts as converted yet\./);
    expect(within(part).queryByRole('img')).toBeNull();
    const held = holdAnswers(thread, 'countAges');
    await user.click(screen.getByRole('checkbox', { name: 'Won' }));
    expect(screen.getByRole('region', { name: 'Conversion by age' })).toBe(part);
    await held[0]?.come();
    expect(await within(part).findByRole('img')).toBeInTheDocument();
    expect(part.textContent).toContain('Leads younger than 21 days convert at 2.1%');
  });

  test('names the newest date, and shows no ages that count back from a day to come', async () => {
    const withNewest = (newest: string) => ({
      ...columns,
      Created: columns['Created']!.map((day, lead) => (lead === 0 ? newest : day)), // it is there
    });
    const today = new Date(Date.now()).toISOString().slice(0, 10);
    const { unmount } = renderStatus({}, withNewest(today));
    const part = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(part.textContent).toContain(`Age counts back from the newest date of the file, ${today}.`);
    expect(part.textContent).not.toContain('lies in the future');
    unmount();

    renderStatus({}, withNewest('2062-06-30'));
    const wrong = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(wrong.textContent).toContain(
      'The newest date of the file, 2062-06-30, lies in the future. Ages count back from it, so every age is too high.',
    );
    expect(wrong.textContent).not.toMatch(/convert at|Only 1 lead/);
    expect(within(wrong).queryByRole('img')).toBeNull();
    expect(within(wrong).queryByRole('button', { name: /^Use/ })).toBeNull();
  });

  test('says how many leads came long after all others, and how much too high the ages may be', async () => {
    const withNewest = (...newest: string[]) => ({
      ...columns,
      Created: columns['Created']!.map((day, lead) => newest[lead] ?? day.replace('2026', '2020')), // it is there
    });
    const { unmount } = renderStatus({}, withNewest('2021-06-30'));
    const one = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(one.textContent).toContain(
      'Only 1 lead came in the 365 days up to the newest date of the file, 2021-06-30. If that date is wrong, every age is 365 days too high: correct it in the file, then open the file again.',
    );
    unmount();

    renderStatus({}, withNewest('2021-06-30', '2021-06-01'));
    const two = await screen.findByRole('region', { name: 'Conversion by age' });
    expect(two.textContent).toContain(
      'Only 2 leads came in the 365 days up to the newest date of the file, 2021-06-30. If those dates are wrong, every age is 365 days too high: correct them in the file, then open the file again.',
    );
  });

  test('is absent without a column of dates', async () => {
    renderStatus({ dateFilter: NO_DATES });
    await screen.findByRole('checkbox', { name: 'Won' });
    expect(screen.queryByRole('region', { name: 'Conversion by age' })).toBeNull();
  });
});
