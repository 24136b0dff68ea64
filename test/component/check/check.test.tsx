import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import type { UnseenCheck } from '#frontend/analysis/check/check-unseen.ts';
import type { AskCheck } from '#frontend/features/results/results-source.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { finishedCheck } from '#test/support/finished-check.ts';
import {
  CONTEXT,
  catchDownloads,
  columnOf,
  copiedRows,
  closeView,
  openTab,
  openView,
  printReport,
  renderCells,
  rowsOf,
  showMethods,
  textsOf,
} from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

type Hooks = Parameters<AskCheck>[1];

/** A thread that a test lets answer. */
function fakeThread() {
  const asked: { hooks: Hooks; answer: PromiseWithResolvers<UnseenCheck>; thresholdPercent: number }[] = [];
  const checkUnseen: AskCheck = ({ thresholdPercent }, hooks) => {
    const answer = Promise.withResolvers<UnseenCheck>();
    asked.push({ hooks, answer, thresholdPercent });
    hooks.signal.addEventListener('abort', () => answer.reject(hooks.signal.reason));
    return answer.promise;
  };
  const last = () => {
    const one = asked.at(-1);
    if (!one) throw new Error('nothing was asked');
    return one;
  };
  return {
    asked,
    checkUnseen,
    report: (done: number) => act(() => last().hooks.onProgress({ done, repeats: 20 })),
    answer: (check: UnseenCheck) => act(async () => last().answer.resolve(check)),
    fail: (error = new Error('out of memory')) => act(async () => last().answer.reject(error)),
  };
}

async function openCheck() {
  const thread = fakeThread();
  const view = renderCells(workedFields, workedCells, { checkUnseen: thread.checkUnseen });
  await openView(view.user, 'How this was checked');
  await screen.findByRole('button', { name: 'Cancel' }, { timeout: 10_000 });
  return { ...view, thread };
}

const VERDICT =
  'On unseen leads, values per lead were 5% off (chance alone: 4%); the suggested rules, multiplied, 20%.';

