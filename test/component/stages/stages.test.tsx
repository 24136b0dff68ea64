import { useState } from 'react';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { StoredStages } from '#contract/configuration.ts';
import { roundStages, type StoredStageFigures } from '#contract/stages.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { chancesToWin } from '#frontend/analysis/stages/chance-to-win.ts';
import { measureStages } from '#frontend/analysis/stages/measure-stages.ts';
import { stageNames, type StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { NO_DAY, OUTCOME, type StagedLeads } from '#frontend/analysis/stages/staged-leads.ts';
import type { AskStages } from '#frontend/features/results/results-source.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { STORED_STAGES } from '#test/support/stored-stages.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import {
  catchDownloads,
  closeView,
  columnOf,
  CONTEXT,
  openView,
  printReport,
  rowsOf,
} from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

const HEADERS = ['Status', 'Source', 'Became a marketing qualified lead date', 'Demo'];
const PLAN: StagePlan = {
  shape: {
    kind: 'columns',
    stages: [
      { column: 2, holds: 'dates' },
      { column: 3, holds: 'dates' },
    ],
  },
  statusColumn: 0,
  won: new Set(['Customer']),
  open: new Set(['Lead']),
  wonColumn: null,
  isWonByColumn: false,
  lostColumn: null,
};
const NAMES = ['Lead', 'Marketing qualified lead', 'Demo', 'Customer'];

/** Deals of $1,000 on average with a standard deviation of 500, as in the example of the method. */
const SPREAD = 500 * Math.sqrt(39 / 40);

/** 400 leads, 200 of which are qualified, 100 had a demo and 40 were won, after 10 days each; the newest day is the 100th. */
function stagedLeads(): StagedLeads {
  const reached = Int8Array.from({ length: 400 }, (_, lead) =>
    lead < 40 ? 3 : lead < 100 ? 2 : lead < 200 ? 1 : 0,
  );
  const daysOf = (stage: number) =>
    Int32Array.from(reached, (own, lead) => (own >= stage ? (lead % 80) + (stage === 3 ? 10 : 0) : NO_DAY));
  return {
    stages: 4,
    reached,
    outcomes: Uint8Array.from(reached, (own) => (own === 3 ? OUTCOME.won : OUTCOME.lost)),
    days: [0, 1, 2, 3].map(daysOf),
    came: daysOf(0),
    lost: null,
    newest: 100,
    amounts: Float64Array.from(reached, (own, lead) =>
      own === 3 ? 1000 + (lead % 2 === 0 ? SPREAD : -SPREAD) : 0,
    ),
    tellsLost: true,
  };
}

/** A quarter of the qualified leads and of all leads are of LinkedIn, but 30 of the 40 wins. */
const SOURCES = Uint8Array.from({ length: 400 }, (_, lead) =>
  lead < 30 || (lead >= 40 && lead < 60) ? 0 : lead < 200 ? 1 + (lead % 3) : lead % 4,
);
const CONVERTED = Uint8Array.from({ length: 400 }, (_, lead) => Number(lead < 200));

/** Answers as the thread does, over the leads above. */
function answering(
  leads: StagedLeads = stagedLeads(),
  plan: StagePlan | null = PLAN,
  unclear: readonly string[] = [],
) {
  return {
    find: vi.fn(async () => plan),
    measure: vi.fn(async ({ stages, thresholdPercent, ...choices }) => ({
      kind: stages.shape.kind,
      names: stageNames(stages, HEADERS),
      unclear,
      openLeads: null,
      ...measureStages(leads, chancesToWin(leads), {
        fields: [{ name: 'Source', codes: SOURCES, values: ['LinkedIn', 'Facebook', 'Google', 'Fair'] }],
        isConverted: CONVERTED,
        choices: { ...choices, thresholdPercent, limits: null },
      }),
    })),
  } satisfies AskStages;
}

const CELLS: readonly Cell[] = [
  [['LinkedIn'], 200, 120],
  [['Facebook'], 200, 80],
];

function renderStages(ask: AskStages = answering(), first: StoredStages = {}) {
  const tally = tallyOfCells(['Source'], CELLS);
  const [measurement, combinations] = [measure(tally), fitTally(tally)];
  const chosen = vi.fn<(stages: StoredStages) => void>();
  function Room() {
    const [stages, setStages] = useState(first);
    const [settings, setSettings] = useState<Settings>({ conversionValue: 100, thresholdPercent: 10 });
    return (
      <AnalysisResults
        context={CONTEXT}
        measurement={measurement}
        combinations={combinations}
        settings={settings}
        onSettingsChange={setSettings}
        stages={{
          chosen: stages,
          onChange(next) {
            chosen(next);
            setStages(next);
          },
          headers: HEADERS,
          ask,
        }}
      />
    );
  }
  return { user: userEvent.setup(), chosen, ...render(<Room />) };
}

