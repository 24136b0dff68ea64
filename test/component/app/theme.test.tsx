import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import html from '../../../frontend/index.html?raw';
import { stubSystemTheme, installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

const shown = () => document.documentElement.dataset['theme'];

describe('the theme', () => {
  /** That of a page which has just been opened: a page remembers a choice that the browser did not keep. */
  let ThemeToggle: ComponentType;

  beforeEach(async () => {
    vi.resetModules();
    ({ ThemeToggle } = await import('#frontend/app/theme.tsx'));
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
  });

  it('follows the system until one is chosen', () => {
    const switchSystem = stubSystemTheme('dark');
    render(<ThemeToggle />);
    expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeInTheDocument();
    act(() => switchSystem('light'));
    expect(shown()).toBe('light');
    expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeInTheDocument();
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('is kept under the key theme once chosen, and the system is followed no more', async () => {
    const switchSystem = stubSystemTheme('light');
    render(<ThemeToggle />);
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(shown()).toBe('dark');
    act(() => switchSystem('dark'));
    act(() => switchSystem('light'));
    expect(shown()).toBe('dark');
  });

  it('changes with another tab', () => {
    stubSystemTheme('light');
    render(<ThemeToggle />);
    localStorage.setItem('theme', 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
    expect(shown()).toBe('dark');
  });

  it('can be chosen where the browser keeps nothing', async () => {
    stubSystemTheme('light');
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('forbidden');
      },
      setItem: () => {
        throw new Error('forbidden');
      },
    });
    render(<ThemeToggle />);
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(shown()).toBe('dark');
  });
});

describe('the script before the first paint', () => {
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? '';

  const run = (stored: string | null, system: 'light' | 'dark') => {
    stubSystemTheme(system);
    localStorage.clear();
    if (stored !== null) localStorage.setItem('theme', stored);
    document.head.innerHTML = '<meta name="theme-color" content="">';
    // The script stands in the document as text; here it is run as the browser would.
    new Function(script)();
    // It waits for files, too, which no page opens here.
    window.earlyFiles?.stop.abort();
    delete window.earlyFiles;
    return [shown(), document.querySelector('meta')?.content];
  };

  it.each([
    [null, 'light', 'light', '#f9fafc'],
    [null, 'dark', 'dark', '#111419'],
    ['light', 'dark', 'light', '#f9fafc'],
    ['dark', 'light', 'dark', '#111419'],
    ['purple', 'dark', 'dark', '#111419'],
  ] as const)('with %j stored and a %s system it sets %s', (stored, system, theme, frame) => {
    expect(run(stored, system)).toEqual([theme, frame]);
  });
});
