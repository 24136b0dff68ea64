import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { LatestCounts } from '#frontend/analysis/measure/measurement.ts';
import { groupRules } from '#frontend/features/value-rules/group-rules.ts';
import { UNCLEAR_SHOWN, VALUE_RULES_TAB } from '#frontend/features/value-rules/value-rules-tab.tsx';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { NO_APPLY_CHOICES, type ApplyChoices } from '#frontend/analysis/platforms/apply-choices.ts';
import type { ApplySource } from '#frontend/features/results/results-source.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { countRowsBeforePaint } from '#test/component/ui/rows-before-paint.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import {
  cutCells,
  independentCells,
  workedCells,
  workedFields,
} from '#test/support/analysis-worked-example.ts';
import {
  catchDownloads,
  columnOf,
  copiedRows,
  roundLike,
  openTab,
  printReport,
  renderCells,
  rowsOf,
  textsOf,
  openMoreControls,
} from '../results/results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();

const rules = () => screen.getByRole('table', { name: 'Practical Value Rules' });
const cutRules = () => screen.queryByRole('table', { name: 'Close to Average After the Cut' });
const namesIn = (table: HTMLElement | null) =>
  table &&
  within(table)
    .getAllByRole('rowheader')
    .map(({ title, textContent }) => title || textContent);
const rule = (value: string) => {
  const row = screen.getByRole('rowheader', { name: new RegExp(value) }).parentElement;
  if (!row) throw new Error(`no rule for ${value}`);
  return row;
};

const opener = (value: string) =>
  rule(value).querySelector<HTMLElement>('[data-rule-opener]') ?? document.body;
/** Opens the row of a rule and returns what opens below it. */
async function openRow(user: ReturnType<typeof renderCells>['user'], value: string): Promise<HTMLElement> {
  await user.click(opener(value));
  const detail = rule(value).nextElementSibling;
  if (!(detail instanceof HTMLElement) || !detail.matches('[data-detail]')) throw new Error('nothing opened');
  return detail;
}
/** The facts of an open row by their names. */
const factsOf = (detail: HTMLElement) =>
  Object.fromEntries(
    [...detail.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]),
  );

const UNTESTED = 'Not tested for overlaps: no pairing of significant values has 30 or more leads.';

const hintsOf = (value: string) =>
  within(rule(value))
    .queryAllByRole('button')
    .flatMap((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '') ?? []);
/** The marks of a row beside its label, and the sentences that their hints have. */
const marksOf = (value: string) =>
  within(rule(value))
    .queryAllByRole('button')
    .filter((button) => button.hasAttribute('aria-describedby') && !button.hasAttribute('data-row-label'))
    .map(({ textContent }) => textContent);
const caveatsOf = (value: string) =>
  hintsOf(value).flatMap((hint) => [...hint.children].map(({ textContent }) => textContent.trim()));

describe('the first screen', () => {
  const drawTab = (analysis: Analysis, isUnclearShown = false) => (
    <ShownRoom analysis={analysis} begin={new Map([[UNCLEAR_SHOWN, isUnclearShown]])}>
      <VALUE_RULES_TAB.Content />
    </ShownRoom>
  );
  const analyseCells = (cells: readonly Cell[]) =>
    analyse(tallyOfCells(workedFields, cells), { conversionValue: 100, thresholdPercent: 10 });

  test('leads to the explanation of the results, in a tab of its own', () => {
    render(drawTab(analyseCells(workedCells)));
    const link = screen.getByRole('link', { name: 'How to read your results' });
    expect(link).toHaveAttribute('href', '/docs/reading-results');
    expect(link).toHaveAttribute('target', '_blank');
  });

  test('does not make the list of all segments, of which there may be 100,000', () => {
    const analysis = analyseCells(workedCells);
    const segments = vi.spyOn(analysis, 'segments', 'get');
    render(drawTab(analysis));
    // The base value stands with the plan of a platform only.
    expect(document.body.textContent).not.toMatch(/base value/i);
    expect(segments).not.toHaveBeenCalled();
  });

  test.each([
    { windowHeight: 240, before: 3 },
    { windowHeight: 320, before: 4 },
  ])(
    'draws $before rules of all tables before the first paint in $windowHeight pixels',
    ({ windowHeight, before }) => {
      const analysis = analyseCells([...cutCells, [['C', 'X'], 10, 5]]);
      const { outside, inside, unclear } = groupRules(analysis.valueRules);
      expect([outside.length, inside.length, unclear.length]).toEqual([3, 1, 1]);
      vi.stubGlobal('innerHeight', windowHeight);
      expect(countRowsBeforePaint(drawTab(analysis))).toBe(before);
      expect(screen.getAllByRole('rowheader')).toHaveLength(5);
    },
  );

  test('draws unclear rules that the reader asks for at once', () => {
    const many = Array.from({ length: 11 }, (_, n): Cell => [[`C${n}`, n % 2 === 0 ? 'X' : 'Y'], 10, 6]);
    const analysis = analyseCells([...cutCells, ...many]);
    const { outside, inside, unclear } = groupRules(analysis.valueRules);
    expect([outside.length, inside.length, unclear.length]).toEqual([3, 1, 11]);
    vi.stubGlobal('innerHeight', 300);
    // Of each table that stands above the unclear rules as many as fit; of these, which have a room of their own, four.
    expect(countRowsBeforePaint(drawTab(analysis, true))).toBe(8);
  });
});

