import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';
import { columnOf, CONTEXT, printReport, renderCells, report } from './results-room.tsx';

installBrowserApis();

async function printResults(fields: readonly string[] = workedFields, cells: readonly Cell[] = workedCells) {
  const context = { ...CONTEXT, fileName: 'march.csv', statusColumn: 'Outcome', qualifiedValues: ['Won'] };
  const { user } = renderCells(fields, cells, { context });
  return printReport(user);
}

describe('the report', () => {
  test('has title, settings, summary, all tables, the charts and the method', async () => {
    const page = await printResults();
    const headings = within(page).getAllByRole('heading', { level: 2 });
    expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('Lead values of march.csv');
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Summary',
      'Data and settings',
      'Practical Value Rules',
      'Segment Details',
      'Correlations',
      'Lead Values',
      'Method',
    ]);
    const settings = [...page.querySelectorAll('dt')].map((name) => [
      name.textContent,
      name.nextElementSibling?.textContent,
    ]);
    expect(settings).toContainEqual(['Lead status column', 'Outcome']);
    expect(settings).toContainEqual(['Counts as converted', 'Won']);
    expect(settings).toContainEqual(['Significance threshold', '±10%']);
    const table = (name: string) => within(page).getByRole('table', { name });
    expect(columnOf(table('Statistically Significant Segments'), 'Value')).toEqual([
      'Referral',
      'Desktop',
      'Ads',
      'Mobile',
    ]);
    expect(columnOf(table('Not Significant (Ignore These)'), 'Value')).toEqual(['Email']);
    expect(columnOf(table('Correlation Tests'), 'Difference')).toEqual(['+107.6', '-40.9', '-4.6', '+2.7']);
    expect(columnOf(table('All Lead Value Combinations'), 'Source')).toHaveLength(6);
    expect(within(page).getAllByRole('img')).toHaveLength(2);
    expect(page.textContent).toContain('confidence = leads / (leads + 50)');
  });

  test('prints the first rows of a long table, and says how many there are', async () => {
    const many = Array.from({ length: 400 }, (_, i): Cell => [[`Value ${i}`], 2, 1]);
    const page = await printResults(['Source'], many);
    const rest = within(page).getByRole('table', { name: 'Not Significant (Ignore These)' });
    expect(within(rest).getAllByRole('row')).toHaveLength(151);
    expect(page.textContent).toContain('The first 150 of 400 rows');
    expect(page.textContent).toContain('The first 60 of 400 rows');
  });

  test('is gone after printing', async () => {
    await printResults();
    act(() => void fireEvent(window, new Event('afterprint')));
    expect(report()).toBeNull();
  });
});