describe('the check', () => {
  test('starts when its view is opened, goes on beside the tabs, and is kept', async () => {
    const thread = fakeThread();
    const { user } = renderCells(workedFields, workedCells, { checkUnseen: thread.checkUnseen });
    expect(thread.asked).toHaveLength(0);
    await openView(user, 'How this was checked');
    expect(await screen.findByRole('progressbar', {}, { timeout: 10_000 })).toBeInTheDocument();
    thread.report(7);
    expect(screen.getByText('7 of 20 repeats')).toBeInTheDocument();
    await openTab(user, 'Correlations');
    await thread.answer(finishedCheck());
    await openView(user, 'How this was checked');
    expect(screen.getByRole('heading', { name: VERDICT })).toBeInTheDocument();
    expect(thread.asked).toHaveLength(1);
    // The conversion value changes no count.
    await closeView(user);
    await user.click(screen.getByRole('button', { name: 'Increase Conversion Value' }));
    await openView(user, 'How this was checked');
    expect(screen.getByRole('heading', { name: VERDICT })).toBeInTheDocument();
    expect(thread.asked).toHaveLength(1);
  });

  test('starts again with another threshold', async () => {
    const { user, thread } = await openCheck();
    await closeView(user);
    await user.click(screen.getByRole('button', { name: 'Increase Significance Threshold' }));
    await openView(user, 'How this was checked');
    expect(
      thread.asked.map(({ hooks, thresholdPercent }) => [hooks.signal.aborted, thresholdPercent]),
    ).toEqual([
      [true, 10],
      [false, 11],
    ]);
    await thread.answer(finishedCheck());
    expect(screen.getByRole('heading', { name: VERDICT })).toBeInTheDocument();
  });

  test('is cancelled, and started again by the reader only', async () => {
    const { user, thread } = await openCheck();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(thread.asked[0]?.hooks.signal.aborted).toBe(true);
    expect(screen.getByRole('heading', { name: 'The check was cancelled' })).toBeInTheDocument();
    await openTab(user, 'Value Rules');
    await openView(user, 'How this was checked');
    expect(thread.asked).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Check Again' }));
    await thread.answer(finishedCheck());
    expect(screen.getByRole('heading', { name: VERDICT })).toBeInTheDocument();
  });

  test('names a failure, and offers to try again', async () => {
    const { user, thread } = await openCheck();
    await thread.fail();
    expect(screen.getByRole('alert').textContent).toContain('The check failed');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await thread.answer(finishedCheck());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: VERDICT })).toBeInTheDocument();
  });

  test('names code that could not be fetched', async () => {
    const { thread } = await openCheck();
    await thread.fail(new PartMissing());
    expect(screen.getByRole('alert').textContent).toContain(PART_MISSING);
  });

  test('says so instead of showing noise where there are few conversions', async () => {
    const { thread } = await openCheck();
    await thread.answer({ kind: 'too-few-conversions', conversions: 41, needed: 200 });
    const text = screen.getByRole('region', { name: 'How this was checked' }).textContent;
    expect(text).toContain('Under 200 conversions, a check would show chance and not the rules.');
    expect(text).toContain('This file has 41.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test.each([
    ['conversions', 'None of the 2,772 checked leads has converted.'],
    ['value', 'The 2,772 checked leads brought no value.'],
  ] as const)('gives no verdict where nothing happened, by %s', async (basis, sentence) => {
    const { thread } = await openCheck();
    await thread.answer({ kind: 'nothing-happened', basis, leads: 2772 });
    const text = screen.getByRole('region', { name: 'How this was checked' }).textContent;
    expect(text).toContain(sentence);
    expect(text).not.toContain('off');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('ends when the results are left', async () => {
    const { thread, unmount } = await openCheck();
    unmount();
    expect(thread.asked[0]?.hooks.signal.aborted).toBe(true);
  });

  test('is not offered where there are no leads to check', () => {
    renderCells(workedFields, workedCells);
    expect(screen.queryByText('How this was checked')).toBeNull();
  });
});

describe('the result of the check', () => {
  async function showResult(check = finishedCheck()) {
    const view = await openCheck();
    await view.thread.answer(check);
    expect(screen.queryByText('Ignores that values overlap.')).toBeNull();
    await showMethods(view.user);
    return view;
  }

  test('draws the calibration, and the bias of each method', async () => {
    await showResult();
    const text = screen.getByRole('region', { name: 'How this was checked' }).textContent;
    expect(text).toContain('Rules were learned on 70% of the leads and tried on the other 30%, 20 times.');
    expect(text).not.toContain('chosen anew');
    expect(text).not.toContain('families');
    expect(text).toContain('Seed 2026, 20 repeats, 100 unseen leads each, of which 50 converted on average.');
    expect(
      screen.getByRole('img', { name: /Suggested is off by 20.0%/ }).querySelectorAll('circle'),
    ).toHaveLength(20);
    expect(text).not.toMatch(/held|faded/i);
    expect(screen.queryByRole('table', { name: 'Rules on Unseen Leads' })).toBeNull();
    const methods = screen.getByRole('table', { name: 'Predicted and Actual Conversions' });
    expect(columnOf(methods, 'Method')).toEqual([
      'Suggested value rules',
      'All lifts multiplied',
      'Balanced',
      'Best estimate',
    ]);
    expect(columnOf(methods, 'Bias')).toEqual(['−14.0%', '−10.0%', '+1.2%', '0.0%']);
    expect(columnOf(methods, '95% Band')[0]).toBe('−20.0% to −8.0%');
    expect(columnOf(methods, 'Off By')).toHaveLength(4);
  });

  test('compares the multipliers of each rule, which the value rules don’t', async () => {
    await showResult();
    const section = screen.getByRole('region', { name: 'Compare methods' });
    expect(section.textContent).toContain('Suggested Ignores that values overlap.');
    expect(section.textContent).toContain(
      'Balanced Corrects for overlap. Use this when attributes are related.',
    );
    const table = within(section).getByRole('table', { name: 'Multipliers of Each Rule' });
    // 5/3 x 0.85; 125 / 73 is the balanced fit by hand, with 50 added leads.
    expect(textsOf(table)[1]).toEqual(['Source', 'Referral', '▲1.42x', '▲1.71x', '100']);
  });

  test('says which values were chosen anew, on the page and in the download', async () => {
    const { user } = await showResult(finishedCheck({ chosenAnew: ['Visits', 'City'] }));
    const text = screen.getByRole('region', { name: 'How this was checked' }).textContent;
    expect(text).toContain(
      'The best-split ranges or merged rare values of Visits and City were chosen anew each time',
    );
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await rowsOf(downloads[0])).toContainEqual(['Values Chosen Anew in Each Repeat', 'Visits, City']);
  });

  test.each([
    [{ least: 2, most: 6 }, '2 to 6'],
    [{ least: 2, most: 2 }, '2'],
  ])('says once that rows come in families, and what follows: %o', async (families, sizes) => {
    const { user } = await showResult(finishedCheck({ families }));
    const text = screen.getByRole('region', { name: 'How this was checked' }).textContent;
    const sentence = `Rows come in families of ${sizes}: one customer, one company, or one form sent twice. Each family was either learned from or tried on, never both.`;
    expect(text.split(sentence)).toHaveLength(2);
    expect(text.split('families')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await rowsOf(downloads[0])).toContainEqual(['Rows per Family', sizes]);
    expect((await printReport(user)).textContent).toContain(sentence);
    vi.unstubAllGlobals();
  });

  test('is copied and downloaded', async () => {
    const { user } = await showResult();
    const copy = screen.getAllByRole('button', { name: 'Copy' })[1];
    await user.click(copy!); // the second of two tables
    const [head, first] = await copiedRows();
    expect(head?.slice(0, 4)).toEqual(['Method', 'Predicted', 'Actual', 'Bias']);
    expect(head?.at(-1)).toBe('By Chance');
    expect(first?.[0]).toBe('Suggested value rules');
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(downloads[0]?.name).toMatch(/^check_on_unseen_leads_\d{4}-\d{2}-\d{2}\.csv$/);
    const rows = await rowsOf(downloads[0]);
    expect(rows).toContainEqual(['Verdict', VERDICT]);
    expect(rows).toContainEqual(['Seed', '2026']);
    expect(rows.find(([name]) => name === 'Balanced')).toEqual([
      'Balanced',
      '50.6',
      '50',
      '1.2',
      '-10',
      '12',
      '20',
      '4',
    ]);
    expect(rows.at(-1)?.[0]).toBe('10');
  });

  test('says in its file which leads are left out', async () => {
    const context = { ...CONTEXT, leads: { leftOutStatuses: ['Open'], date: null } };
    const leftOut = { byStatus: 400, unreadableDate: 0, byDate: 0, young: 0 };
    const checkUnseen = () => Promise.resolve(finishedCheck());
    const { user } = renderCells(workedFields, workedCells, { checkUnseen, context, leftOut });
    await openView(user, 'How this was checked');
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }, { timeout: 10_000 }));
    expect(await rowsOf(downloads[0])).toContainEqual(['Leads Left Out', '400', 'by status (Open)']);
  });

  test('is printed once it is there', async () => {
    const { user, thread } = await openCheck();
    const before = await printReport(user);
    expect(within(before).queryByRole('heading', { name: 'Check on Unseen Leads' })).toBeNull();
    await thread.answer(finishedCheck());
    const page = document.querySelector<HTMLElement>('.ui-report');
    if (!page) throw new Error('nothing is printed');
    expect(within(page).getByRole('heading', { name: 'Check on Unseen Leads' })).toBeInTheDocument();
    expect(page.textContent).toContain(VERDICT);
    vi.unstubAllGlobals();
  });
});

