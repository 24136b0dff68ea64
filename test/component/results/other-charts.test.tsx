import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { Calculator } from '#frontend/features/calculator/calculator-tab.tsx';
import { PICKS } from '#frontend/features/calculator/lead-value.tsx';
import { ShownRoom } from '#test/support/shown-results.tsx';
import { readToast } from '#frontend/ui/toast-store.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import { catchDownloads, openTab, renderCells } from './results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();
// There is no canvas here: colours stay as the style sheet has them.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

/** The code of the charts is fetched first. */
const LATE = { timeout: 10_000 };

const textsIn = (figure: HTMLElement) =>
  [...figure.querySelectorAll('svg text')].map((text) => text.textContent);

describe('the chart of correlations', () => {
  test('has predicted and actual lift per pair, significant ones first', async () => {
    const { user } = renderCells(workedFields, workedCells);
    await openTab(user, 'Correlations');
    const figure = await screen.findByRole(
      'figure',
      { name: 'Predicted and Actual Lift' },
      { timeout: 10_000 },
    );
    const texts = textsIn(figure);
    const first = texts.indexOf('Source: Referral');
    // Predicted 80/33, actual 3.5.
    expect(texts.slice(first, first + 3)).toEqual(['Source: Referral', 'Device: Desktop', '▲ +107.6']);
    expect(
      within(figure).getByRole('button', {
        name: 'Source: Referral + Device: Desktop. Predicted lift 2.42x, actual lift 3.50x, difference +107.6 points. 35 of 50 leads converted: 70.0%, 95% interval 56.2% to 80.9%. p 0.002, significant. Use: significant, also among all 4 tested pairs (0.9% by chance).',
      }),
    ).toBeInTheDocument();
    // One pair is significant. The others come on request, without a sign.
    expect(within(figure).getAllByRole('listitem')).toHaveLength(1);
    expect(figure.textContent).toContain('The 1 significant pair of 4 tested pairs.');
    await user.click(within(figure).getByRole('button', { name: 'Show all 4' }));
    expect(within(figure).getAllByRole('listitem')).toHaveLength(4);
    expect(textsIn(figure)).toContain('-40.9');
    expect(
      within(figure).getByRole('button', {
        name: /^Source: Referral \+ Device: Mobile\..* p 0\.134, not significant\. Unclear: not significant; the difference may be chance\.$/,
      }),
    ).toBeInTheDocument();
    await user.click(within(figure).getByRole('button', { name: 'Download SVG' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toMatch(/^correlation_chart_\d{4}-\d{2}-\d{2}\.svg$/);
  });
});

test('a chart that is too large for a picture says so and offers the drawing', async () => {
  // Browsers answer null where the canvas is too large.
  const refused = vi.fn((answer: BlobCallback) => answer(null));
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(refused);
  vi.stubGlobal(
    'Image',
    class extends Image {
      override decode = async () => {};
    },
  );
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { user } = renderCells(workedFields, workedCells);
  await openTab(user, 'Correlations');
  const figure = await screen.findByRole('figure', { name: 'Predicted and Actual Lift' }, LATE);
  const before = downloads.length;
  await user.click(within(figure).getByRole('button', { name: 'Download PNG' }));
  await waitFor(() => expect(readToast()?.title).toBe('No PNG'));
  expect(readToast()?.description).toBe(
    'This browser cannot draw a picture of this size. Choose Download SVG, or chart fewer rows.',
  );
  expect(refused).toHaveBeenCalledOnce();
  expect(warned).toHaveBeenCalledOnce();
  expect(downloads).toHaveLength(before);
});

test('a pair that converts less than its values predict points down', async () => {
  // A and X: 16 of 200, predicted 0.225 x 0.46 x 1.21; p 0.04999.
  const { user } = renderCells(
    ['Source', 'Device'],
    [
      [['A', 'X'], 200, 16],
      [['A', 'Y'], 50, 4],
      [['B', 'X'], 100, 68],
      [['B', 'Y'], 50, 2],
    ],
  );
  await openTab(user, 'Correlations');
  const figure = await screen.findByRole(
    'figure',
    { name: 'Predicted and Actual Lift' },
    { timeout: 10_000 },
  );
  expect(textsIn(figure)).toContain('▼ -20.4');
});

describe('a chart of many pairs', () => {
  /** `sources` x `devices` pairs of 30 leads, each of a value far above the average or far below it. */
  const pairs = (sources: number, devices: number): Cell[] =>
    Array.from({ length: sources * devices }, (_, i) => {
      const [a, b] = [i % sources, Math.floor(i / sources)];
      return [[`S${a}`, `D${b}`], 30, (a % 2 ? 13 : 2) + (b % 2 ? 13 : 2)];
    });
  async function findChart(sources: number, devices: number) {
    const { user } = renderCells(workedFields, pairs(sources, devices));
    await openTab(user, 'Correlations');
    const figure = await screen.findByRole(
      'figure',
      { name: 'Predicted and Actual Lift' },
      { timeout: 10_000 },
    );
    return { user, figure, rows: () => within(figure).getAllByRole('listitem') };
  }

  test('where none is significant has the six largest differences, and all on request', async () => {
    const { user, figure, rows } = await findChart(4, 3);
    expect(rows()).toHaveLength(6);
    expect(figure.textContent).toContain('The 6 largest differences of 12 tested pairs.');
    await user.click(within(figure).getByRole('button', { name: 'Show all 12' }));
    expect(rows()).toHaveLength(12);
    expect(figure.textContent).not.toContain('largest differences');
    await user.click(within(figure).getByRole('button', { name: 'Show fewer' }));
    expect(rows()).toHaveLength(6);
  });

  test('has all of six', async () => {
    const { figure, rows } = await findChart(3, 2);
    expect(rows()).toHaveLength(6);
    expect(within(figure).queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('has 300 at most', async () => {
    const { figure } = await findChart(18, 17);
    expect(within(figure).getByRole('button', { name: 'Show all (up to 300)' })).toBeInTheDocument();
  });

  test('has the first 24 of more significant pairs', async () => {
    // Half of the pairs of odd values convert always, the other half never.
    const cells = Array.from({ length: 64 }, (_, i): Cell => {
      const [a, b] = [i % 8, Math.floor(i / 8)];
      const isOften = (a % 2) + (b % 2);
      return [[`S${a}`, `D${b}`], 100, 40 * isOften + ((a + b) % 4 < 2 ? 15 : 1)];
    });
    const { user } = renderCells(workedFields, cells);
    await openTab(user, 'Correlations');
    const figure = await screen.findByRole('figure', { name: 'Predicted and Actual Lift' }, LATE);
    expect(within(figure).getAllByRole('listitem')).toHaveLength(24);
    expect(figure.textContent).toMatch(/The first 24 significant pairs of \d+ tested pairs\./);
  });
});

describe('the waterfall of a lead value', () => {
  const draw = (conversionValue: number) =>
    render(
      <ShownRoom
        analysis={analyse(tallyOfCells(workedFields, workedCells), { conversionValue, thresholdPercent: 10 })}
        begin={new Map([[PICKS, { 0: 'Email', 1: 'Mobile' }]])}
      >
        <Calculator />
      </ShownRoom>,
    );

  test('leads from the baseline value over each factor to the value', async () => {
    draw(100);
    const name = 'From Baseline to Lead Value';
    const texts = textsIn(await screen.findByRole('figure', { name }, { timeout: 10_000 }));
    // Email: 200 leads, 40 conversions, as average: 1. Mobile, in no significant pair: 6/11. 20 x 6/11 = 10.91.
    const figure = screen.getByRole('figure', { name });
    expect(within(figure).getByRole('img').ariaLabel).toBe(
      'Baseline lead value $20.00; Source: Email 1.00x to $20.00; Device: Mobile 0.55x to $10.91; Lead value $10.91',
    );
    expect(texts).toEqual([
      'Baseline lead value',
      '$20.00',
      'Source: Email',
      '1.00x',
      '$20.00',
      'Device: Mobile',
      '▼ 0.55x',
      '$10.91',
      'Lead value',
      '$10.91',
    ]);
  });

  test('has bars as long as their dollars, each from where the one above ends', async () => {
    draw(100);
    const figure = await screen.findByRole(
      'figure',
      { name: 'From Baseline to Lead Value' },
      { timeout: 10_000 },
    );
    const bars = [...figure.querySelectorAll('svg rect')].map((bar) => {
      const [x, width] = [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))];
      return { start: x, end: x + width, tone: /fill-(\w+)/.exec(bar.getAttribute('class') ?? '')?.[1] };
    });
    const [baseline, email, mobile, value] = bars;
    if (!baseline || !email || !mobile || !value) throw new Error('a bar is missing');
    expect(bars).toHaveLength(4);
    const length = (bar: typeof baseline) => bar.end - bar.start;
    // $20 and $10.91; Email changes nothing; Mobile takes the rest.
    expect(length(value) / length(baseline)).toBeCloseTo(6 / 11, 10);
    expect([value.start, email.start]).toEqual([baseline.start, baseline.end]);
    expect([mobile.start, mobile.end].map((x) => x.toFixed(6))).toEqual(
      [value.end, baseline.end].map((x) => x.toFixed(6)),
    );
    expect(bars.map(({ tone }) => tone)).toEqual(['muted', 'control', 'down', 'muted']);
    // A line leads from each end to the next bar.
    const lines = [...figure.querySelectorAll('svg line')].map((line) => line.getAttribute('x1'));
    expect(lines.map(Number)).toEqual([baseline.end, baseline.end, mobile.start]);
  });

  test('is left out where there is no value to lead from', () => {
    draw(0);
    expect(screen.getAllByText('$0').length).toBeGreaterThan(0);
    expect(screen.queryByRole('figure')).toBeNull();
  });
});
