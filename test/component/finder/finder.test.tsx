import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { QuickStart } from '#frontend/features/finder/quick-start.tsx';
import { SearchLine } from '#frontend/features/finder/search-line.tsx';
import { ColumnsStep, type IntakeProps } from '#frontend/features/choose-columns/columns-step.tsx';
import { COLUMN_CHECKS } from '#frontend/features/preflight/column-check.tsx';
import { WorkBar } from '#frontend/features/wizard/work-bar.tsx';
import { ValuesStep } from '#frontend/features/name-values/values-step.tsx';
import { AmountsOfColumn } from '#frontend/features/choose-columns/value-column-field.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { findFileColumns, type FinderQuestion } from '#frontend/threads/leads/find-file-columns.ts';
import type { FindSettings } from '#frontend/choices/kept-settings.ts';
import type { AmountsQuestion } from '#frontend/threads/leads/propose-amounts.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { planOf } from '#frontend/choices/list.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { YEAR } from '#test/support/column-detail.ts';
import { choose, user } from '#test/support/wizard-room.tsx';
import {
  giveListsRoom,
  holdAnswers,
  renderStep,
  type ChoicesAndStep,
  type Columns,
  type FakeThread,
} from '#test/support/workflow-room.tsx';

installBrowserApis();
giveListsRoom();

const LEADS = 1200;
const random = createRandom(7);
const chance = Array.from({ length: LEADS }, () => random());
const every = (cell: (lead: number) => string) => Array.from({ length: LEADS }, (_, lead) => cell(lead));
/** Of leads of the source Ads a quarter are customers, of Fair three quarters. Employees tell of them too, the owner does not. */
const isCustomer = (lead: number) => chance[lead]! < (lead % 2 === 0 ? 1 / 4 : 3 / 4); // a chance per lead
const leads: Columns = {
  'Lead Status': every((lead) => (isCustomer(lead) ? 'Customer' : 'New')),
  Owner: every(() => ['Ann', 'Bob', 'Cleo'][Math.floor(3 * random())] ?? ''),
  Source: every((lead) => (lead % 2 === 0 ? 'Ads' : 'Fair')),
  Employees: every((lead) => String(Math.floor(20 * random() + (isCustomer(lead) ? 4 : 0)))),
  Invoice: every((lead) => (isCustomer(lead) ? 'sent' : '')),
  'Last Activity': every((lead) => (isCustomer(lead) && random() < 0.1 ? 'Call' : 'Mail')),
  Country: every(() => 'Germany'),
};
const [OWNER, SOURCE_COLUMN, EMPLOYEES, INVOICE] = [1, 2, 3, 4];

function renderColumns(
  choices: ChoicesAndStep = {},
  columns = leads,
  isAutomatic = false,
  findSaved?: FindSettings,
) {
  const Intake = (intake: IntakeProps) => (
    <>
      <QuickStart {...intake} isAutomatic={isAutomatic} />
      <SearchLine {...intake} />
    </>
  );
  const view = renderStep(
    columns,
    { step: 2, statusColumn: 0, isStatusGuessed: true, ...choices },
    (workflow) => {
      const { step } = workflow.at;
      if (step === 4) return <WorkBar workflow={workflow} onReplace={() => {}} />;
      if (step === 3)
        return <ValuesStep Check={COLUMN_CHECKS.Attribute} Amounts={AmountsOfColumn} workflow={workflow} />;
      return <ColumnsStep checks={COLUMN_CHECKS} workflow={workflow} Intake={Intake} />;
    },
    findSaved,
  );
  return { ...view, asked: answerSearch(view.thread, columns) };
}

/** Lets the thread search these columns. Gives the questions. */
function answerSearch({ answers }: FakeThread, columns: Columns): FinderQuestion[] {
  const asked: FinderQuestion[] = [];
  const headers = Object.keys(columns);
  const cells = Object.values(columns);
  const rows = (cells[0] ?? []).map((_, lead) => cells.map((column) => column[lead] ?? ''));
  const loaded = createLoadedFile(new TextTable(headers, rows), YEAR);
  answers.findColumns = (question) => {
    asked.push(question);
    // The parts of an asking that the finder uses.
    const asking = { loaded: () => loaded, report: async () => {}, pause: async () => {} };
    return findFileColumns(question, asking as unknown as Parameters<typeof findFileColumns>[1]);
  };
  return asked;
}