describe('the table', () => {
  test('lists segments outside the threshold, highest multiplier first', () => {
    renderCells(workedFields, workedCells);
    expect(textsOf(rules())[0]).toEqual([
      'Label',
      'Field',
      'Value',
      'Suggested Value Rule',
      'Confidence sample size',
      'Status',
      'Leads',
    ]);
    expect(namesIn(rules())).toEqual(['SourceReferral', 'DeviceDesktop', 'SourceAds', 'DeviceMobile']);
    expect(cutRules()).toBeNull();
    expect(columnOf(rules(), 'Leads')).toEqual(['100', '500', '700', '500']);
  });

  test('shows a cut multiplier large, with the lift before the cut and the partners', () => {
    renderCells(workedFields, workedCells);
    // 5/3 x 0.85 = 1.41666..., and 100 / 150 of confidence.
    const referral = rule('Referral').textContent;
    expect(referral).toContain('▲1.42x(+42%)(was 1.67x)');
    expect(referral).toContain('67%');
    expect(referral).toContain('Overlapping (1)');
    expect(within(rule('Referral')).getByTitle('Device: Desktop')).toBeInTheDocument();
  });

  test('shows an uncut multiplier alone', () => {
    renderCells(workedFields, workedCells);
    expect(rule('Mobile').textContent).toContain('▼0.55x(-45%)');
    expect(rule('Mobile').textContent).toContain('Independent');
    expect(rule('Mobile').textContent).not.toContain('was');
  });

  test('says where the cut turns a raise into a reduction', () => {
    renderCells(workedFields, cutCells);
    expect(rule('Y').textContent).toContain('0.98x(-2%)(was 1.15x)');
    expect(caveatsOf('Y')).toContain('The cut turns a raise into a reduction.');
    expect(marksOf('X')).toEqual([]);
  });

  test('puts rules that the cut brought near the average into a group below, with a heading of its own', async () => {
    const { user } = renderCells(workedFields, cutCells);
    expect(
      screen.getByText('Segments more than 10% above or below average, with the multiplier to use.'),
    ).toBeInTheDocument();
    expect(namesIn(rules())).toEqual(['SourceA', 'DeviceX', 'SourceB']);
    expect(namesIn(cutRules())).toEqual(['DeviceY']);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect((await rowsOf(downloads[0])).map(([, value]) => value)).toEqual(['Value', 'A', 'Y', 'X', 'B']);
    const page = await printReport(user);
    const printed = within(page).getByRole('table', { name: 'Close to Average After the Cut' });
    expect(columnOf(printed, 'Value')).toEqual(['Y']);
  });

  test('tells with the open row that there are few leads, not in the row', async () => {
    // Rare: 7 of 20 against a baseline of 0.2: adjusted lift 1 + 2/7 x 0.75 = 1.214, p 0.087.
    const { user } = renderCells(
      ['Source'],
      [
        [['Rare'], 20, 7],
        [['Common'], 980, 193],
      ],
    );
    expect(rule('Rare').textContent).toContain('▲1.21x');
    expect(rule('Rare').textContent).toContain('29% (low)');
    expect(marksOf('Rare')).toEqual([]);
    const detail = await openRow(user, 'Rare');
    expect(
      within(detail)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['!Few leadsLow confidence due to small sample size. Use conservative value shown.']);
  });

  test('marks blanks and other spellings, within one attribute', () => {
    renderCells(
      ['Source', 'Campaign'],
      [
        [['Google Ads', 'GOOGLE ADS'], 400, 200],
        [['google ads', 'Spring'], 400, 180],
        [['(Blank)', 'Spring'], 400, 20],
        [['Bing', 'Autumn'], 400, 30],
      ],
    );
    const notes = within(rules())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
      .toSorted();
    expect(notes).toEqual(
      [
        'CampaignAutumn',
        'CampaignGOOGLE ADS',
        'SourceBing',
        'Source(Blank)no answer given',
        'SourceGoogle Adsalso written google ads',
        'Sourcegoogle adsalso written Google Ads',
      ].toSorted(),
    );
  });

  describe('spellings that can be counted as one', () => {
    const cells: Cell[] = [
      [['Google Ads', 'Spring'], 400, 200],
      [['google ads', 'Spring'], 400, 180],
      [['Bing', 'Autumn'], 400, 30],
    ];

    test('are merged from the row of either, and the focus stays in the results', async () => {
      const mergeSpellings = vi.fn();
      const { user } = renderCells(['Source', 'Campaign'], cells, { mergeSpellings });
      await user.click(screen.getByRole('button', { name: 'Merge google ads and Google Ads' }));
      expect(mergeSpellings).toHaveBeenCalledExactlyOnceWith(0, ['google ads', 'Google Ads']);
      expect(screen.getByRole('tab', { name: 'Value Rules' })).toHaveFocus();
    });

    test('have no button where nothing can be counted anew', () => {
      renderCells(['Source', 'Campaign'], cells);
      expect(screen.queryByRole('button', { name: /^Merge/ })).toBeNull();
    });
  });

  test('marks what is true of the suggested rule itself; the open row tells all caveats', async () => {
    const cells: Cell[] = [
      ...cutCells,
      [['Few', 'X'], 9, 6],
      [['Some', 'X'], 60, 12],
      [['Sure', 'X'], 60, 0],
    ];
    const { user } = renderCells(['Source', 'Device'], cells);
    // Y is cut into the band. Few has few leads, and no test of any kind. Some may be chance.
    expect(marksOf('Y')).toEqual(['!Cut into the band']);
    expect(caveatsOf('Y')).toEqual(['Within ±10% of average after the cut.']);
    const wordsOf = async (value: string) =>
      within(await openRow(user, value))
        .queryAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(await wordsOf('Y')).toEqual(['!Cut into the bandWithin ±10% of average after the cut.']);
    // Its label says that it is not significant.
    expect(marksOf('Few')).toEqual([]);
    expect(await wordsOf('Few')).toEqual([
      '!Few leadsLow confidence due to small sample size. Use conservative value shown.',
      `Not tested${UNTESTED}`,
    ]);
    expect(await wordsOf('Some')).toEqual([`Not tested${UNTESTED}`]);
    expect(marksOf('A')).toEqual([]);
    expect(await wordsOf('A')).toEqual([]);
  });

  test('has the status as specified, and says with the open row where a rule can go', async () => {
    const { user } = renderCells(
      ['Source', 'Device'],
      [...workedCells, [['Fair', 'Mobile'], 29, 24], [['Fair', 'Desktop'], 29, 26]],
    );
    expect(columnOf(rules(), 'Status')[0]).toBe('Not tested');
    expect(marksOf('Fair')).toEqual([]);
    expect(factsOf(await openRow(user, 'Fair'))).toMatchObject({ 'Ad platforms': 'No platform rule' });
  });

  test('shows the caveats of a mark on hover, focus and tap', async () => {
    const { user } = renderCells(workedFields, cutCells);
    const mark = within(rule('Y')).getByRole('button', { name: 'Cut into the band' });
    const hint = document.getElementById(mark.getAttribute('aria-describedby') ?? '');
    expect(hint?.hidden).toBe(true);
    await user.hover(mark);
    await waitFor(() => expect(hint?.hidden).toBe(false));
    await user.unhover(mark);
    await waitFor(() => expect(hint?.hidden).toBe(true));
    act(() => mark.focus());
    expect(hint?.hidden).toBe(false);
    await user.keyboard('{Escape}');
    expect(hint?.hidden).toBe(true);
    await user.pointer({ keys: '[TouchA]', target: mark });
    expect(hint?.hidden).toBe(false);
  });

  test.each([
    [1, null],
    [2, 'and 1 more'],
    [6, 'and 5 more'],
  ])('names the partners of an overlap on one line, which opens: %i', async (partners, more) => {
    // Big converts rarely on half of the devices, Small on none of them.
    const devices = Array.from({ length: partners }, (_, i) => i);
    const { user } = renderCells(
      ['Source', 'Device'],
      [
        ...devices.map((i): Cell => [['Big', `d${i}`], 100, i % 2 ? 95 : 60]),
        ...devices.map((i): Cell => [['Small', `d${i}`], 400, i % 2 ? 20 : 120]),
        [['Small', 'none'], partners === 1 ? 400 : 1, partners === 1 ? 20 : 0],
      ],
    );
    const row = within(rule('Big'));
    expect(row.getByText(`Overlapping (${partners})`)).toBeInTheDocument();
    expect(row.getAllByRole('listitem')).toHaveLength(1);
    const button = row.queryByRole('button', { name: /more$/ });
    expect(button?.textContent ?? null).toBe(more);
    if (!button) return;
    expect(button.ariaExpanded).toBe('false');
    await user.click(button);
    expect(row.getAllByRole('listitem')).toHaveLength(partners);
    await user.click(row.getByRole('button', { name: 'Fewer' }));
    expect(row.getAllByRole('listitem')).toHaveLength(1);
  });

  test('tells tested segments from those that no test could reach', () => {
    renderCells(['Source', 'Device'], [...workedCells, [['Fair', 'Mobile'], 20, 16]]);
    expect(rule('Fair').textContent).toContain('Not tested');
    expect(rule('Fair').textContent).not.toContain('Independent');
    expect(rule('Mobile').textContent).not.toContain('Not tested');
  });

  test('calls nothing untested where there is one attribute', () => {
    renderCells(
      ['Source'],
      [
        [['A'], 200, 80],
        [['B'], 200, 20],
      ],
    );
    expect(columnOf(rules(), 'Status')).toEqual(['Independent', 'Independent']);
  });

  test('names the largest difference also where it is below the average, and none where there is none', () => {
    const settings = { conversionValue: 100, thresholdPercent: 60 };
    const { unmount } = renderCells(
      ['Source'],
      [
        [['A'], 200, 20],
        [['B'], 800, 180],
      ],
      { settings },
    );
    // A, at 1 - 200/250 x 0.5 = 0.6; B at 1 + 800/850 x 0.125.
    expect(screen.getByText('The largest difference from the average is 40%.')).toBeInTheDocument();
    unmount();
    renderCells(
      ['Source'],
      [
        [['A'], 100, 20],
        [['B'], 100, 20],
      ],
      { settings },
    );
    expect(screen.getByText(/^No segments exceed the ±60% threshold/)).toBeInTheDocument();
    expect(screen.queryByText(/largest difference/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  test('says in one line that nothing exceeds the threshold', () => {
    renderCells(workedFields, workedCells, { settings: { conversionValue: 100, thresholdPercent: 70 } });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
    expect(
      screen.getByText(
        'No segments exceed the ±70% threshold. Try lowering the significance threshold or uploading a different dataset.',
      ),
    ).toBeInTheDocument();
    // Referral, at 5/3.
    expect(screen.getByText('The largest difference from the average is 67%.')).toBeInTheDocument();
  });
});

describe('on a narrow screen', () => {
  const narrow = () =>
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(width < 48rem)' }),
    );

  test('a row shows value, suggested rule and its label; all else opens with it', async () => {
    narrow();
    const { user } = renderCells(workedFields, workedCells);
    const [value, suggested] = rule('Referral').querySelectorAll('[scope=row], [scope=row] + td');
    expect(value?.textContent).toBe('UseSourceReferral');
    expect(suggested?.textContent).toBe('▲1.42x(+42%)(was 1.67x)');
    expect(within(rule('Referral')).queryByRole('button', { name: /^Multiplier/ })).toBeNull();
    const detail = await openRow(user, 'Referral');
    expect(factsOf(detail)).toEqual({
      'Confidence, sample size': '67%',
      Status: '!Overlapping (1)Device: Desktop',
      Leads: '100',
      'On new leads': 'Likely to hold 95%',
      'Ad platforms': 'No platform rule',
    });
    expect(within(detail).getByRole('button', { name: /^Multiplier 1\.42x/ })).toBeInTheDocument();
    expect(screen.getByText(/^A name opens its row and chart\. Dot: multiplier\./)).toBeInTheDocument();
  });

  test('says with the open row how else a value is written', async () => {
    narrow();
    const { user } = renderCells(
      ['Source'],
      [
        [['Google Ads'], 400, 200],
        [['google ads'], 400, 20],
      ],
    );
    expect(rule('Google Ads').textContent).not.toContain('written');
    expect((await openRow(user, 'Google Ads')).textContent).toContain('Also written google ads.');
  });
});

describe('the open row', () => {
  test('opens and closes by the name of its value, and stays open while another tab is shown', async () => {
    const { user } = renderCells(workedFields, workedCells);
    expect(opener('Referral').tagName).toBe('BUTTON');
    expect(opener('Referral').textContent).toBe('Referral');
    expect(opener('Referral').ariaExpanded).toBe('false');
    expect(document.querySelector('[data-detail]')).toBeNull();
    await openRow(user, 'Referral');
    await openRow(user, 'Mobile');
    expect(opener('Referral').ariaExpanded).toBe('true');
    expect(opener('Ads').ariaExpanded).toBe('false');
    await openTab(user, 'Segment Details');
    await openTab(user, 'Value Rules');
    expect(document.querySelectorAll('[data-detail]')).toHaveLength(2);
    await user.click(opener('Referral'));
    expect(opener('Referral').ariaExpanded).toBe('false');
    expect(rule('Referral').nextElementSibling?.matches('[data-row]')).toBe(true);
    expect(rule('Mobile').nextElementSibling?.matches('[data-detail]')).toBe(true);
  });

  test('is opened by the keyboard: Tab reaches one name, arrows the others', async () => {
    const { user } = renderCells(workedFields, workedCells);
    const openers = ['Referral', 'Desktop', 'Ads', 'Mobile'].map(opener);
    expect(openers.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
    act(() => openers[0]?.focus());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(document.activeElement).toBe(opener('Desktop'));
    expect(openers.map(({ ariaExpanded }) => ariaExpanded)).toEqual(['false', 'true', 'false', 'false']);
    await user.keyboard('{ArrowDown}{ArrowUp} ');
    expect(opener('Desktop').ariaExpanded).toBe('false');
  });

  test('is one of many rows, of which only those in view are drawn', async () => {
    const cells = Array.from({ length: 250 }, (_, i): Cell => [[`Often ${i}`], 40, 36]);
    const { user } = renderCells(['Source'], [...cells, [['Seldom'], 5000, 50]]);
    expect(rules().getAttribute('aria-rowcount')).toBe('252');
    await openRow(user, 'Often 0\\b');
    expect(rules().getAttribute('aria-rowcount')).toBe('253');
    const drawn = [...rules().querySelectorAll('tbody tr:not([data-gap])')];
    expect(drawn.slice(0, 3).map((row) => row.getAttribute('aria-rowindex'))).toEqual(['2', '3', '4']);
    expect(drawn.slice(0, 3).map((row) => row.matches('[data-detail]'))).toEqual([false, true, false]);
    expect(drawn.length).toBeLessThan(100);
  });
});

test('long names that end differently look different, in every table and in the first sentences', async () => {
  const start = 'https://www.example.org/landing/spring-sale/2026/europe/germany';
  const names = Array.from({ length: 6 }, (_, i) => `${start}?variant=${i}`);
  const cells = names.map((name, i): Cell => [[name, i % 2 ? 'X' : 'Y'], 100, 12 * i]);
  const { user } = renderCells(['Landing page', 'Device'], cells);
  /** The parts of names that stay in view however narrow their column is. */
  const expectEnds = () => {
    const shown = screen
      .getAllByRole('table')
      .flatMap((table) => within(table).queryAllByTitle((title) => title.startsWith(start)))
      .map((name) => [name.title, name.lastElementChild?.getAttribute('data-text')]);
    expect(shown.length).toBeGreaterThan(1);
    for (const [title, end] of shown) expect(title?.slice(-10)).toBe(end);
  };
  expectEnds();
  const first = within(screen.getByRole('region', { name: 'What to Do' }));
  const cut = first.getAllByTitle(/^https.*variant/);
  const said = cut.map(({ textContent }) => textContent);
  expect(new Set(said).size).toBe(new Set(cut.map(({ title }) => title)).size);
  expect(said).toContainEqual(expect.stringMatching(/^https:.*…\?variant=5$/));
  for (const tab of ['Segment Details', 'Correlations', 'Lead Calculator'] as const) {
    await openTab(user, tab);
    if (screen.queryByRole('table')) expectEnds();
  }
});

describe('the line on overlaps', () => {
  test('counts interactions and leads to them, with the focus', async () => {
    const { user } = renderCells(workedFields, workedCells);
    expect(screen.getByText('1 Interaction(s) Detected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'View details' }));
    const correlations = screen.getByRole('tab', { name: 'Correlations' });
    expect(correlations.ariaSelected).toBe('true');
    expect(document.activeElement).toBe(correlations);
  });

  test('says that all are independent only where something was tested', () => {
    const { unmount } = renderCells(workedFields, independentCells);
    expect(screen.getByText('All segments independent').querySelector('svg')).not.toBeNull();
    expect(screen.queryByText(/pairs tested/)).toBeNull();
    unmount();
    renderCells(
      ['Source'],
      [
        [['A'], 200, 80],
        [['B'], 200, 20],
      ],
    );
    expect(screen.queryByText(/All segments independent|Interaction\(s\) Detected/)).toBeNull();
  });
});

test.each<[string, Cell[], string]>([
  ['one has too few leads', [[['C', 'X'], 20, 16]], '4 pairs tested; 1 segment has too few leads to test'],
  [
    'two have too few leads',
    [
      [['C', 'X'], 20, 16],
      [['D', 'X'], 20, 16],
    ],
    '4 pairs tested; 2 segments have too few leads to test',
  ],
  [
    'one is not significant',
    [[['C', 'X'], 30, 10]],
    '4 pairs tested; 1 could not be tested together with others',
  ],
])('segments are called independent without a tick where %s', (_, more, words) => {
  renderCells(['Source', 'Device'], [...independentCells, ...more]);
  expect(screen.getByText('All segments independent').querySelector('svg')).toBeNull();
  expect(screen.getByText(words)).toBeInTheDocument();
});

describe('whether a rule is expected to hold', () => {
  // The worked example: chances 99.99%, 31% (no rule), 99% and 74%.
  const VALUES = { a: [500, 150], b: [500, 100], c: [700, 100], d: [300, 50] } as const;
  const cells = Object.entries(VALUES).map(([value, counts]): Cell => [[value], ...counts]);

  test('opens with the row of the rule with its chance, and is in its hint', async () => {
    const { user } = renderCells(['Source'], cells);
    expect(rules().textContent).not.toMatch(/hold|fade/);
    expect(factsOf(await openRow(user, 'a'))['On new leads']).toBe('Likely to hold 95%');
    expect(factsOf(await openRow(user, 'd'))['On new leads']).toBe('May fade 75%');
    const chart = within(rule('d')).getByRole('button', { name: /^Multiplier/ });
    expect(chart.getAttribute('aria-label')).toMatch(/May fade: 75%\.$/);
    const [term] = screen.getAllByRole('button', { name: 'On new leads' });
    expect(term).toHaveAccessibleDescription(/Likely to hold: at least 80%\. May fade: at least 50%\./);
  });

  test('has no chance below 50%', async () => {
    // 66 of 300 in 420 of 2,100: a lift of 1.1 whose interval holds 1.
    const { user } = renderCells(
      ['Source'],
      [
        [['a'], 300, 68],
        [['b'], 900, 176],
        [['c'], 900, 176],
      ],
    );
    expect(factsOf(await openRow(user, 'a'))['On new leads']).toBe("Don't count on it");
  });

  test('is in the file behind all other columns, and on paper', async () => {
    const { user } = renderCells(['Source'], cells);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const [head, ...rows] = await rowsOf(downloads[0]);
    expect(head?.slice(-3)).toEqual(['Notes', 'Expected to Hold', 'Chance to Hold (%)']);
    expect(rows.map((row) => [row[1], ...row.slice(-2)])).toEqual([
      ['a', 'Likely to hold', '95'],
      ['d', 'May fade', '75'],
      ['c', 'Likely to hold', '95'],
    ]);
    const page = await printReport(user);
    const [first] = within(page).getAllByRole('table', { name: 'Practical Value Rules' });
    expect(columnOf(first!, 'Label')).toContain('UseLikely to hold 95%');
    vi.unstubAllGlobals();
  });

  describe('with dates', () => {
    const part = (leads: number, conversions: number) => ({ leads, conversions, sum: 0, sumOfSquares: 0 });
    // The worked example of the latest leads, at which a fell.
    const latest: LatestCounts = {
      fields: [
        {
          name: 'Source',
          values: [
            { value: 'a', earlier: part(500, 150), later: part(200, 40) },
            { value: 'b', earlier: part(500, 100), later: part(250, 55) },
            { value: 'c', earlier: part(700, 100), later: part(250, 40) },
            { value: 'd', earlier: part(300, 50), later: part(100, 15) },
          ],
        },
      ],
      total: { earlier: part(2000, 400), later: part(800, 150) },
    };

    test('the latest leads say whether a rule fell, held, or needs more of them', async () => {
      const { user } = renderCells(['Source'], cells, { latest });
      expect(rules().textContent).not.toContain('Latest 30%');
      // The sign of a warning stands in the row.
      expect(opener('a').textContent).toBe('a! The open row has a warning.');
      expect(opener('d').textContent).toBe('d');
      expect(factsOf(await openRow(user, 'a'))['Latest 30%']).toBe('! fell');
      expect(factsOf(await openRow(user, 'd'))['Latest 30%']).toBe(
        'not enough leads to tell, same side so far',
      );
      const chart = within(rule('d')).getByRole('button', { name: /^Multiplier/ });
      expect(chart.getAttribute('aria-label')).toContain(
        'Latest 30%: not enough leads to tell, same side so far.',
      );
      await user.click(screen.getByRole('button', { name: 'Download CSV' }));
      const [head, ...rows] = await rowsOf(downloads.at(-1));
      expect(head?.at(-1)).toBe('Latest 30%');
      expect(rows.map((row) => row.at(-1))).toEqual([
        'fell',
        'not enough leads to tell, same side so far',
        'not enough leads to tell, same side so far',
      ]);
    });

    test('paper names them where they tell something', async () => {
      const { user } = renderCells(['Source'], cells, { latest });
      const page = await printReport(user);
      expect(page.textContent).toContain('Latest 30%: fell');
      expect(page.textContent).not.toContain('Latest 30%: not enough');
      vi.unstubAllGlobals();
    });

    test('nothing is said before they are counted', () => {
      renderCells(['Source'], cells, { latest: null });
      expect(document.body.textContent).not.toContain('Latest 30%');
    });
  });
});

describe('taking the rules along', () => {
  test('downloads them as a file', async () => {
    const { user } = renderCells(workedFields, workedCells);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(downloads[0]?.name).toMatch(/^practical_value_rules_\d{4}-\d{2}-\d{2}\.csv$/);
    expect(await downloads[0]?.blob.text()).toContain('Source,Referral,1.416');
  });

  test('copies them as a table, figures as the page shows them', async () => {
    const { user } = renderCells(workedFields, workedCells);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const lines = (await navigator.clipboard.readText()).split(/\r?\n/);
    expect(lines[0]).toBe(
      'Field\tValue\tSuggested Value Rule\tConfidence\tStatus\tLeads\tLabel\tBalanced\tNotes\tExpected to Hold\tChance to Hold (%)',
    );
    expect(lines[1]?.split('\t').slice(0, 6)).toEqual([
      'Source',
      'Referral',
      '1.42',
      '67',
      'Overlapping (1): Device: Desktop',
      '100',
    ]);
  });

  test("copies figures with the decimal mark of 'Semicolon, 1,5'; the file stays unrounded", async () => {
    const { user } = renderCells(workedFields, workedCells);
    await openMoreControls(user);
    await user.click(screen.getByRole('button', { name: 'Semicolon, 1,5' }));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await copiedRows())[1]?.slice(0, 4)).toEqual(['Source', 'Referral', '1,42', '67']);
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    expect(await downloads[0]?.blob.text()).toContain('Source;Referral;1,416666666666');
    await user.click(screen.getByRole('button', { name: 'Comma, 1.5' }));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect((await copiedRows())[1]?.[2]).toBe('1.42');
  });

  test('copies every rule that the file has', async () => {
    const cells = Array.from({ length: 250 }, (_, i): Cell => [[`Often ${i}`], 40, 36]);
    const { user } = renderCells(['Source'], [...cells, [['Seldom'], 5000, 50]]);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    const exported = await rowsOf(downloads[0]);
    expect(exported).toHaveLength(252);
    const copied = await copiedRows();
    const rows = exported.map((row) => [...row.slice(0, 6), row[8]!, row[18]!, ...row.slice(-3)]);
    expect(copied).toEqual(roundLike(copied, rows));
  });
});

describe('the place of a rule', () => {
  const noChoices = { ...NO_APPLY_CHOICES, kinds: [] };
  const applyWith = (choices: ApplyChoices): ApplySource => ({
    choices,
    onChange: () => {},
    ask: () => Promise.reject(new Error('not asked here')),
  });

  const placeOf = async (user: ReturnType<typeof renderCells>['user'], value: string) =>
    factsOf(await openRow(user, value))['Ad platforms'];

  test('is each platform that takes the value as a condition, by what the column seems to be', async () => {
    const { user } = renderCells(workedFields, workedCells);
    expect(rules().textContent).not.toMatch(/platform rule|Rule on/);
    // Each platform takes devices, and none takes sources.
    expect(await placeOf(user, 'Mobile')).toBe('Rule on Google, Meta, Microsoft');
    expect(await placeOf(user, 'Referral')).toBe('No platform rule');
  });

  test('follows the kind that the visitor chose', async () => {
    const { user } = renderCells(workedFields, workedCells, {
      apply: applyWith({ ...noChoices, kinds: ['audience', 'none'] }),
    });
    expect(await placeOf(user, 'Mobile')).toBe('No platform rule');
    expect(await placeOf(user, 'Referral')).toMatch(/^Rule on Google/);
  });

  test('is none that bars the kind for the offer of the visitor', async () => {
    const ages: Cell[] = [
      [['25-34'], 200, 80],
      [['35-44'], 200, 20],
    ];
    const placeWith = async (isSpecialOffer: boolean | null) => {
      const apply = applyWith({ ...noChoices, kinds: ['age'], isSpecialOffer });
      const { user, unmount } = renderCells(['Age'], ages, { apply });
      const place = await placeOf(user, '25-34');
      unmount();
      return place;
    };
    for (const answer of [null, false]) expect(await placeWith(answer)).toContain('Rule on Meta');
    expect(await placeWith(true)).toBe('No platform rule');
  });

  test('is not said of unclear rules', async () => {
    const { user } = renderCells(
      ['Device'],
      [
        [['Mobile'], 20, 7],
        [['Desktop'], 980, 193],
      ],
    );
    expect(factsOf(await openRow(user, 'Mobile'))).not.toHaveProperty('Ad platforms');
  });
});

describe('the chart beside each rule', () => {
  const chart = (value: string) => within(rule(value)).getByRole('button', { name: /^Multiplier/ });

  test('says multiplier, range after shrinking, counts and test of its rule', () => {
    renderCells(workedFields, workedCells);
    // 40 of 100 in 200 of 1,000: 1.5944 to 2.4801 around 2, moved towards 1 by 2/3 and x 0.85 after the cut.
    expect(chart('Referral').getAttribute('aria-label')).toBe(
      'Multiplier 1.42x, range after shrinking 1.19x to 1.69x. 40 of 100 leads converted: 40.0%, ' +
        '95% interval 30.9% to 49.8%; against 20.0% overall. p <0.001, significant. Use: significant, also among all 5 tested segments (under 0.1% by chance). ' +
        'Likely to hold: 95%.',
    );
  });

  test('stands on one logarithmic axis around 1 with the band of the threshold', () => {
    renderCells(workedFields, workedCells, { settings: { conversionValue: 100, thresholdPercent: 20 } });
    // Mobile: 50 of 500, from 0.40 on, so the axis runs from 1/3 to 3.
    const [band, middle] = chart('Referral').querySelectorAll('span');
    const left = 50 + (50 * Math.log(0.8)) / Math.log(3);
    expect(parseFloat(band?.style.left ?? '')).toBeCloseTo(left, 2);
    expect(middle?.className).toContain('left-1/2');
    const dot = chart('Referral').querySelector('circle')?.parentElement;
    expect(parseFloat(dot?.getAttribute('x') ?? '')).toBeCloseTo(
      50 + (50 * Math.log((5 / 3) * 0.85)) / Math.log(3),
      2,
    );
  });

  test('shows its figures on focus; Tab goes to one chart, arrows go on, Escape closes', async () => {
    const { user } = renderCells(workedFields, workedCells);
    const figures = () => document.querySelector('[popover].ui-hint[aria-hidden]')?.textContent ?? '';
    const charts = within(rules()).getAllByRole('button', { name: /^Multiplier/ });
    expect(charts.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
    act(() => charts[0]?.focus());
    expect(figures()).toContain('Source: Referral');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(charts[1]);
    expect(charts.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1]);
    expect(figures()).toContain('Device: Desktop');
    await user.keyboard('{Escape}');
    expect(figures()).toBe('');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(charts[0]);
  });

  test('has a dot and the interval of the same figure, and no other mark', () => {
    renderCells(workedFields, workedCells);
    // Mobile: 50 of 500, 0.40 to 0.62 around 0.5, moved towards 1 by 10/11: from 0.46 on, so the axis runs from 1/3 to 3.
    const place = (ratio: number) => 50 + (50 * Math.log(ratio)) / Math.log(3);
    const marks = [...chart('Referral').querySelectorAll('svg svg')];
    expect(marks.map((mark) => parseFloat(mark.getAttribute('x') ?? ''))).toEqual([
      expect.closeTo(place((5 / 3) * 0.85), 2),
    ]);
    expect(chart('Referral').querySelectorAll('polygon, path')).toHaveLength(0);
    const line = chart('Referral').querySelector('svg > line');
    // The interval of the lift, moved as the lift is: see the test above.
    const end = (lift: number) => place(0.85 * (1 + (2 / 3) * (lift - 1)));
    expect(parseFloat(line?.getAttribute('x1') ?? '')).toBeCloseTo(end(1.5944), 1);
    expect(parseFloat(line?.getAttribute('x2') ?? '')).toBeCloseTo(end(2.4801), 1);
    expect(screen.getByText(/^Dot: multiplier\. Line: range after shrinking\./)).toBeInTheDocument();
  });

  test('has a larger dot for more leads', () => {
    renderCells(workedFields, workedCells);
    // 100, 500, 700 and 500 leads.
    const radius = (value: string) => Number(chart(value).querySelector('circle')?.getAttribute('r'));
    expect(radius('Referral')).toBeLessThan(radius('Desktop'));
    expect(radius('Desktop')).toBe(radius('Mobile'));
    expect(radius('Mobile')).toBeLessThan(radius('Ads'));
  });

  test('points beyond the axis where the lift has no place on it', () => {
    renderCells(
      ['Source'],
      [
        [['Never'], 5000, 0],
        [['Often'], 5000, 1000],
      ],
    );
    expect(chart('Never').querySelector('circle')).toBeNull();
    expect(chart('Never').querySelector('path')).not.toBeNull();
    expect(chart('Often').querySelector('path')).toBeNull();
  });

  test('is hollow where the rule is not significant', () => {
    renderCells(
      ['Source'],
      [
        [['Rare'], 20, 7],
        [['Common'], 980, 193],
      ],
    );
    expect(chart('Rare').querySelector('circle')?.getAttribute('class')).toContain('fill-canvas');
  });
});
