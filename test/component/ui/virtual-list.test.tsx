import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { VirtualList } from '#frontend/ui/virtual-list.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(20);
});

const field = (index: number) => screen.queryByRole('textbox', { name: `Name ${index}` });

function renderList() {
  render(
    <VirtualList
      label="Values"
      count={500}
      rowHeight={20}
      keyOf={(index) => `value ${index}`}
      renderRow={(index) => <input aria-label={`Name ${index}`} />}
    />,
  );
  return (top: number) => {
    const scroller = screen.getByRole('list', { name: 'Values' }).parentElement ?? document.body;
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
  };
}

test('the row with the focus stays when it is scrolled out of view, until the focus leaves it', () => {
  const scrollTo = renderList();
  act(() => field(0)?.focus());
  scrollTo(6000);
  expect(field(300)).not.toBeNull();
  expect(field(1)).toBeNull();
  expect(document.activeElement).toBe(field(0));
  expect(field(0)).not.toBeNull();
  act(() => field(0)?.blur());
  expect(field(0)).toBeNull();
});
