import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { placeBeside } from '#frontend/ui/floating.ts';
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

describe('the place of a floating text', () => {
  const view = { width: 400, height: 600 };
  const size = { width: 200, height: 60 };

  it('is under its anchor and centred on it', () => {
    expect(placeBeside({ top: 100, bottom: 120, left: 180, width: 40 }, size, view)).toEqual({
      left: 100,
      top: 126,
    });
  });

  it('is above where there is no room below', () => {
    expect(placeBeside({ top: 560, bottom: 580, left: 180, width: 40 }, size, view)).toEqual({
      left: 100,
      top: 494,
    });
  });

  it('stays inside the window at both sides', () => {
    expect(placeBeside({ top: 0, bottom: 20, left: 0, width: 20 }, size, view).left).toBe(8);
    expect(placeBeside({ top: 0, bottom: 20, left: 390, width: 10 }, size, view).left).toBe(192);
  });
});
