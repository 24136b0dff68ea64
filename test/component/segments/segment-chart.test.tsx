import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readToast } from '#frontend/ui/toast-store.ts';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import { catchDownloads, openTab, renderCells } from '../results/results-room.tsx';

installBrowserApis();
giveListsRoom();
const downloads = catchDownloads();

// There is no canvas here: colours stay as the style sheet has them.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

const TITLE = 'Adjusted Lift by Segment';
const chart = () => screen.getByRole('figure', { name: TITLE });
const rows = () => within(chart()).getAllByRole('listitem');
const rowNames = () => rows().map((row) => within(row).getByRole('button').ariaLabel?.split('.')[0]);

async function renderChart(fields: readonly string[] = workedFields, cells: readonly Cell[] = workedCells) {
  const view = renderCells(fields, cells);
  await openTab(view.user, 'Segment Details');
  await view.user.click(screen.getByText('With Chart'));
  // Its code is fetched first.
  await screen.findByRole('figure', { name: TITLE }, { timeout: 10_000 });
  return view;
}

test('the chart stands above the tables on request, also after another tab and in the next results', async () => {
  const { user, unmount } = await renderChart();
  await openTab(user, 'Value Rules');
  await openTab(user, 'Segment Details');
  expect(await screen.findByRole('figure', { name: TITLE })).toBeInTheDocument();
  unmount();
  const next = renderCells(workedFields, workedCells);
  await openTab(next.user, 'Segment Details');
  expect(await screen.findByRole('figure', { name: TITLE })).toBeInTheDocument();
  await next.user.click(screen.getByRole('button', { name: 'Without Chart', expanded: true }));
  expect(screen.queryByRole('figure', { name: TITLE })).toBeNull();
  next.unmount();
  const last = renderCells(workedFields, workedCells);
  await openTab(last.user, 'Segment Details');
  expect(screen.queryByRole('figure', { name: TITLE })).toBeNull();
});

