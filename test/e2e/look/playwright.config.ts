import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/** Pictures stay on the machine that drew them: another browser or font draws every letter a little differently. */
const PICTURES = new URL('../../../.look', import.meta.url).pathname;

/** `npm run look`: the first run draws the pictures, later ones show what has changed since. */
export default defineConfig({
  ...stories,
  testDir: '.',
  projects: stories.projects?.filter(({ name }) => name === 'chromium'),
  reporter: 'list',
  testMatch: ['*.look.ts', '*.pictures.ts'],
  outputDir: '../../../test-results/look',
  snapshotPathTemplate: `${PICTURES}/{arg}{ext}`,
  updateSnapshots: existsSync(PICTURES) ? 'missing' : 'all',
});
