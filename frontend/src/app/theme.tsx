import { useSyncExternalStore } from 'react';
import { browserStorage } from '#frontend/lib/storage.ts';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { IconButton } from '#frontend/ui/button.tsx';

type Theme = 'light' | 'dark';

const KEY = 'theme';
/** The canvas colours of ui/tokens.css, for the browser's own frame. */
const FRAME_COLOURS: Record<Theme, string> = { light: '#f9fafc', dark: '#111419' };

const listeners = new Set<() => void>();

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      // The style sheet shows one of the two icons, since prerendered HTML does not know the theme.
      icon={
        <>
          <Glyph name="sun" className="not-dark:hidden" />
          <Glyph name="moon" className="dark:hidden" />
        </>
      }
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}

/** The theme that was chosen in this browser, else that of the system. */
function readTheme(): Theme {
  return readChoice() ?? (systemIsDark().matches ? 'dark' : 'light');
}

/** Stores the visitor's choice in this browser. It overrides the theme of the system. */
function chooseTheme(theme: Theme): void {
  // Where storage is forbidden the choice lasts as long as the page.
  if (!browserStorage.keep(KEY, theme)) unsavedChoice = theme;
  applyTheme();
}

/** Prerendered HTML is light; the first script of the document sets the theme before the first paint. */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}

let unsavedChoice: Theme | null = null;

function readChoice(): Theme | null {
  const stored = browserStorage.read(KEY);
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

/** Follows the system and the other tabs while there is a listener. */
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
