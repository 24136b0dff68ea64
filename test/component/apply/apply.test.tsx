import { useMemo, useState } from 'react';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { guessCondition } from '#frontend/analysis/platforms/conditions.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import type { AskPlans } from '#frontend/thread/work.ts';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import {
  catchDownloads,
  columnOf,
  CONTEXT,
  openTab,
  renderCells,
  report,
  rowsOf,
} from '../results/results-room.tsx';

vi.mock('#frontend/analysis/platforms/conditions.ts', { spy: true });
installBrowserApis();
const downloads = catchDownloads();

/** CA is good, FL is bad, devices matter a little; referrals are best. By hand below. */
const FIELDS = ['State', 'Device', 'Source'];
const CELLS: Cell[] = [
  [['CA', 'Mobile', 'Ads'], 1000, 300],
  [['CA', 'Desktop', 'Referral'], 1000, 600],
  [['TX', 'Mobile', 'Ads'], 2000, 300],
  [['TX', 'Desktop', 'Ads'], 2000, 600],
  [['FL', 'Mobile', 'Ads'], 1000, 20],
  [['FL', 'Desktop', 'Ads'], 1000, 30],
];

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

interface RoomProps {
  ask: AskPlans;
  cells?: readonly Cell[];
  start?: Partial<ApplyChoices>;
}

function Room({ ask, cells = CELLS, start }: RoomProps) {
  const tally = useMemo(() => tallyOfCells(FIELDS, cells), [cells]);
  const [measurement, combinations] = useMemo(() => [measure(tally), fitTally(tally)], [tally]);
  const [choices, setChoices] = useState<ApplyChoices>({ ...NO_APPLY_CHOICES, kinds: [], ...start });
  return (
    <AnalysisResults
      context={CONTEXT}
      measurement={measurement}
      combinations={combinations}
      settings={SETTINGS}
      apply={{ choices, onChange: setChoices, ask }}
    />
  );
}

/** Answers as the thread does. */
const answering =
  (cells: readonly Cell[] = CELLS): AskPlans =>
  async (thresholdPercent, choices) => {
    const tally = fitTally(tallyOfCells(FIELDS, cells));
    return planPlatforms(judge(measure(tally), { ...SETTINGS, thresholdPercent }), tally, choices);
  };

async function openApply(props: Partial<RoomProps> = {}) {
  const ask = vi.fn(props.ask ?? answering(props.cells));
  const user = userEvent.setup();
  render(<Room {...props} ask={ask} />);
  await openTab(user, 'Apply');
  return { ask, user };
}

const verdict = (name: RegExp) => screen.findByRole('heading', { name }, { timeout: 10_000 });
const onGoogle = () => verdict(/^On Google Ads, \d+ rules capture \d+% of the differences in lead value\.$/);

test('is the second tab, and asks for the plans when it is opened', async () => {
  vi.mocked(guessCondition).mockClear();
  const ask = vi.fn(answering());
  const user = userEvent.setup();
  render(<Room ask={ask} />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Value Rules',
    'Apply',
    'Segment Details',
    'Correlations',
    'Lead Calculator',
  ]);
  expect(ask).not.toHaveBeenCalled();
  expect(guessCondition).not.toHaveBeenCalled();
  await openTab(user, 'Apply');
  await onGoogle();
  expect(ask).toHaveBeenCalledExactlyOnceWith(10, {
    kinds: ['location', 'device', 'none'],
    includesTests: false,
    isSpecialOffer: null,
    multipliers: 'suggested',
  });
});

test('is absent where there are no leads to make plans for', () => {
  renderCells(FIELDS, CELLS);
  expect(screen.queryByRole('tab', { name: 'Apply' })).toBeNull();
});

test('shows each figure as it was computed and as it is entered', async () => {
  await openApply();
  await onGoogle();
  const table = screen.getByRole('table', { name: 'Rules to Enter' });
  const florida = within(table).getByRole('row', { name: /LocationFL/ });
  // 50 of 2,000 in 1,850 of 8,000: lift 0.1081, adjusted 0.1299.
  expect(florida.textContent).toContain('0.13x');
  expect(florida.textContent).toContain('0.50x');
  expect(florida.textContent).toContain('limited by Google');
  const leads = columnOf(table, 'Leads').map((text) => Number(text.replace(',', '')));
  const without =
    /keep their value([\d,]+)/.exec(document.body.textContent ?? '')?.[1]?.replace(',', '') ?? NaN;
  expect(leads.reduce((sum, count) => sum + count, 0) + Number(without)).toBe(8000);
});

test('explains why rules of the results are not entered', async () => {
  const { user } = await openApply();
  await onGoogle();
  await user.click(screen.getByText(/rules of the results are not entered/));
  const text = screen.getByRole('tabpanel').textContent;
  expect(text).toContain('Google takes no such attribute as a condition. Upload a value per lead instead.');
  expect(text).toContain('Source: Referral');
});

