import { Glyph } from '#frontend/ui/glyphs.tsx';
import { IconButton } from '#frontend/ui/icon-button.tsx';
import { chooseTheme, useTheme } from './theme.ts';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      // Both are drawn and the style sheet shows one: what is rendered ahead does not know the theme.
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
