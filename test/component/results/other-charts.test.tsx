import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { analyse } from '#frontend/analysis/analyse.ts';
import { CalculatorTab } from '#frontend/features/results/calculator/calculator-tab.tsx';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { catchDownloads, openTab, renderCells } from './results-room.tsx';

installBrowserApis();
const downloads = catchDownloads();
// There is no canvas here: colours stay as the style sheet has them.
beforeEach(() => void vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null));

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
    expect(texts.slice(first, first + 5)).toEqual([
      'Source: Referral',
      'Device: Desktop',
      '2.42x',
      '3.50x',
      '▲ +107.6',
    ]);
    expect(within(figure).getAllByRole('listitem')).toHaveLength(4);
    expect(
      within(figure).getByRole('button', {
        name: 'Source: Referral + Device: Desktop. Predicted lift 2.42x, actual lift 3.50x, difference +107.6 points. 35 of 50 leads converted: 70.0%. p 0.002, significant.',
      }),
    ).toBeDefined();
    // A pair that may be chance has no sign.
    expect(texts).toContain('-40.9');
    await user.click(within(figure).getByRole('button', { name: 'Download SVG' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toMatch(/^correlation_chart_\d{4}-\d{2}-\d{2}\.svg$/);
  });
});

describe('the waterfall of a lead value', () => {
  const draw = (conversionValue: number) =>
    render(
      <CalculatorTab
        analysis={analyse(tallyOfCells(workedFields, workedCells), { conversionValue, thresholdPercent: 10 })}
        picks={{ 0: 'Email', 1: 'Mobile' }}
        onPicksChange={() => {}}
      />,
    );

  test('leads from the baseline value over each factor to the value', async () => {
    draw(100);
    const name = 'From Baseline to Lead Value';
    const texts = textsIn(await screen.findByRole('figure', { name }, { timeout: 10_000 }));
    // Email: 200 leads, 40 conversions, as average: 1. Mobile, in no significant pair: 6/11. 20 x 6/11 = 10.91.
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

  test('is left out where there is no value to lead from', () => {
    draw(0);
    expect(screen.getAllByText('$0').length).toBeGreaterThan(0);
    expect(screen.queryByRole('figure')).toBeNull();
  });
});
