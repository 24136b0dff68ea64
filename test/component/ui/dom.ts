import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Adds browser functions that jsdom lacks. Called once at the top of a test file. */
export function installBrowserApis(): void {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    Object.assign(Element.prototype, {
      hasPointerCapture: () => false,
      setPointerCapture: () => {},
      releasePointerCapture: () => {},
      scrollIntoView: () => {},
      scrollTo: () => {},
    });
    // Nothing is laid out in jsdom; lists that draw what is in view need some room.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(360);
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
    vi.stubGlobal('scrollTo', vi.fn());
    stubSystemTheme('light');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** A system with a light or dark theme; the answer switches it and tells the page. */
export function stubSystemTheme(initial: 'light' | 'dark'): (theme: 'light' | 'dark') => void {
  const media = Object.assign(new EventTarget(), { matches: initial === 'dark', media: '' });
  vi.stubGlobal('matchMedia', () => media);
  return (theme) => {
    media.matches = theme === 'dark';
    media.dispatchEvent(new Event('change'));
  };
}