const findLastMonth = async () => ({ name: 'Last month', hasFigures: true, load: async () => null });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const found = () => screen.findByText(/suggested in the lists, tried on leads that were held back/);
const offer = () => screen.getByRole('region', { name: 'Quick start' });
const ready = () => waitFor(() => expect(button('Show results')).toBeEnabled());
describe('the columns that tell most', () => {
  test('are counted in sight during the search, and a screen reader hears only that it goes on', () => {
    const search = {
      findings: null,
      progress: { read: 2, columns: 8 },
      begin: null,
      retry: null,
      undecided: null,
    };
    renderStep(leads, { step: 2, statusColumn: 0 }, (workflow) => (
      <SearchLine
        {...{ workflow, search }}
        statuses={{ values: ['Customer'], areAll: false, isChosen: true, plausible: [] }}
      />
    ));
    expect(screen.getByRole('status')).toHaveTextContent(/^Looking…$/);
    expect(screen.getByRole('status').parentElement).toHaveTextContent('Looking… 2 of 8 columns');
  });

  test('sort the lists of attributes and say what a column tells', async () => {
    renderColumns();
    await found();
    await user.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(options.slice(0, 2).toSorted()).toEqual([
      expect.stringMatching(/^EmployeesSuggested, separates \d+% to \d+%\. /),
      expect.stringMatching(/^SourceSuggested, separates 2\d% to 7\d%\. Sample: Ads · Fair$/),
    ]);
    expect(options.at(-1)).toBe('CountryConstant. Sample: Germany');
    expect(options).toContainEqual(expect.stringMatching(/^OwnerTells little\. /));
    expect(options).toContainEqual(expect.stringMatching(/^InvoiceKnows the outcome\. /));
    expect(options).toContainEqual(expect.stringMatching(/^Last ActivityMay be known only later\. /));
  });

  test('are looked for among the leads that count, again when the converted values change', async () => {
    const { asked } = renderColumns({ leftOutStatuses: new Map([[0, new Set(['New'])]]) });
    await screen.findByText(/^No column of this file tells converted leads from others beyond chance\.$/);
    expect(asked[0]?.leads?.leftOutStatuses).toEqual(new Set(['New']));
    expect(asked[0]?.qualified).toEqual(new Set(['Customer']));
    expect(asked).toHaveLength(1);
  });

  test('a search that fails is tried again on demand', async () => {
    const view = renderColumns();
    const held = holdAnswers(view.thread, 'findColumns');
    await waitFor(() => expect(held.length).toBe(1));
    await held[0]?.fail();
    expect(await screen.findByRole('alert')).toHaveTextContent('The columns could not be compared.');
    await user.click(button('Try Again'));
    await waitFor(() => expect(held.length).toBe(2));
    await held[1]?.come();
    await found();
  });

  test('are looked for in a saved analysis on request only', async () => {
    const saved = { id: 'a', content: '', isGone: false };
    const { asked } = renderColumns({
      attributeColumns: [OWNER, null, null],
      qualified: new Map([[0, new Set(['Customer'])]]),
      save: { saved, attempt: null },
    });
    const find = await screen.findByRole('button', { name: 'Find the columns that tell most' });
    expect(asked).toHaveLength(0);
    await user.click(find);
    await found();
    expect(asked).toHaveLength(1);
  });

  test('without a plausible converted value nothing is proposed', async () => {
    renderColumns({}, { ...leads, 'Lead Status': every((lead) => (isCustomer(lead) ? 'A' : 'B')) });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Quick start' })).toBeNull();
  });
});

