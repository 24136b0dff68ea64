import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEY = 'theme';
/** The canvas colours of ui/tokens.css, for the browser's own frame. */
const FRAME_COLOURS: Record<Theme, string> = { light: '#f9fafc', dark: '#111419' };

const listeners = new Set<() => void>();

/** The theme that was chosen here, else the system's. */
export function readTheme(): Theme {
  return readChoice() ?? (systemIsDark().matches ? 'dark' : 'light');
}

/** Chooses a theme for this browser; from then on the system's is not followed. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is forbidden here: the choice then lasts as long as the page.
    unsavedChoice = theme;
  }
  applyTheme();
}

/** What is rendered ahead is the light one; the first script of the document and the style sheet know better. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}

let unsavedChoice: Theme | null = null;

function readChoice(): Theme | null {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    return unsavedChoice;
  }
  return stored === 'light' || stored === 'dark' ? stored : unsavedChoice;
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function applyTheme(): void {
  const theme = readTheme();
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', FRAME_COLOURS[theme]);
  for (const listener of listeners) listener();
}

/** Follows the system and the other tabs while anybody listens. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    systemIsDark().addEventListener('change', applyTheme);
    window.addEventListener('storage', applyTheme);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemIsDark().removeEventListener('change', applyTheme);
    window.removeEventListener('storage', applyTheme);
  };
}