test('asks again for another choice of what an attribute is, and says when it is impossible', async () => {
  const { ask, user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('combobox', { name: 'Source' }));
  await user.click(screen.getByRole('option', { name: 'Device' }));
  expect(ask.mock.lastCall?.[1].kinds).toEqual(['location', 'device', 'device']);
  expect(screen.getByText('No value of it is the name of a device that a platform knows.')).toBeDefined();
});

test('rescales the base value of Google and Microsoft, and never that of Meta', async () => {
  const { user } = await openApply({ start: { isSpecialOffer: false } });
  await onGoogle();
  expect(screen.getByText('$100.00')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Rescale' }));
  expect(screen.getByText('The base value makes up for the rules.')).toBeDefined();
  expect(screen.getByText(/^Instead of \$100\.00\./)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  await verdict(/^On Meta/);
  expect(screen.queryByRole('button', { name: /Rescale|Undo/ })).toBeNull();
  expect(screen.getByText('Only bids change. Reported value stays as it is.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Microsoft/ }));
  await verdict(/^On Microsoft/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('If the base value stays as it is.')).toBeDefined();
});

test('asks about the offer before Meta adjusts by location', async () => {
  const { ask, user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('button', { name: /^Meta/ }));
  expect(screen.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByText(/They are left out until you answer/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(ask.mock.lastCall?.[1].isSpecialOffer).toBe(false);
  expect(await screen.findByText('All conditions are open to the offer.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(ask.mock.lastCall?.[1].isSpecialOffer).toBe(true);
});

test('the switch of the results chooses the multipliers', async () => {
  const { ask, user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('button', { name: 'Balanced' }));
  expect(ask.mock.lastCall?.[1].multipliers).toBe('balanced');
});

test('names a failure, and asks again', async () => {
  let attempts = 0;
  const answer = answering();
  const { user } = await openApply({
    ask: (...asked) => (++attempts === 1 ? Promise.reject(new Error('out of memory')) : answer(...asked)),
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain(
    'The plans could not be made',
  );
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await onGoogle();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a late answer to an earlier choice is not shown', async () => {
  const answers: (() => void)[] = [];
  const answer = answering();
  const { user } = await openApply({
    ask: async (...asked) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return answer(...asked);
    },
  });
  await screen.findByRole('combobox', { name: 'State' }, { timeout: 10_000 });
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(screen.getByRole('option', { name: 'None of these' }));
  await act(async () => answers[1]?.());
  expect((await screen.findByRole('table', { name: 'Rules to Enter' })).textContent).not.toContain('FL');
  await act(async () => answers[0]?.());
  expect(screen.getByRole('table', { name: 'Rules to Enter' }).textContent).not.toContain('FL');
});

test('the steps name every rule, are downloaded, copied and printed alone', async () => {
  const { user } = await openApply();
  await onGoogle();
  await user.click(screen.getByRole('button', { name: 'Download Steps' }));
  const rows = await rowsOf(downloads[0]);
  expect(rows[0]).toEqual(['Step', 'Where', 'What to Do']);
  expect(rows).toContainEqual([
    expect.stringMatching(/^\d+$/),
    'Goals > Conversions > Value rules > Create conversion value rule',
    expect.stringMatching(/^Primary condition: .*FL.* Value adjustment: Multiply, type 0\.50\. Save\.$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Copy Steps' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^1\. Goals > Conversions > Summary: Open the conversion action/);
  expect(copied).toContain('Check in your account');

  let printed = '';
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed = report()?.textContent ?? '';
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Print Steps' }));
  await vi.waitFor(() => expect(printed).toContain('Value adjustment: Multiply, type 0.50.'), {
    timeout: 10_000,
  });
  expect(printed).not.toContain('Lead value report');
  // The browser's own command prints the report again.
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(report()?.textContent).toContain('Lead value report');
});

test('says so where no rule can be entered', async () => {
  const cells: Cell[] = [
    [['CA', 'Mobile', 'Ads'], 500, 100],
    [['TX', 'Desktop', 'Search'], 500, 100],
  ];
  await openApply({ cells });
  expect(await verdict(/^There is no rule to enter on Google Ads\.$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Download Steps' })).toBeNull();
});

test('a plan without rules says why, and names the other road', async () => {
  const none = { kinds: ['none', 'none', 'none'] } as const;
  await openApply({ start: none });
  await verdict(/^There is no rule to enter on Google Ads\.$/);
  const panel = screen.getByRole('tabpanel');
  expect(panel.textContent).toContain('No rule of the results can be entered here, for the reasons below.');
  expect(panel.textContent).toContain('see Per-lead values below');
  // The reasons are open without a click.
  const reasons = screen.getByText(/rules of the results are not entered/).closest('details');
  expect(reasons?.open).toBe(true);
});

test('a plan of leads that hardly differ says so', async () => {
  const alike: Cell[] = CELLS.map(([values]) => [values, 1000, 300]);
  await openApply({ cells: alike });
  await verdict(/^There is no rule to enter on Google Ads\.$/);
  expect(screen.getByText(/^No value differs clearly enough from the average for a rule\./)).toBeDefined();
  expect(screen.queryByText(/not entered$/)).toBeNull();
});