describe('the quick start', () => {
  test('says what it takes, and leads to the results with it', async () => {
    const { state, at } = renderColumns();
    await ready();
    expect(screen.getByRole('region', { name: 'Quick start' })).toHaveTextContent(
      /Converted: Customer \(\d\d\.\d% of leads\)\. Compared by (?:Source, Employees|Employees, Source)\. ?Show results/,
    );
    expect(planOf(state())).toBeNull();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(planOf(state())?.qualified).toEqual(new Set(['Customer']));
    expect(screen.getAllByText('Choices are guessed')).toHaveLength(2);
  });

  test('its guesses end where their steps are left', async () => {
    const { state, at } = renderColumns();
    await ready();
    await user.click(button('Show results'));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(at().step).toBe(2);
    await user.click(await screen.findByRole('button', { name: 'Next: Map Values' }));
    expect(state().isStatusGuessed).toBe(false);
    expect(state().guessed).toEqual(new Set(['converted']));
    expect(state().isStatusGuessed).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(state().guessed.size).toBe(0);
  });

  test('a choice by hand is no guess any more', async () => {
    const { state, at } = renderColumns();
    await ready();
    await user.click(button('Show results'));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(at().step).toBe(2);
    await screen.findByRole('heading', { level: 1 });
    await choose('Attribute 1', /^Owner/);
    expect(state().guessed).toEqual(new Set(['converted']));
    expect(state().attributeColumns[0]).toBe(OWNER);
  });

  test('goes at a press, and is not offered once columns are chosen', async () => {
    renderColumns();
    await ready();
    await user.click(button('Choose myself'));
    expect(screen.queryByRole('region', { name: 'Quick start' })).toBeNull();
    await found();
  });

  test('is not offered for work that has columns', async () => {
    renderColumns({ attributeColumns: [OWNER, null, null] });
    await found();
    expect(screen.queryByRole('region', { name: 'Quick start' })).toBeNull();
  });

  test('of the sample needs no press, also where its settings of an earlier time fit', async () => {
    const { state, at } = renderColumns({}, leads, true, findLastMonth);
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().guessed.size).toBe(2);
  });

  test('has nothing to propose for noise', async () => {
    const { at } = renderColumns(
      {},
      { 'Lead Status': leads['Lead Status'] ?? [], Owner: leads['Owner'] ?? [] },
      true,
    );
    await screen.findByText('No columns to propose. Choose what you want to compare.');
    expect(screen.queryByRole('button', { name: 'Show results' })).toBeNull();
    expect(at().step).toBe(2);
  });
});

describe('a confirmed guess of the status', () => {
  test('ticks the proposed converted value', async () => {
    const { state } = renderColumns();
    await found();
    expect(state().qualified.size).toBe(0);
    await user.click(button('Confirm'));
    expect(state().qualified.get(0)).toEqual(new Set(['Customer']));
    expect(state()).toMatchObject({ isStatusGuessed: false, guessed: new Set() });
  });

  test('leaves values that the visitor has chosen', async () => {
    const { state } = renderColumns({ qualified: new Map([[0, new Set(['New'])]]) });
    await found();
    await user.click(button('Confirm'));
    expect(state().qualified.get(0)).toEqual(new Set(['New']));
  });
});

