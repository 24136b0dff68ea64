import { useState } from 'react';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import { planPlatforms, type PlatformPlans } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORM_IDS } from '#contract/platforms.ts';
import { findToEnter, type ToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { describeToEnter } from '#frontend/features/platforms/to-enter-words.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { ToEnterLine } from '#frontend/features/value-rules/rule-columns.tsx';
import { AnalysisResults } from '#frontend/pages/results/analysis-results.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { catchDownloads, CONTEXT, pickExport, printReport, rowsOf } from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const FIELDS = ['State', 'Device'];
const CELLS: Cell[] = [
  [['CA', 'Mobile'], 1000, 300],
  [['CA', 'Desktop'], 1000, 600],
  [['TX', 'Mobile'], 2000, 300],
  [['TX', 'Desktop'], 2000, 600],
];
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const tally = tallyOfCells(FIELDS, CELLS);
const fitted = fitTally(tally);
const measurement = measure(tally);

/** Answers as the thread does. */
const answer: ApplySource['ask'] = async (thresholdPercent, choices) =>
  planPlatforms(judge(measurement, { ...SETTINGS, thresholdPercent }), fitted, choices);

interface RoomProps {
  ask?: ApplySource['ask'];
}

function Room({ ask }: RoomProps) {
  const [choices, setChoices] = useState<ApplyChoices>({ ...NO_APPLY_CHOICES, kinds: [] });
  const [settings, setSettings] = useState(SETTINGS);
  return (
    <AnalysisResults
      context={CONTEXT}
      measurement={measurement}
      combinations={fitted}
      settings={settings}
      onSettingsChange={setSettings}
      apply={ask && { choices, onChange: setChoices, ask }}
    />
  );
}

const table = () => screen.getAllByRole('table', { name: /^Practical Value Rules/ })[0]!; // there is one
const headings = () =>
  within(table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent ?? '');
const lastCells = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
const LINE =
  'Suggested rules were each measured alone, are cut by 15% where values overlap, and are not what to type.';

describe("the column 'To Enter' of Value Rules", () => {
  test("has '…' while the plans are made, then their figures, asked for once", async () => {
    let come: (plans: PlatformPlans) => void = () => {};
    const ask = vi.fn<ApplySource['ask']>(() => new Promise((resolve) => (come = resolve)));
    render(<Room ask={ask} />);
    expect(headings().at(-1)).toMatch(/^To Enter/);
    expect(lastCells()).toEqual(lastCells().map(() => '…'));
    await waitFor(() => expect(ask).toHaveBeenCalledOnce(), { timeout: 10_000 });
    const [threshold, choices] = ask.mock.calls[0]!; // it was called
    expect(choices).toEqual({ kinds: ['location', 'device'], includesTests: false, isSpecialOffer: null });
    const plans = await answer(threshold, choices);
    come(plans);
    const toEnter = findToEnter(plans);
    const words = judge(measurement, SETTINGS).valueRules.map(({ segment }) =>
      describeToEnter(toEnter(segment)),
    );
    expect(words).toContain('1.33x Meta');
    expect(words).toContain('in 1 rule');
    await waitFor(() => expect(lastCells().toSorted()).toEqual(words.toSorted()));
    expect(ask).toHaveBeenCalledOnce();
  });

  test('is asked for once the page had nothing to do for a moment, not for two', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ask = vi.fn<ApplySource['ask']>(() => new Promise(() => {}));
    render(<Room ask={ask} />);
    await act(() => vi.advanceTimersByTimeAsync(299));
    expect(ask).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(ask).toHaveBeenCalledOnce();
    expect(ask.mock.calls[0]?.[1].kinds).toEqual(['location', 'device']);
  });

  test('comes with one line that says what the specified multipliers are not', async () => {
    render(<Room ask={answer} />);
    expect(screen.getAllByText(LINE)).toHaveLength(1);
    expect(screen.queryByText(/with the multiplier to use/)).toBeNull();
  });

  test('is absent without rows, and so is its line', () => {
    render(<Room />);
    expect(headings().some((heading) => heading.startsWith('To Enter'))).toBe(false);
    expect(screen.queryByText(LINE)).toBeNull();
  });

  test('is absent where the plans could not be made', async () => {
    const ask = vi.fn<ApplySource['ask']>(async () => {
      throw new Error('The thread has failed');
    });
    render(<Room ask={ask} />);
    await waitFor(() => expect(headings().at(-1)).not.toMatch(/^To Enter/), { timeout: 10_000 });
    expect(ask).toHaveBeenCalledOnce();
  });

  test('says … again for another threshold, until its plans have come', async () => {
    const user = userEvent.setup();
    let isHeld = false;
    const ask = vi.fn<ApplySource['ask']>((...asked) => (isHeld ? new Promise(() => {}) : answer(...asked)));
    render(<Room ask={ask} />);
    await waitFor(() => expect(lastCells()).not.toContain('…'), { timeout: 10_000 });
    isHeld = true;
    await user.click(
      screen.getByRole('button', { name: /Increase Significance Threshold|Significance.*(up|more|\+)/i }),
    );
    await waitFor(() => expect(lastCells()).toEqual(lastCells().map(() => '…')));
  });

  test('stands behind all other columns in both files, which stay as they are without it', async () => {
    const user = userEvent.setup();
    const { unmount } = render(<Room />);
    await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0]!); // there is one
    await pickExport(user, 'Export All');
    unmount();
    const [before, fullBefore] = await Promise.all(downloads.map(rowsOf));

    render(<Room ask={answer} />);
    await waitFor(() => expect(lastCells()).not.toContain('…'), { timeout: 10_000 });
    await user.click(screen.getAllByRole('button', { name: 'Download CSV' })[0]!);
    await pickExport(user, 'Export All');
    const [after, fullAfter] = await Promise.all(downloads.slice(2).map(rowsOf));

    const header = after?.findIndex((row) => row.includes('Suggested Value Rule')) ?? -1;
    expect(after?.[header]?.at(-1)).toBe('To Enter');
    expect(after?.[header + 1]?.at(-1)).toMatch(/x Google|^in \d rules?$|^–$/);
    const without = (rows: string[][] | undefined) =>
      rows?.map((row, at) => (at >= header ? row.slice(0, before?.[header]?.length) : row));
    expect(without(after)).toEqual(before);
    const firstDifferent = fullAfter?.filter((row, at) => row.join() !== fullBefore?.[at]?.join());
    expect(firstDifferent?.[0]?.at(-1)).toBe('To Enter');
  });
});