describe('the check on the latest leads', () => {
  const contextWith = (youngerThanDays: number | null) => ({
    ...CONTEXT,
    leads: {
      leftOutStatuses: [],
      date: { column: 'Created', dateFormat: null, from: null, to: null, youngerThanDays },
    },
  });
  const open = async (youngerThanDays: number | null) => {
    const asked: (string | undefined)[] = [];
    const checkUnseen: AskCheck = async (_, __, part) => {
      asked.push(part);
      return finishedCheck(part === 'latest' ? { part, repeats: 1 } : {});
    };
    const context = contextWith(youngerThanDays);
    const { user } = renderCells(workedFields, workedCells, { checkUnseen, context });
    await openView(user, 'How this was checked');
    await screen.findByText(/^Rules were learned on 70% of the leads/, undefined, { timeout: 10_000 });
    await user.click(screen.getByRole('button', { name: 'The latest 30%' }));
    await screen.findByText(
      /^Rules were learned on the older 70% of the leads and tried on the latest 30%, once/,
    );
    await showMethods(user);
    return asked;
  };

  test('is offered where there is a column of dates, and warns where no young leads are left out', async () => {
    expect(await open(null)).toEqual(['random', 'latest']);
    expect(screen.getByText('No young leads are left out')).toBeInTheDocument();
    expect(screen.getByText(/^The latest 100 leads, of which 50 converted/)).toBeInTheDocument();
  });

  test('does not warn after young leads are left out', async () => {
    await open(28);
    expect(screen.queryByText('No young leads are left out')).toBeNull();
  });

  test('is not offered without a column of dates', async () => {
    const { thread } = await openCheck();
    await thread.answer(finishedCheck());
    expect(screen.queryByRole('button', { name: 'The latest 30%' })).toBeNull();
  });
});