test('several plausible ends count together; a question with counts changes them', async () => {
  const two = every((lead) => (isCustomer(lead) ? (lead % 4 < 2 ? 'Qualified' : 'Customer') : 'New'));
  const { state, asked } = renderColumns({}, { ...leads, 'Lead Status': two });
  await ready();
  await user.click(within(offer()).getByRole('button', { name: /Customer/ }));
  const question = screen.getByRole('group', { name: 'Which statuses count as converted?' });
  expect(asked.at(-1)?.qualified).toEqual(new Set(['Qualified', 'Customer']));
  expect(offer()).toHaveTextContent(/Converted: (?:Customer, Qualified|Qualified, Customer) \(/);
  expect(state().qualified.size).toBe(0);
  await user.click(within(question).getByRole('checkbox', { name: /^Qualified/ }));
  expect(state().qualified.get(0)).toEqual(new Set(['Customer']));
  // The last search gives the last answer; those before were cancelled.
  await waitFor(() => expect(asked.at(-1)?.qualified).toEqual(new Set(['Customer'])));
  await found();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('leads that are not decided yet', () => {
  const dayAt = (age: number) =>
    new Date(Date.UTC(2025, 5, 30) - age * 86_400_000).toISOString().slice(0, 10);
  const ageOf = (lead: number) => (lead % 4 === 0 ? 5 : 100);
  /** A quarter of the leads is 5 days old; sales take 2 days then, else 20. */
  const dated: Columns = {
    ...leads,
    Created: every((lead) => dayAt(ageOf(lead))),
    'Close Date': every((lead) =>
      isCustomer(lead) ? dayAt(ageOf(lead) - (ageOf(lead) === 5 ? 2 : 20)) : '',
    ),
  };
  const CREATED = Object.keys(leads).length;
  const young = dated.Created!.filter((day) => day === dayAt(5)).length;

  test('are left out by age with the click, and the search looks at the others', async () => {
    const { state, at, asked } = renderColumns({}, dated);
    await ready();
    expect(offer()).toHaveTextContent(`Without ${young} leads younger than 20 days.`);
    expect(asked.map((question) => question.leads)).toEqual([
      expect.objectContaining({ dateColumn: CREATED, youngerThanDays: 20 }),
    ]);
    // A file with dates opens with its first column of dates, which is no choice.
    expect(state().dateFilter).toEqual({ ...NO_DATES, dateColumn: CREATED });
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().dateFilter).toMatchObject({ dateColumn: CREATED, youngerThanDays: 20 });
    expect(state().leftOutStatuses.size).toBe(0);
  });

  test('the rate is that of the leads that stay, also where a compared value takes longer than the search knew', async () => {
    const agesOf = (lead: number) => [5, 40, 100, 100][Math.floor(lead / 2) % 4] ?? 0;
    const saleAfter = (lead: number) => (lead % 10 === 0 ? Math.min(60, agesOf(lead) - 5) : 1);
    const { asked } = renderColumns(
      {},
      {
        ...leads,
        Created: every((lead) => dayAt(agesOf(lead))),
        'Close Date': every((lead) => (isCustomer(lead) ? dayAt(agesOf(lead) - saleAfter(lead)) : '')),
      },
    );
    await ready();
    const days = Number(/younger than (\d+) days/.exec(offer().textContent)?.[1]);
    expect(days).toBeGreaterThan(asked[0]?.leads?.youngerThanDays ?? 0);
    const stay = chance.flatMap((_, lead) => (agesOf(lead) >= days ? [isCustomer(lead)] : []));
    const rate = (100 * stay.filter(Boolean).length) / stay.length;
    expect(offer()).toHaveTextContent(`Converted: Customer (${rate.toFixed(1)}% of leads).`);
  });

  test('count where open ones count by their chance, and nothing is proposed in place of that', async () => {
    const { state, at } = renderColumns({ stages: { openByChance: true } }, dated);
    await ready();
    expect(offer()).toHaveTextContent('With leads of every age.');
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({
      stages: { openByChance: true },
      dateFilter: { dateColumn: CREATED, youngerThanDays: null },
    });
  });

  test('count where the visitor says so in the bar, and the search runs again', async () => {
    const { state, at, asked } = renderColumns({}, dated);
    await ready();
    await user.click(button(`Without ${young} leads younger than 20 days`));
    const field = screen.getByLabelText('Leave out leads younger than (days)');
    await user.clear(field);
    await user.type(field, '0{Enter}');
    await waitFor(() => expect(offer()).toHaveTextContent('With leads of every age.'));
    await waitFor(() => expect(asked.at(-1)?.leads).toMatchObject({ youngerThanDays: null }));
    await ready();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().dateFilter).toMatchObject({ dateColumn: CREATED, youngerThanDays: null });
  });

  test('are taken only by the answer for the present converted values, and each is asked once', async () => {
    const three = every((lead) => (isCustomer(lead) ? 'Customer' : lead % 3 === 0 ? 'Old' : 'Lost'));
    const { thread, asked } = renderColumns({}, { ...dated, 'Lead Status': three });
    await ready();
    const held = holdAnswers(thread, 'findUndecided');
    const searches = asked.length;
    await user.click(within(offer()).getByRole('button', { name: 'Customer' }));
    await user.click(screen.getByRole('checkbox', { name: /^Old/ }));
    await waitFor(() => expect(held).toHaveLength(1));
    expect(asked).toHaveLength(searches);
    await held[0]?.come();
    // Now for the columns that are found with it.
    await waitFor(() => expect(held).toHaveLength(2));
    // Most of the converted leads have no day of the sale now.
    expect(offer()).toHaveTextContent('Not decided yet: all leads count.');
    expect(button('Show results')).toBeDisabled();
    await held[1]?.come();
    await ready();
    expect(asked).toHaveLength(searches + 1);
    expect(held).toHaveLength(2);
  });

  /** No dates: a fifth of the leads is open. */
  const statuses = (lost: string) =>
    every((lead) =>
      lead % 10 === 0 ? 'New' : lead % 10 === 1 ? 'Contacted' : isCustomer(lead) ? 'Customer' : lost,
    );

  test('by status can be counted and left out again in the bar', async () => {
    const { state, at } = renderColumns({}, { ...leads, 'Lead Status': statuses('Lost') });
    await ready();
    await user.click(button('Without 240 leads not decided yet: New, Contacted'));
    const open = () =>
      within(
        screen.getByRole('group', { name: /^Which statuses are not decided yet/ }),
      ).getAllByRole<HTMLInputElement>('checkbox');
    const shown = () => open().map((one) => [one.ariaLabel, one.checked]);
    expect(shown()).toEqual([
      ['New', true],
      ['Contacted', true],
    ]);
    const pick = (name: string) => user.click(screen.getByRole('checkbox', { name }));
    for (const name of ['Contacted', 'New']) await pick(name);
    expect(shown()).toEqual([
      ['New', false],
      ['Contacted', false],
    ]);
    await waitFor(() => expect(offer()).toHaveTextContent('With leads that are not decided yet.'));
    await pick('Contacted');
    expect(state().leftOutStatuses.get(0)).toEqual(new Set(['Contacted']));
    await ready();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(planOf(state())?.leads?.leftOutStatuses).toEqual(new Set(['Contacted']));
  });

  test('are left out by status with the click, and the converted values stay a guess', async () => {
    const { state, at } = renderColumns({}, { ...leads, 'Lead Status': statuses('Lost') });
    await ready();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().leftOutStatuses.get(0)).toEqual(new Set(['New', 'Contacted']));
    expect(state().guessed).toEqual(new Set(['converted', 'columns']));
  });

  test('where the file does not tell, the visitor chooses by status or by age', async () => {
    const { state } = renderColumns(
      {},
      { ...leads, 'Lead Status': statuses('Old'), Created: every(() => dayAt(3)) },
    );
    await ready();
    expect(offer()).toHaveTextContent('Not decided yet: all leads count.');
    await user.click(button('Not decided yet'));
    expect(screen.getByLabelText('Leave out leads younger than (days)')).toHaveValue(0);
    await user.click(screen.getByRole('checkbox', { name: 'New' }));
    expect(state().leftOutStatuses.get(0)).toEqual(new Set(['New']));
    await waitFor(() => expect(offer()).toHaveTextContent('Without New.'));
    const caution = 'Right only if every source closes its lost leads.';
    expect(await screen.findByText(caution)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'New' }));
    await waitFor(() => expect(screen.queryByText(caution)).toBeNull());
  });

  test('of a file that is no longer open are not taken', async () => {
    const told: string[] = [];
    let openedAt = 1;
    let again = () => {};
    const AskedStart = (intake: IntakeProps) => <QuickStart {...intake} isAutomatic={false} />;
    const { thread } = renderStep(dated, { step: 2, statusColumn: 0 }, (workflow) => {
      again = () => workflow.dispatch({ type: 'reuseDismissed' });
      const later = {
        ...workflow,
        state: { ...workflow.state, openedAt },
        goTo: () => told.push('goTo'),
        dispatch: ({ type }: { type: string }) => told.push(type),
      } as Workflow;
      return <ColumnsStep checks={COLUMN_CHECKS} workflow={later} Intake={AskedStart} />;
    });
    answerSearch(thread, dated);
    await ready();
    for (const file of [1, 2]) {
      const held = holdAnswers(thread, 'describeColumn');
      await user.click(button('Show results'));
      openedAt = file;
      act(again);
      expect(held.length).toBeGreaterThan(0);
      for (const answer of held) await answer.come();
      expect(told, `opened at ${file}`).toEqual(['suggestionsAccepted', 'goTo']);
    }
  });
});

