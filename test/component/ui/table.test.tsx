import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ColumnTable, type TableColumn } from '#frontend/ui/column-table.tsx';
import { hintsOf } from '#frontend/ui/layout-hooks.ts';
import { SortTh, Table, TableScroll, Th } from '#frontend/ui/table.tsx';
import { installBrowserApis } from './dom.ts';
import { countRowsBeforePaint } from './rows-before-paint.tsx';

installBrowserApis();

function renderTable() {
  const onSort = vi.fn();
  const { container } = render(
    <TableScroll label="Segments">
      <Table caption="Statistically Significant Segments">
        <thead>
          <tr>
            <Th>Value</Th>
            <SortTh direction="descending" onSort={onSort} numeric>
              Leads
            </SortTh>
            <SortTh direction={null} onSort={onSort} numeric>
              Confidence
            </SortTh>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Referral</td>
            <td>221</td>
            <td>82%</td>
          </tr>
        </tbody>
      </Table>
    </TableScroll>,
  );
  return { onSort, container };
}

function setWidths(
  element: Element,
  widths: { scrollWidth: number; clientWidth: number; scrollLeft: number },
) {
  for (const [name, value] of Object.entries(widths)) {
    Object.defineProperty(element, name, { value, configurable: true });
  }
}

describe('a table', () => {
  it('has its caption as its name', () => {
    renderTable();
    expect(screen.getByRole('table', { name: 'Statistically Significant Segments' })).toBeInTheDocument();
  });

  it('says by which column it is sorted and sorts by a button in the header', async () => {
    const { onSort } = renderTable();
    expect(screen.getByRole('columnheader', { name: 'Leads' }).ariaSort).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Confidence' }).ariaSort).toBe('none');
    await userEvent.click(screen.getByRole('button', { name: 'Confidence' }));
    expect(onSort).toHaveBeenCalledOnce();
  });
});

describe('a table that is wider than its place', () => {
  it('can be scrolled by keyboard, under a name', () => {
    const { container } = renderTable();
    expect(screen.queryByRole('region')).toBeNull();
    const scroller = container.querySelector('.ui-table-scroll');
    if (!scroller) throw new Error('no scroller');
    setWidths(scroller, { scrollWidth: 900, clientWidth: 300, scrollLeft: 0 });
    act(() => void fireEvent.scroll(scroller));
    expect(screen.getByRole('region', { name: 'Segments' }).tabIndex).toBe(0);
    expect(container.firstElementChild?.hasAttribute('data-before')).toBe(false);
    expect(container.firstElementChild?.hasAttribute('data-after')).toBe(true);
  });
});

describe('hints of hidden content', () => {
  const element = (scrollLeft: number, scrollWidth: number, clientWidth: number) => ({
    scrollLeft,
    scrollWidth,
    clientWidth,
  });

  it.each([
    ['nothing hidden', element(0, 300, 300), { overflows: false, before: false, after: false }],
    ['a rounded pixel', element(0, 301, 300), { overflows: false, before: false, after: false }],
    ['at the left end', element(0, 900, 300), { overflows: true, before: false, after: true }],
    ['between the ends', element(40, 900, 300), { overflows: true, before: true, after: true }],
    ['at the right end', element(599.5, 900, 300), { overflows: true, before: true, after: false }],
  ])('%s', (_, place, expected) => {
    expect(hintsOf(place)).toEqual(expected);
  });
});

it.each([
  // 60% of the window's height, by rows of 60 pixels, without the rows above.
  { windowHeight: 600, rowsAbove: 2, before: 4 },
  { windowHeight: 600, rowsAbove: 8, before: 0 },
  { windowHeight: 6000, rowsAbove: 2, before: 10 },
])(
  'a window of $windowHeight pixels draws $before of 10 rows before the first paint, below $rowsAbove rows of other tables',
  ({ windowHeight, rowsAbove, before }) => {
    vi.stubGlobal('innerHeight', windowHeight);
    const column: TableColumn<number> = {
      key: 'n',
      heading: 'N',
      meaning: null,
      isNumeric: true,
      screen: { width: 60, cell: (item) => item },
    };
    const items = Array.from({ length: 10 }, (_, n) => n);
    const table = { caption: 'Others', columns: [column], items, keyOf: String, rowHeight: 60, rowsAbove };
    expect(countRowsBeforePaint(<ColumnTable {...table} />)).toBe(before);
    expect(screen.getAllByRole('row')).toHaveLength(11);
    vi.unstubAllGlobals();
  },
);