async function openStages(...room: Parameters<typeof renderStages>) {
  const view = renderStages(...room);
  await screen.findByText('Stages', { selector: 'button' }, { timeout: 10_000 });
  await openView(view.user, 'Stages');
  return view;
}

const section = () => screen.getByRole('region', { name: 'Stages' });
const findTable = () => screen.findByRole('table', { name: 'Figures by Stage' });

describe('the view of stages', () => {
  test('says what a lead of the chosen conversion is worth, and which conversion to bid on', async () => {
    await openStages();
    const table = await findTable();
    expect(section()).toHaveTextContent(
      'A marketing qualified lead is worth about $200: 1 of 5 is won, at $1,000 on average.',
    );
    expect(section()).toHaveTextContent(
      'From 200 leads of 1970-01-01 to 1970-03-21, which are 10 days old or older.',
    );
    // 40 of 200, 40 deals of 1,000 with s 500: the worked example of G.3, 144.11 to 277.56.
    expect(columnOf(table, 'Stage')).toEqual(NAMES);
    expect(columnOf(table, 'Reached')).toEqual(['400', '200', '100', '40']);
    expect(columnOf(table, 'Value ($)')[1]).toBe('$200.00$144.11 – $277.56');
    // Wilson of 40 in 200, and of 100 in 200.
    expect(columnOf(table, 'Is Won')[1]).toBe('20.0%15.0% – 26.1%');
    expect(columnOf(table, 'Goes on to the Next')[1]).toBe('50.0%43.1% – 56.9%');
    // Days 71 to 79 of 80 are within 30 of the 100th: 9 of 80 leads, five times; wins come 10 days later.
    expect(columnOf(table, 'Last 30 Days')).toEqual(['45', '18', '9', '0']);
    expect(section()).toHaveTextContent(
      'Demo: 9 in 30 days, Google Ads value-based bidding asks for 15 per campaign; bid on Marketing qualified lead at $200 until then (18 in 30 days).',
    );
    expect(
      screen.getAllByRole('link', { name: /^Source: its help, read November 29, 2026/ })[0],
    ).toHaveAttribute('href', 'https://support.google.com/google-ads/answer/6268637');
  });

  test('names the margin, on the page and on paper', async () => {
    const { user } = await openStages(answering(), { margin: 0.4 });
    await findTable();
    const text =
      'A marketing qualified lead is worth about $80: 1 of 5 is won, at $1,000 on average, and 40% of it stays.';
    expect(section()).toHaveTextContent(text);
    expect(await printReport(user)).toHaveTextContent(text);
  });

  test('draws a bar per stage whose figures are those of the table, and downloads them', async () => {
    const { user } = await openStages();
    const chart = within(await screen.findByRole('figure', { name: 'Leads That Reached Each Stage' }));
    expect(chart.getByRole('button', { name: /^Demo/ })).toHaveAccessibleName(
      'Demo. 100 leads. 40.0% go on to the next stage. 40.0% are won. Worth $400 ($300 – $540).',
    );
    expect(chart.getByRole('img')).toHaveAccessibleName(
      'Leads by stage: Lead 400, Marketing qualified lead 200, Demo 100, Customer 40. The table below has the figures.',
    );
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const rows = await rowsOf(downloads[0]);
    expect(downloads[0]?.name).toMatch(/^stages_\d{4}-\d\d-\d\d\.csv$/);
    const at = (heading: string) => rows[1]?.indexOf(heading) ?? -1;
    expect(rows[3]?.[at('Stage')]).toBe('Became a marketing qualified lead date');
    expect(Number(rows[3]?.[at('Value ($) Low')])).toBeCloseTo(144.11, 2);
    expect(rows[3]?.[at('Leads Old Enough')]).toBe('200');
  });

  test('are in Export All and in the report without a visit to the view', async () => {
    const ask = answering();
    const { user } = renderStages(ask);
    await waitFor(() => expect(ask.measure).toHaveBeenCalled(), { timeout: 10_000 });
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'Export All' }));
      const rows = await rowsOf(downloads.at(-1));
      const [stages, values] = ['Stages', 'Values at Each Stage'].map((title) =>
        rows.findIndex(([first]) => first?.includes(title)),
      );
      expect(stages).toBeGreaterThan(0);
      expect(values).toBeGreaterThan(stages!);
      const worth = rows[stages! + 1]?.indexOf('Value ($)') ?? -1;
      expect(Number(rows[stages! + 3]?.[worth])).toBeCloseTo(200, 9);
    });
    const page = await printReport(user);
    expect(page).toHaveTextContent(
      'A marketing qualified lead is worth about $200: 1 of 5 is won, at $1,000 on average.',
    );
    expect(within(page).getByRole('table', { name: /Figures by Stage/, hidden: true })).toHaveTextContent(
      '$200.00',
    );
    expect(page).toHaveTextContent('bid on Marketing qualified lead at $200 until then (18 in 30 days).');
  });

  test('of one status column are neither in Export All nor in the report', async () => {
    const ask = answering(stagedLeads(), {
      ...PLAN,
      shape: { kind: 'status', stages: ['Lead', 'Customer'] },
    });
    const { user } = renderStages(ask);
    await waitFor(() => expect(ask.find).toHaveBeenCalled(), { timeout: 10_000 });
    await user.click(screen.getByRole('button', { name: 'Export All' }));
    const rows = await rowsOf(downloads.at(-1));
    expect(rows.flat().filter((cell) => cell.includes('Stage'))).toEqual([]);
    expect(ask.measure).not.toHaveBeenCalled();
    expect(
      within(await printReport(user)).queryByRole('heading', { name: 'Stages', hidden: true }),
    ).toBeNull();
  });

  test('names the value of which early and late stage disagree, the clear ones first', async () => {
    const { user } = await openStages();
    const table = await screen.findByRole('table', { name: 'Where Leads Go On Differently' });
    expect(columnOf(table, 'Label')[0]).toBe('Use');
    expect(columnOf(table, 'Value')[0]).toBe('Source LinkedIn');
    expect(section()).toHaveTextContent(
      /LinkedIn leads reach Marketing qualified lead about as often as others, but are won/,
    );
    const before = columnOf(table, 'Label').length;
    const more = screen.queryByRole('button', { name: /^Show \d+ unclear$/ });
    if (!more) throw new Error('no value is unclear');
    await user.click(more);
    expect(columnOf(table, 'Label').length).toBeGreaterThan(before);
  });

  test('moves a stage by its buttons, says so, and asks for the figures of the new order', async () => {
    const ask = answering();
    const { user, chosen } = await openStages(ask);
    await findTable();
    await user.click(screen.getByRole('button', { name: 'Change the order' }));
    expect(screen.getByRole('button', { name: 'Move Demo later' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Move Demo earlier' }));
    expect(chosen).toHaveBeenLastCalledWith({
      plan: expect.objectContaining({
        shape: {
          kind: 'columns',
          stages: [
            { column: 'Demo', holds: 'dates' },
            { column: 'Became a marketing qualified lead date', holds: 'dates' },
          ],
        },
        won: ['Customer'],
      }),
    });
    expect(screen.getByText('Demo is stage 2 of 4 now.')).toBeInTheDocument();
    await waitFor(() =>
      expect(section()).toHaveTextContent('Order: Lead → Demo → Marketing qualified lead → Customer'),
    );
    expect(ask.measure).toHaveBeenCalledTimes(2);
    expect(ask.find).toHaveBeenCalledOnce();
  });

  test('says that too few leads are old enough, in place of a figure', async () => {
    const leads = stagedLeads();
    // Followed for 12 days only, and the wins came after 10.
    await openStages(
      answering({
        ...leads,
        days: leads.days.map(
          (days) => days && days.map((day, lead) => (day === NO_DAY ? day : day - (lead % 80) + 88)),
        ),
        came: leads.came!.map(() => 88),
      }),
    );
    await findTable();
    expect(section()).toHaveTextContent(
      'Too few leads are old enough to say what a marketing qualified lead is worth: at least 20% are won within 12 days; later wins are not in this file yet.',
    );
    expect(columnOf(await findTable(), 'Value ($)')[1]).toBe('–');
  });

  test('of one status column tells the open leads, and how to export more', async () => {
    const leads = stagedLeads();
    const plan: StagePlan = { ...PLAN, shape: { kind: 'status', stages: ['New', 'Contacted', 'Demo'] } };
    const outcomes = Uint8Array.from(leads.reached, (own) =>
      own === 3 ? OUTCOME.won : own === 0 ? OUTCOME.open : OUTCOME.lost,
    );
    await openStages(answering({ ...leads, outcomes, tellsLost: false }, plan));
    await findTable();
    expect(section()).toHaveTextContent(
      '200 leads are open and 40 won. Lost leads do not say how far they came',
    );
    expect(section()).toHaveTextContent('in Pipedrive, export deals with the columns Stage and Status');
    expect(section()).not.toHaveTextContent('lost too');
    expect(screen.queryByText('Which Conversion to Bid on')).toBeNull();
  });

  test.each([
    [['Nurture'], 'Nurture counts as lost too: its name says neither open nor won.'],
    [
      ['Nurture', 'B', 'C', 'D', 'E', 'F', 'G'],
      'Nurture, B, C, D, E and 2 more count as lost too: their names say neither open nor won.',
    ],
  ])(
    'of one status column names statuses that count as lost without saying so: %s',
    async (unclear, text) => {
      const plan: StagePlan = { ...PLAN, shape: { kind: 'status', stages: ['New', 'Contacted', 'Demo'] } };
      await openStages(answering({ ...stagedLeads(), tellsLost: false }, plan, unclear));
      await findTable();
      expect(section()).toHaveTextContent(text);
    },
  );

  test('that cannot be counted says so, and asks again', async () => {
    const ask = answering();
    ask.measure.mockRejectedValueOnce(new Error('gone'));
    const { user } = await openStages(ask);
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await findTable()).toBeInTheDocument();
  });

  test('has no link in a file without stages', async () => {
    const ask = answering(stagedLeads(), null);
    renderStages(ask);
    await waitFor(() => expect(ask.find).toHaveBeenCalled(), { timeout: 10_000 });
    expect(screen.queryByText('Stages', { selector: 'button' })).toBeNull();
  });
});