describe('the proposal', () => {
  /** Deals of about 1,000; with `more`, those of the source Ads are larger. */
  const dealsOf = (more: number) =>
    every((lead) =>
      isCustomer(lead) ? `€${900 + ((lead * 7) % 20) * 10 + (lead % 2 === 0 ? more : 0)}` : '',
    );
  const withDeals = (more: number): Columns => ({ ...leads, 'Deal - Value': dealsOf(more) });
  const mean = (more: number) => {
    const amounts = dealsOf(more).flatMap((cell) => (cell === '' ? [] : [Number(cell.slice(1))]));
    return Math.round(amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length);
  };
  const DEALS = Object.keys(leads).length;
  const written = (amount: number) => amount.toLocaleString('en-US');
  const part = (name: string) => within(offer()).getByRole('button', { name, expanded: false });

  test('has the amounts, by value where deals differ, and takes nothing without the click', async () => {
    const { state, at } = renderColumns({}, withDeals(800));
    await ready();
    expect(offer()).toHaveTextContent(
      `Value: Deal - Value (EUR, average ${written(mean(800))} per won deal).`,
    );
    expect(button('By value')).toHaveAttribute('aria-pressed', 'true');
    expect(offer()).toHaveTextContent('Deals differ between the values that are compared.');
    expect(state()).toMatchObject({ valueColumn: null, basis: 'conversions' });
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({ valueColumn: DEALS, basis: 'value' });
    expect(state().settings.conversionValue).toBe(100);
    expect(state().currencies.size).toBe(0);
    expect(state().guessed).toEqual(new Set(['converted', 'columns', 'amounts']));
  });

  test('is by conversions at the mean deal where deals are about as large everywhere', async () => {
    const { state, at } = renderColumns({}, withDeals(0));
    await ready();
    const count = dealsOf(0).filter((cell) => cell !== '').length;
    expect(offer()).toHaveTextContent(
      `At €${written(mean(0))}, your average deal. Deals are about as large everywhere, as far as ${count} can tell.`,
    );
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({ valueColumn: DEALS, basis: 'conversions' });
    expect(state().settings.conversionValue).toBe(mean(0));
  });

  test('says that there is none only where no column is found, not while its amounts are looked for', async () => {
    const { thread } = renderColumns({}, withDeals(0));
    const held = holdAnswers(thread, 'proposeAmounts');
    await waitFor(() => expect(held.length).toBeGreaterThan(0));
    expect(offer()).toHaveTextContent('Looking for the columns that tell most…');
    for (const answer of held) await answer.come();
    await ready();
  });

  test('keeps a basis that is chosen by hand', async () => {
    const { state, at } = renderColumns({}, withDeals(0));
    await ready();
    await user.click(button('By value'));
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({ valueColumn: DEALS, basis: 'value' });
    expect(state().settings.conversionValue).toBe(100);
  });

  test('takes no amounts where the visitor declines them, or has chosen some', async () => {
    const { state, at } = renderColumns({}, withDeals(0));
    await ready();
    await user.click(part('Deal - Value'));
    const question = screen.getByRole('group', { name: 'Which column has the amounts of deals?' });
    await user.click(within(question).getByRole('button', { name: 'None' }));
    expect(offer()).toHaveTextContent(/Value: none\./);
    expect(screen.queryByRole('button', { name: 'By value' })).toBeNull();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({
      valueColumn: null,
      basis: 'conversions',
      guessed: new Set(['converted', 'columns']),
    });
    expect(state().settings.conversionValue).toBe(100);
  });

  test('leaves a value column and a basis that the visitor has chosen', async () => {
    const { state, at } = renderColumns({ valueColumn: EMPLOYEES, basis: 'conversions' }, withDeals(800));
    await ready();
    expect(offer()).not.toHaveTextContent('Value:');
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state()).toMatchObject({ valueColumn: EMPLOYEES, basis: 'conversions' });
  });

  test('takes the currency that a shared sign was guessed to be', async () => {
    const dollars = dealsOf(0).map((cell) => cell.replace('€', '$'));
    const { state, at } = renderColumns({}, { ...leads, Amount: dollars });
    await ready();
    expect(offer()).toHaveTextContent('Value: Amount (USD, average ');
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().currencies).toEqual(new Map([[DEALS, 'USD']]));
  });

  const namesIn = (group: HTMLElement) =>
    within(group)
      .getAllByRole('checkbox')
      .map(({ parentElement }) => parentElement?.textContent ?? '');

  test('offers the converted values first that the visitor has chosen, however few leads they have', async () => {
    const many = every((lead) =>
      isCustomer(lead) ? 'Customer' : lead % 90 === 0 ? '' : `Step ${lead % 13}`,
    );
    renderColumns(
      { qualified: new Map([[0, new Set(['Customer', '(Blank)'])]]) },
      { ...leads, 'Lead Status': many },
    );
    await ready();
    await user.click(part('Customer, (Blank)'));
    const statuses = screen.getByRole('group', { name: 'Which statuses count as converted?' });
    expect(namesIn(statuses)).toHaveLength(12);
    expect(namesIn(statuses)[1]).toMatch(/^\(Blank\)\d/);
  });

  test('cuts long names, so that the sentence stays one', async () => {
    const long = 'Closed won, the contract is signed by both parties';
    const status = every((lead) => (isCustomer(lead) ? long : 'Lost'));
    renderColumns({}, { ...leads, 'Lead Status': status });
    await ready();
    expect(offer()).toHaveTextContent(/Converted: Closed won, the contract i… both parties \(/);
  });

  test('changes its converted values and columns in place', async () => {
    const three = every((lead) => (isCustomer(lead) ? 'Customer' : lead % 3 === 0 ? 'Old' : 'New'));
    const { state, at, asked } = renderColumns({}, { ...leads, 'Lead Status': three });
    await ready();
    await user.click(part('Customer'));
    const statuses = screen.getByRole('group', { name: 'Which statuses count as converted?' });
    const order = namesIn(statuses);
    expect(order.map((name) => name.replace(/\d.*/, ''))).toEqual(['Customer', 'New', 'Old']);
    await user.click(within(statuses).getByRole('checkbox', { name: /^Old/ }));
    await waitFor(() => expect(asked.at(-1)?.qualified).toEqual(new Set(['Customer', 'Old'])));
    expect(statuses).toBeInTheDocument();
    // The proposed one is first, then those with the most leads, whatever is pressed.
    expect(namesIn(statuses)).toEqual(order);
    await user.click(within(statuses).getByRole('checkbox', { name: /^Old/ }));
    await ready();
    await user.click(
      within(offer()).getByRole('button', { name: /^(?:Source, Employees|Employees, Source)$/ }),
    );
    const columns = screen.getByRole('group', { name: 'Which columns are compared? At most 3.' });
    await user.click(within(columns).getByRole('checkbox', { name: 'Employees' }));
    expect(offer()).toHaveTextContent(/Compared by Source\./);
    expect(state().attributeColumns).toEqual([null, null, null]);
    await ready();
    await user.click(button('Show results'));
    await waitFor(() => expect(at().step).toBe(4));
    expect(state().attributeColumns).toEqual([SOURCE_COLUMN, null, null]);
  });

  test('cannot be taken with the columns of an earlier search while the next one has failed', async () => {
    const { thread } = renderColumns();
    await ready();
    const { findColumns } = thread.answers;
    thread.answers.findColumns = () => Promise.reject(new Error('The search has failed'));
    await user.click(part('Customer'));
    await user.click(screen.getByRole('checkbox', { name: /^New \d/ }));
    await screen.findByRole('button', { name: 'Try Again' });
    // Time for answers for the earlier columns, which must not be asked for.
    await act(() => new Promise((resolve) => void setTimeout(resolve, 200)));
    expect(button('Show results')).toBeDisabled();
    thread.answers.findColumns = findColumns;
    await user.click(screen.getByRole('checkbox', { name: /^New \d/ }));
    await ready();
  });

  test('tells the thread no more of a found column than the column and its kind', async () => {
    const { thread } = renderColumns();
    const told: object[] = [];
    for (const question of ['findUndecided', 'proposeAmounts'] as const) {
      const answer = thread.answers[question] as (asked: AmountsQuestion) => Promise<never>;
      Object.assign(thread.answers, {
        [question]: (asked: AmountsQuestion) => {
          told.push(...asked.attributes);
          return answer(asked);
        },
      });
    }
    await ready();
    expect(told.length).toBeGreaterThan(1);
    for (const attribute of told) expect(Object.keys(attribute)).toEqual(['column', 'kind']);
  });

  test('says so where most leads would count as converted', async () => {
    renderColumns(
      { qualified: new Map([[0, new Set(['New'])]]) },
      {
        ...leads,
        'Lead Status': every((lead) => (isCustomer(lead) && lead % 3 === 0 ? 'Customer' : 'New')),
      },
    );
    await ready();
    expect(offer()).toHaveTextContent(/Converted: New \(\d\d\.\d%: most leads; please check\)\./);
  });

  test('stands back for earlier settings that fit, but never under a pressed button', async () => {
    const told = Promise.withResolvers<void>();
    renderColumns({}, leads, false, async () => told.promise.then(findLastMonth));
    await ready();
    fireEvent.pointerDown(button('Show results'), { button: 0 });
    await act(async () => told.resolve());
    expect(button('Show results')).toBeEnabled();
    act(() => void fireEvent.click(document.body));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Quick start' })).toBeNull());
  });

  test('looks for earlier settings only where it stands', async () => {
    const find = vi.fn(findLastMonth);
    const { unmount } = renderColumns({ attributeColumns: [OWNER, null, null] }, leads, false, find);
    await found();
    expect(find).not.toHaveBeenCalled();
    unmount();
    renderColumns({ reuse: { kind: 'dismissed' } }, leads, false, find);
    await ready();
    expect(find).not.toHaveBeenCalled();
  });

  test('is none where every lead would count as converted, and says why', async () => {
    const { asked } = renderColumns(
      {},
      {
        ...leads,
        'Lead Status': every((lead) => (lead % 2 === 0 ? 'Qualified lead' : 'Closed deal')),
      },
    );
    const told = await screen.findByRole('region', { name: 'Quick start' });
    expect(told).toHaveTextContent(/^Every lead of this file would count as converted/);
    expect(told).toHaveTextContent('Lead Status has only Qualified lead, Closed deal');
    expect(screen.queryByRole('button', { name: 'Show results' })).toBeNull();
    expect(asked).toHaveLength(0);
  });
});