describe('the chart of segments', () => {
  test('has each segment by attribute, the highest lift first, and says how it is made', async () => {
    await renderChart();
    expect(rowNames()).toEqual([
      'Source: Referral',
      'Source: Email',
      'Source: Ads',
      'Device: Desktop',
      'Device: Mobile',
    ]);
    expect(chart().textContent).toContain('Grey band: within 10% of average.');
    expect(chart().textContent).toContain('Dot: multiplier. Line: range after shrinking.');
    expect(within(chart()).getByRole('img').ariaLabel).toContain('5 of 5 segments');
  });

  test('draws lift, interval and leads as figures beside the dot', async () => {
    await renderChart();
    const drawn = [...chart().querySelectorAll('svg text')].map((text) => text.textContent);
    const from = drawn.indexOf('Referral');
    // 40 of 100: adjusted lift 5/3, interval of the lift 1.5944 to 2.4801, moved towards 1 by 2/3.
    expect(drawn.slice(from, from + 5)).toEqual(['Referral', '▲', '1.67x', '1.40 – 1.99', '100']);
  });

  test('shows all figures of a row on focus, and the arrows go from row to row', async () => {
    const { user } = await renderChart();
    const [first, second] = within(chart()).getAllByRole('button', { name: /^Source: / });
    expect(first?.tabIndex).toBe(0);
    expect(second?.tabIndex).toBe(-1);
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(first);
    expect(first?.ariaLabel).toBe(
      'Source: Referral. Multiplier 1.67x, range after shrinking 1.40x to 1.99x. 40 of 100 leads converted: 40.0%, 95% interval 30.9% to 49.8%; against 20.0% overall. p <0.001, significant. Use: significant, also among all 5 tested segments (under 0.1% by chance).',
    );
    expect(
      screen.getByText(
        '40 of 100 leads converted: 40.0%, 95% interval 30.9% to 49.8%; against 20.0% overall',
      ),
    ).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(
      screen.queryByText(
        '40 of 100 leads converted: 40.0%, 95% interval 30.9% to 49.8%; against 20.0% overall',
      ),
    ).toBeNull();
  });

  test('shows the most telling of many, and all on request', async () => {
    const many = Array.from({ length: 40 }, (_, i): Cell => [[`Value ${i}`], 100, i]);
    const { user } = await renderChart(['Source'], many);
    expect(rows()).toHaveLength(24);
    // The baseline is 19.5%: values 18 to 21 lie next to it.
    expect(rowNames()).not.toContain('Source: Value 20');
    expect(chart().textContent).toContain('Top 24 of 40 segments');
    await user.click(screen.getByRole('button', { name: 'Chart all 40' }));
    expect(rows()).toHaveLength(40);
    expect(rowNames()).toContain('Source: Value 20');
  });

  test.each([
    [24, null],
    [25, 'Chart all 25'],
    [500, 'Chart all 500'],
    [501, 'Chart all (up to 500)'],
  ])('of %i segments shows 24, and offers more where there are more', async (count, offer) => {
    const cells = Array.from({ length: count }, (_, i): Cell => [[`Value ${i}`], 2, i % 2]);
    await renderChart(['Source'], cells);
    expect(rows()).toHaveLength(24);
    const button = within(chart()).queryByRole('button', { name: /^Chart all/ });
    expect(button?.textContent ?? null).toBe(offer);
    expect(chart().textContent.includes('Top 24 of')).toBe(offer !== null);
  });

  test('goes back to the most telling ones', async () => {
    const cells = Array.from({ length: 25 }, (_, i): Cell => [[`Value ${i}`], 100, i]);
    const { user } = await renderChart(['Source'], cells);
    await user.click(screen.getByRole('button', { name: 'Chart all 25' }));
    expect(rows()).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Chart fewer' }));
    expect(rows()).toHaveLength(24);
  });

  test('has the band of the threshold, and each dot where its lift is on the axis', async () => {
    await renderChart();
    // From 1/3 to 3, as the interval of Mobile begins at 0.40. The lines of 1/3, 1 and 3 say where that is in pixels.
    const ticks = [...chart().querySelectorAll('svg g > line:first-child')].map((line) =>
      Number(line.getAttribute('x1')),
    );
    const [left = 0, right = 0] = [Math.min(...ticks.slice(0, 5)), Math.max(...ticks.slice(0, 5))];
    const place = (lift: number) => left + (right - left) * (0.5 + Math.log(lift) / (2 * Math.log(3)));
    const band = chart().querySelector('svg rect');
    expect(Number(band?.getAttribute('x'))).toBeCloseTo(place(0.9), 6);
    expect(Number(band?.getAttribute('width'))).toBeCloseTo(place(1.1) - place(0.9), 6);
    // Referral, Email, Ads, Desktop, Mobile.
    const dots = [...chart().querySelectorAll('svg circle')];
    const lifts = [5 / 3, 1, 13 / 15, 16 / 11, 6 / 11];
    const xOf = (dot: Element) =>
      /translate\(([\d.]+)/.exec(dot.parentElement?.getAttribute('transform') ?? '')?.[1];
    expect(dots.map((dot) => Number(xOf(dot)).toFixed(3))).toEqual(
      lifts.map((lift) => place(lift).toFixed(3)),
    );
    // By leads: 100, 200, 700, 500, 500.
    const radius = dots.map((dot) => Number(dot.getAttribute('r')));
    const byLeads = [...radius.keys()].toSorted((a, b) => (radius[a] ?? 0) - (radius[b] ?? 0));
    expect(byLeads).toEqual([0, 1, 3, 4, 2]);
    // Only Email is not significant.
    expect(dots.map((dot) => dot.getAttribute('class')?.includes('fill-canvas'))).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  test('cuts a long name with the whole as its title', async () => {
    const name = `${'A very long name '.repeat(12)}at its end`;
    await renderChart(
      ['Source'],
      [
        [[name], 100, 50],
        [['Short'], 100, 10],
      ],
    );
    const title = [...chart().querySelectorAll('svg title')].find(
      (element) => element.textContent === `Source: ${name}`,
    );
    expect(title?.parentElement?.lastChild?.textContent).toMatch(/^A very long name .*…at its end$/);
  });

  test('points beyond the axis where a lift has no place on it', async () => {
    await renderChart(
      ['Source'],
      [
        [['Never'], 5000, 0],
        [['Often'], 5000, 1000],
      ],
    );
    // A dot for one, an arrow for the other.
    expect(chart().querySelectorAll('svg circle')).toHaveLength(1);
    expect(chart().querySelectorAll('svg path[stroke-width]')).toHaveLength(1);
  });

  test('is downloaded as a drawing that stands alone', async () => {
    const { user } = await renderChart();
    await user.click(within(chart()).getByRole('button', { name: 'Download SVG' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toMatch(/^segment_chart_\d{4}-\d{2}-\d{2}\.svg$/);
    const text = (await downloads[0]?.blob.text()) ?? '';
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    expect(file.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(file.querySelector('parsererror, [class], [style]')).toBeNull();
    expect(file.querySelector('text')?.textContent).toBe(TITLE);
    expect(text).toContain('Referral');
  });

  test.each([
    ['is downloaded as a picture', new Blob(['picture'])],
    ['too large for a picture of this browser leads to its drawing', null],
  ])('%s', async (_, picture) => {
    Object.assign(HTMLImageElement.prototype, { decode: async () => {} });
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(picture));
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { user } = await renderChart();
    await user.click(within(chart()).getByRole('button', { name: 'Download PNG' }));
    if (picture) {
      await waitFor(() => expect(downloads).toHaveLength(1));
      expect(downloads[0]?.name).toMatch(/^segment_chart_\d{4}-\d{2}-\d{2}\.png$/);
    } else {
      await waitFor(() => expect(readToast()).toMatchObject({ title: 'No PNG', isOpen: true }));
      expect(readToast()?.description).toContain('Choose Download SVG');
      expect(downloads).toEqual([]);
    }
    expect(warn).toHaveBeenCalledTimes(picture ? 0 : 1);
  });
});
