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
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });
});

function Broken(): never {
  throw new Error('broken');
}