describe('all columns', () => {
  test('say what each tells, and why a column is left out', async () => {
    const { state } = renderColumns();
    await found();
    await user.click(button('All columns'));
    const table = await screen.findByRole('table', { name: 'What each column tells' });
    const row = (name: string) => within(table).getByRole('row', { name: new RegExp(`^${name} `) });
    expect(row('Source')).toHaveTextContent(/Suggested/);
    expect(row('Invoice')).toHaveTextContent(/Knows the outcome.*filled with the outcome/);
    expect(row('Country')).toHaveTextContent(/Constant/);
    await user.click(within(row('Invoice')).getByRole('button', { name: 'Use anyway: Invoice' }));
    await waitFor(() => expect(state().attributeColumns).toEqual([INVOICE, null, null]));
    expect(within(row('Invoice')).getByRole('button', { name: 'In use: Invoice' })).toBeDisabled();
  });

  test('are a download', async () => {
    const url = vi.fn<(blob: Blob) => string>(() => 'blob:made');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: url, revokeObjectURL: () => {} }));
    renderColumns();
    await found();
    await user.click(button('All columns'));
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    const text = await url.mock.calls[0]?.[0].text();
    expect(text).toMatch(/^Column,Tells,Alone,Added,Lowest Rate,Highest Rate,By Chance \(q\)\r\n/);
    expect(text).toMatch(/\r\nCountry,Constant,,,,,\r\n/);
  });
});