describe('stages of figures without rows', () => {
  const renderStored = (stageFigures: StoredStageFigures) => {
    const measurement = measure(tallyOfCells(['Source'], CELLS));
    const settings = { conversionValue: 100, thresholdPercent: 10 };
    render(<AnalysisResults {...{ context: CONTEXT, measurement, settings, stageFigures }} />);
    return userEvent.setup();
  };

  test('have the view, the export and the report of the open file, and nothing to choose', async () => {
    const user = renderStored(STORED_STAGES);
    await openView(user, 'Stages');
    const table = await findTable();
    expect(section()).toHaveTextContent('A lead is worth about $310: 1 of 6 is won, at $1,800 on average.');
    expect(columnOf(table, 'Reached')).toEqual(['163', '83', '21']);
    expect(columnOf(table, 'Goes on to the Next')[0]).toMatch(/^50\.4%/);
    expect(section()).toHaveTextContent('Lead: 44 in 30 days, Google Ads value-based bidding asks for 15');
    const values = screen.getByRole('table', { name: 'Where Leads Go On Differently' });
    expect(columnOf(values, 'Value')).toEqual(['Source LinkedIn']);
    for (const name of ['Change the order', 'Average won deal'])
      expect(section()).not.toHaveTextContent(name);
    await closeView(user);
    await user.click(screen.getByRole('button', { name: 'Export All' }));
    const rows = await rowsOf(downloads.at(-1));
    expect(rows.some(([first]) => first?.includes('Values at Each Stage'))).toBe(true);
    expect(await printReport(user)).toHaveTextContent('A lead is worth about $310');
  });

  test('name the margin, which a link does not tell', async () => {
    const [first, ...others] = STORED_STAGES.stages;
    const value = { ...first!.value!, amount: 0.4 * first!.value!.amount };
    const stored = { ...STORED_STAGES, stages: [{ ...first!, value }, ...others] };
    const user = renderStored(stored);
    await openView(user, 'Stages');
    await findTable();
    expect(section()).toHaveTextContent(
      'A lead is worth about $120: 1 of 6 is won, at $1,800 on average, and 40% of it stays.',
    );
    cleanup();
    await openView(renderStored(roundStages(stored)), 'Stages');
    await findTable();
    expect(section()).toHaveTextContent('A lead is worth about $120: 1 of 6 is won.');
  });

  test('without amounts ask nobody to type one, on the page or on paper', async () => {
    const [first, ...others] = STORED_STAGES.stages;
    const user = renderStored({ ...STORED_STAGES, stages: [{ ...first!, value: null }, ...others] });
    await openView(user, 'Stages');
    await findTable();
    expect(section()).toHaveTextContent('1 of 6 leads is won.');
    expect(section()).not.toHaveTextContent('Type what a won deal brings');
    const page = await printReport(user);
    expect(page).toHaveTextContent('1 of 6 leads is won.');
    expect(page).not.toHaveTextContent('Type what a won deal brings');
  });

  test('behind a link are rounded, and say so', async () => {
    const user = renderStored(roundStages(STORED_STAGES));
    await openView(user, 'Stages');
    const table = await findTable();
    expect(section()).toHaveTextContent('A read-only link rounds these figures');
    expect(columnOf(table, 'Reached')).toEqual(['160', '80', '20']);
    expect(columnOf(table, 'Goes on to the Next')[0]).toMatch(/^50\.0%/);
    expect(section()).not.toHaveTextContent('From 0 leads');
    expect(screen.queryByRole('table', { name: 'Where Leads Go On Differently' })).toBeNull();
  });
});

