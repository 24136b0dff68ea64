import { Moon, Sun } from 'lucide-react';
import { IconButton } from '#frontend/ui/icon-button.tsx';
import { chooseTheme, useTheme } from './theme.ts';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={isDark ? <Sun /> : <Moon />}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  );
}
