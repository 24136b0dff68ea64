import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Menu, MenuItem, MenuLine, MenuText } from '#frontend/ui/menu.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

const picked = vi.fn();
const more = () => screen.getByRole('button', { name: 'More' });
const item = (name: string) => screen.getByRole('menuitem', { name });
const isOpen = () => screen.queryByRole('menu') !== null;

function renderMenu() {
  render(
    <MemoryRouter>
      <Menu renderTrigger={(props) => <button {...props}>More</button>}>
        <MenuText>Somebody</MenuText>
        <MenuItem to="/saved">Saved</MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => picked('save')}>Save</MenuItem>
        <MenuItem onSelect={() => picked('print')}>Print</MenuItem>
      </Menu>
      <button>After</button>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

test('a menu tells by its button whether it is open, and is named after it', async () => {
  const user = renderMenu();
  expect(more()).toHaveAttribute('aria-haspopup', 'menu');
  expect(more()).toHaveAttribute('aria-expanded', 'false');
  await user.click(more());
  expect(more()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('menu', { name: 'More' })).toHaveFocus();
  expect(item('Saved')).toHaveAttribute('href', '/saved');
  await user.click(more());
  expect(isOpen()).toBe(false);
});

test('keys open a menu at its first or last item and lead through it, without going round', async () => {
  const user = renderMenu();
  for (const [key, name] of [
    ['{Enter}', 'Saved'],
    [' ', 'Saved'],
    ['{ArrowDown}', 'Saved'],
    ['{ArrowUp}', 'Print'],
  ] as const) {
    more().focus();
    await user.keyboard(key);
    expect(item(name), key).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(more(), key).toHaveFocus();
    expect(isOpen(), key).toBe(false);
  }
  await user.keyboard('{Enter}{ArrowUp}');
  expect(item('Saved')).toHaveFocus();
  await user.keyboard('{End}{ArrowDown}');
  expect(item('Print')).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(item('Save')).toHaveFocus();
  await user.keyboard('{Home}');
  expect(item('Saved')).toHaveFocus();
});

test('letters find the item that begins with them, one letter the next such item', async () => {
  const user = renderMenu();
  await user.click(more());
  await user.keyboard('s');
  expect(item('Saved')).toHaveFocus();
  await user.keyboard('{Escape}{Enter}p');
  expect(item('Print')).toHaveFocus();
  await user.keyboard('{Escape}{Enter}s');
  expect(item('Save')).toHaveFocus();
  await user.keyboard('{Escape}{Enter}sav');
  expect(item('Save')).toHaveFocus();
});

test('a picked item closes the menu, and the focus is on its button', async () => {
  const user = renderMenu();
  await user.click(more());
  await user.click(item('Print'));
  expect(picked.mock.calls).toEqual([['print']]);
  expect(isOpen()).toBe(false);
  expect(more()).toHaveFocus();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(picked).toHaveBeenCalledTimes(2);
});

test('a menu closes when the focus or a press goes elsewhere', async () => {
  const user = renderMenu();
  await user.click(more());
  await user.click(document.body);
  expect(isOpen()).toBe(false);
  more().focus();
  await user.keyboard('{Enter}{Tab}');
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  expect(isOpen()).toBe(false);
});

test('the pointer takes the mark from the item with the focus', async () => {
  const user = renderMenu();
  more().focus();
  await user.keyboard('{Enter}');
  expect(item('Saved')).toHaveFocus();
  fireEvent.pointerMove(item('Save'), { movementX: 1 });
  expect(screen.getByRole('menu')).toHaveFocus();
});
