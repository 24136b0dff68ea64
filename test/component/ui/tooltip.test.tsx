import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Term } from '#frontend/ui/tooltip.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();

const MEANING = 'A segment’s rate over the baseline rate.';
const renderTerm = () => render(<Term explanation={MEANING}>lift</Term>);
// jsdom knows the popover attribute but cannot show one, so its roles stay hidden.
const isShown = () => !screen.getByText(MEANING).hidden;

describe('a term', () => {
  it('is described by its meaning, shown or not', () => {
    renderTerm();
    const described = screen.getByRole('button', { name: 'lift' }).getAttribute('aria-describedby');
    expect(document.getElementById(described ?? '')?.textContent).toBe(MEANING);
    expect(isShown()).toBe(false);
  });

  it('shows its meaning on focus and hides it with Escape', async () => {
    renderTerm();
    await userEvent.tab();
    expect(isShown()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isShown()).toBe(false);
  });

  it('shows its meaning when it is touched', () => {
    renderTerm();
    fireEvent.click(screen.getByRole('button', { name: 'lift' }));
    expect(isShown()).toBe(true);
  });
});
