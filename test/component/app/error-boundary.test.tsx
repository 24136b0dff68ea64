import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#frontend/ui/error-boundary.tsx';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

describe('an error in a page', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  it('is told with what is kept and a way on', () => {
    render(
      <ErrorBoundary note="Your draft is kept in this browser.">
        <Broken isBroken={() => true} />
      </ErrorBoundary>,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Your draft is kept in this browser.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('button', { name: 'Start Over' })).toBeNull();
  });

  it('can be left by a reset where there is one', async () => {
    let isBroken = true;
    render(
      <ErrorBoundary onReset={() => (isBroken = false)}>
        <Broken isBroken={() => isBroken} />
      </ErrorBoundary>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Start Over' }));
    expect(screen.getByText('All is well')).toBeTruthy();
  });
});

function Broken({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('broken');
  return <p>All is well</p>;
}
