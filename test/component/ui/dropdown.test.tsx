import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

const COLUMNS: DropdownOption[] = [
  { value: 'none', label: 'None' },
  { value: '0', label: 'Source', detail: 'Sample: Google, Referral, (Blank)' },
  { value: '1', label: 'Status', disabled: true, disabledReason: 'Used as the status column' },
  { value: '', label: 'A value without text' },
];
const MANY: DropdownOption[] = Array.from({ length: 5000 }, (_, index) => ({
  value: `v${index}`,
  label: `Campaign ${index}`,
  disabled: index === 1,
}));

function renderChoice(options: DropdownOption[], initial: string | null = null) {
  const onChange = vi.fn();
  function Owner() {
    const [value, setValue] = useState(initial);
    const change = (next: string) => {
      onChange(next);
      setValue(next);
    };
    return <Dropdown label="Attribute 1" required options={options} value={value} onChange={change} />;
  }
  render(<Owner />);
  return onChange;
}

describe('a choice of few options', () => {
  it('is named by its label alone, the asterisk left out', () => {
    renderChoice(COLUMNS);
    expect(screen.getByRole('combobox', { name: 'Attribute 1' }).textContent).toContain('Select…');
  });

  it('shows each option with its second line and picks one', async () => {
    const onChange = renderChoice(COLUMNS);
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    const option = screen.getByRole('option', { name: 'Source' });
    expect(option.textContent).toContain('Sample: Google, Referral, (Blank)');
    await userEvent.click(option);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('0');
    expect(screen.getByRole('combobox', { name: 'Attribute 1' }).textContent).toContain('Source');
  });

  it('shows an option that cannot be picked, and why', async () => {
    const onChange = renderChoice(COLUMNS);
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    const option = screen.getByRole('option', { name: 'Status' });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    expect(option.textContent).toContain('Used as the status column');
    await userEvent.click(option, { pointerEventsCheck: 0 });
    expect(onChange).not.toHaveBeenCalled();
  });

  it('takes an empty text for a value like any other', async () => {
    const onChange = renderChoice(COLUMNS);
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    await userEvent.click(screen.getByRole('option', { name: 'A value without text' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('');
  });
});

describe('an open list of few options', () => {
  it('leaves the focus on its button, and its keys move over what cannot be picked', async () => {
    const onChange = renderChoice(COLUMNS, '0');
    const button = screen.getByRole('combobox', { name: 'Attribute 1' });
    await userEvent.click(button);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('');
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('is left with Escape or Tab as it was', async () => {
    const onChange = renderChoice(COLUMNS, '0');
    const button = screen.getByRole('combobox', { name: 'Attribute 1' });
    for (const key of ['{Escape}', '{Tab}']) {
      await userEvent.click(button);
      await userEvent.keyboard(`{ArrowDown}${key}`);
      expect(button.getAttribute('aria-expanded')).toBe('false');
    }
    expect(onChange).not.toHaveBeenCalled();
  });

  it('has nothing but labels for names; the second lines describe', async () => {
    renderChoice(COLUMNS);
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    const option = screen.getByRole('option', { name: 'Source' });
    const detail = document.getElementById(option.getAttribute('aria-describedby') ?? '');
    expect(detail?.textContent).toBe('Sample: Google, Referral, (Blank)');
  });
});

describe.each([
  { kind: 'plain', count: 4 },
  { kind: 'searchable', count: 12 },
])('a $kind list that is open', ({ count }) => {
  const inOrder = MANY.slice(2, 2 + count);
  const choice = (options: readonly DropdownOption[], onChange: (value: string) => void) => (
    <Dropdown label="Attribute 1" options={options} value={null} onChange={onChange} />
  );
  const labels = () => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'));

  it('keeps its order until it closes, so that a press picks the option that was aimed at', async () => {
    const onChange = vi.fn();
    const { rerender } = render(choice(inOrder, onChange));
    const button = screen.getByRole('combobox', { name: 'Attribute 1' });
    await userEvent.click(button);
    const before = labels();
    rerender(choice(inOrder.toReversed(), onChange));
    expect(labels()).toEqual(before);
    await userEvent.click(screen.getAllByRole('option')[0] as HTMLElement);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('v2');

    await userEvent.click(button);
    expect(labels()).toEqual(before.toReversed());
  });

  it('stays the list that it is when options come or go', async () => {
    const onChange = vi.fn();
    const { rerender } = render(choice(inOrder, onChange));
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    const before = labels();
    rerender(choice(MANY.slice(0, count === 4 ? 12 : 4), onChange));
    expect(labels()).toEqual(before);
  });
});

it('ten columns and none stay a plain choice', async () => {
  renderChoice([{ value: 'none', label: 'None', isNone: true }, ...MANY.slice(0, 10)]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
  expect(screen.getAllByRole('option')).toHaveLength(11);
});

describe('a choice of more than ten options', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Attribute 1' }));
    return screen.getByRole('combobox', { name: 'Search' });
  };

  const shownOptions = () => screen.queryAllByRole('option').map((option) => option.textContent);

  it('begins with eleven', async () => {
    renderChoice(MANY.slice(0, 11));
    expect(await open()).toBeTruthy();
  });

  it('draws only some of them and says how many there are', async () => {
    renderChoice(MANY);
    await open();
    const options = await screen.findAllByRole('option');
    expect(options.length).toBeLessThan(40);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('5000');
  });

  it('is searched by typing and picked by keyboard', async () => {
    const onChange = renderChoice(MANY, 'v7');
    const field = await open();
    await userEvent.type(field, 'campaign 4321');
    await waitFor(() => expect(shownOptions()).toEqual(['Campaign 4321']));
    await userEvent.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('v4321');
    expect(screen.getByRole('combobox', { name: 'Attribute 1' }).textContent).toContain('Campaign 4321');
  });

  it('passes over an option that cannot be picked', async () => {
    const onChange = renderChoice(MANY, 'v0');
    await open();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('v2');
  });

  it('is left with Escape as it was', async () => {
    const onChange = renderChoice(MANY, 'v0');
    await open();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Attribute 1' }));
  });

  it('is closed by its own button, by Tab, and by a press beside it', async () => {
    const onChange = renderChoice(MANY, 'v0');
    const button = () => screen.getByRole('combobox', { name: 'Attribute 1' });
    const ways = [
      () => userEvent.click(button()),
      () => userEvent.tab(),
      () => userEvent.click(document.body),
    ];
    for (const leave of ways) {
      await open();
      await userEvent.keyboard('{ArrowDown}');
      await leave();
      expect(screen.queryByRole('listbox')).toBeNull();
      expect(button().getAttribute('aria-expanded')).toBe('false');
    }
    expect(onChange).not.toHaveBeenCalled();
  });

  it('says so when nothing matches', async () => {
    renderChoice(MANY);
    await userEvent.type(await open(), 'zebra');
    expect(within(screen.getByRole('dialog')).getByText('Nothing matches “zebra”.')).toBeInTheDocument();
  });
});
