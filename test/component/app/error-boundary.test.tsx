import { render, screen } from '@testing-library/react';
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
        <Broken />
      </ErrorBoundary>,
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Your draft is kept in this browser.');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    expect(alert.textContent).toContain('This page ran into an unexpected error.');
  });

  // What Chromium, Firefox and Safari say where a module cannot be fetched.
  it.each([
    'Failed to fetch dynamically imported module: https://x.example/assets/report-1.js',
    'error loading dynamically imported module: https://x.example/assets/report-1.js',
    'Importing a module script failed.',
  ])('names code that could not be fetched: %s', (message) => {
    render(
      <ErrorBoundary>
        <Broken message={message} />
      </ErrorBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain(
      'This part of the page could not be fetched. Connect once and try again; your file is not affected.',
    );
    expect(screen.getByRole('alert').textContent).not.toContain('unexpected');
  });
});

function Broken({ message = 'broken' }): never {
  throw new TypeError(message);
}