describe("'Work it out'", () => {
  const open = async (...room: Parameters<typeof renderStages>) => {
    const view = renderStages(...room);
    await view.user.click(screen.getByRole('button', { name: 'Work it out' }));
    const dialog = await screen.findByRole(
      'dialog',
      { name: 'Work out the conversion value' },
      { timeout: 10_000 },
    );
    return { ...view, dialog };
  };

  test('multiplies deal, share and margin, and puts the product into the field by one click', async () => {
    const { user, dialog } = await open();
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        'A conversion is worth about $200: 1 of 5 is won, at $1,000 on average. Likely range: $140 – $280.',
      ),
    );
    expect(dialog).toHaveTextContent('Won: 20.0% (40 of 200), 10 days old or older');
    await user.type(within(dialog).getByRole('spinbutton', { name: 'Margin (%)' }), '40');
    await waitFor(() =>
      expect(dialog).toHaveTextContent('1 of 5 is won, at $1,000 on average, and 40% of it stays.'),
    );
    await user.click(await within(dialog).findByRole('button', { name: 'Use $80.00' }));
    expect(screen.getByRole('spinbutton', { name: 'Conversion Value ($)' })).toHaveValue(80);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('takes typed figures in place of those of the file, refuses others, and forgets them when the field is empty', async () => {
    const { user, dialog, chosen } = await open();
    const amount = within(dialog).getByRole('spinbutton', { name: 'Average won deal (USD)' });
    await user.type(amount, '1900');
    expect(chosen).toHaveBeenLastCalledWith({ amount: 1900 });
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        'A conversion is worth about $380: 1 of 5 is won, at $1,900 on average.',
      ),
    );
    const share = within(dialog).getByRole('spinbutton', { name: 'Conversions that are won (%)' });
    await user.type(share, '25');
    await waitFor(() => expect(dialog).toHaveTextContent('about $480: 1 of 4 is won'));
    await user.type(share, '0');
    expect(dialog).toHaveTextContent('Must be above 0 and at most 100');
    expect(chosen).toHaveBeenLastCalledWith({ amount: 1900, share: 0.25 });
    await user.clear(share);
    await user.clear(amount);
    expect(chosen).toHaveBeenLastCalledWith({});
  });

  test('leads to an export that tells more, where the file has one status column', async () => {
    const plan: StagePlan = { ...PLAN, shape: { kind: 'status', stages: ['New'] } };
    const { user, dialog } = await open(answering({ ...stagedLeads(), tellsLost: false }, plan));
    await user.click(await within(dialog).findByRole('button', { name: 'What an export needs' }));
    expect(await screen.findByText(/^A stage beside the outcome: in Pipedrive/)).toBeInTheDocument();
  });

  test('without stages and amounts asks for both', async () => {
    const { user, dialog } = await open(
      answering({ ...stagedLeads(), amounts: null, tellsLost: false }, null),
    );
    await waitFor(() =>
      expect(dialog).toHaveTextContent(
        'The file does not say how many of your conversions are won. Type the share that you expect.',
      ),
    );
    expect(within(dialog).getByRole('button', { name: 'Use this value' })).toBeDisabled();
    await user.type(within(dialog).getByRole('spinbutton', { name: 'Conversions that are won (%)' }), '50');
    await waitFor(() => expect(dialog).toHaveTextContent('Type what a won deal brings on average'));
    await user.type(within(dialog).getByRole('spinbutton', { name: 'Average won deal (USD)' }), '300');
    expect(await within(dialog).findByRole('button', { name: 'Use $150.00' })).toBeEnabled();
  });
});

test('the view keeps its figures while the results are shown', async () => {
  const ask = answering();
  const { user } = await openStages(ask);
  await findTable();
  await closeView(user);
  await openView(user, 'Stages');
  expect(await findTable()).toBeInTheDocument();
  expect(ask.measure).toHaveBeenCalledOnce();
});