describe('the line of a row on narrow screens', () => {
  const [rule] = judge(measurement, SETTINGS).valueRules;
  const NOTHING = { figures: [], pairRules: 0 };
  const lineOf = (places: string[], entered: ToEnter | null, isSignificant = true) =>
    render(
      <ToEnterLine rule={{ ...rule!, isSignificant }} toEnterOf={() => entered} places={places} />, // there are rules
    ).container.textContent;

  test('stands before and after the figures come, where a platform takes the value', () => {
    expect(lineOf(['Google'], null)).toBe('To Enter …');
    expect(lineOf(['Google'], NOTHING)).toBe('To Enter –');
  });

  test('never stands where no platform takes it, and for a rule that is not entered', () => {
    expect([lineOf([], null), lineOf([], NOTHING)]).toEqual(['', '']);
    expect([lineOf(['Google'], null, false), lineOf(['Google'], NOTHING, false)]).toEqual(['', '']);
  });

  test('has the figures wherever there are any', () => {
    expect(lineOf([], { figures: [], pairRules: 2 }, false)).toBe('To Enter in 2 rules');
  });
});

describe('the report', () => {
  const print = async (ask?: ApplySource['ask']) => {
    const user = userEvent.setup();
    render(<Room ask={ask} />);
    if (ask) await waitFor(() => expect(lastCells()).not.toContain('…'), { timeout: 10_000 });
    return await printReport(user);
  };

  test('lists the rules to enter once, those of one and of two conditions, with the figure of each platform', async () => {
    const page = within(await print(answer));
    const entered = page.getByRole('table', { name: 'Rules to Enter' });
    const rows = within(entered)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    const plans = await answer(10, {
      kinds: ['location', 'device'],
      includesTests: false,
      isSpecialOffer: null,
    });
    const rules = PLATFORM_IDS.flatMap((id) => plans[id].rules);
    const figures = rows.flatMap(([, words]) => words?.match(/\d\.\d\dx|, /g) ?? []);
    expect(figures).toHaveLength(rules.length);
    expect(new Set(rows.map(([rule]) => rule)).size).toBe(rows.length);
    expect(rows).toContainEqual(['Device: Desktop', '1.33x Meta']);
    expect(rows.some(([rule]) => rule === 'State: CA + Device: Desktop')).toBe(true);
    expect(page.getAllByText('To Enter')).toHaveLength(1);
  });

  test('has no such list without rows', async () => {
    const page = within(await print());
    expect(page.queryByText('Rules to Enter')).toBeNull();
  });
});
