import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Term } from '#frontend/ui/tooltip.tsx';
import { installBrowserApis } from './dom.ts';

installBrowserApis();
afterEach(() => vi.useRealTimers());

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

  it('opens under a moving mouse only, and stays closed after Escape until the mouse comes back', async () => {
    vi.useFakeTimers();
    renderTerm();
    const term = screen.getByRole('button', { name: 'lift' });
    const after = (event: 'pointerEnter' | 'pointerMove' | 'pointerLeave') =>
      act(() => {
        fireEvent[event](term, { pointerType: 'mouse' });
        vi.advanceTimersByTime(200);
      });
    after('pointerEnter'); // the control came under a mouse at rest
    expect(isShown()).toBe(false);
    after('pointerMove');
    expect(isShown()).toBe(true);
    fireEvent.keyDown(term, { key: 'Escape' });
    after('pointerMove');
    expect(isShown()).toBe(false);
    after('pointerLeave');
    after('pointerMove');
    expect(isShown()).toBe(true);
    after('pointerLeave');
    expect(isShown()).toBe(false);
  });
});
