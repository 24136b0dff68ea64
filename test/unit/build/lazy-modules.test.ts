import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../../frontend/src', import.meta.url).pathname;

/** The modules that are fetched when they are needed, by their paths in `frontend/src`. */
const LAZY_MODULES = [
  'choices/list.ts',
  'csv/decode-other.ts',
  'csv/papaparse-reader.ts',
  'csv/unpack/join-files.ts',
  'csv/unpack/unpack-file.ts',
  'csv/web-page.ts',
  'csv/write-workbook.ts',
  'drafts/draft-store.ts',
  'features/account/user-menu.tsx',
  'features/calculator/calculator-tab.tsx',
  'features/check/check-view.tsx',
  'features/compare/compare-saved.tsx',
  'features/compare/what-changed-view.tsx',
  'features/connections/connections-list.tsx',
  'features/finder/all-columns-dialog.tsx',
  'features/open-file/intake-dialog.tsx',
  'features/open-file/sample-data.ts',
  'features/open-file/sheets/sheets-dialog.tsx',
  'features/open-file/too-large-advice.tsx',
  'features/over-time/count-rules.tsx',
  'features/over-time/over-time-view.tsx',
  'features/push/push-panel.tsx',
  'features/results/export-menu.tsx',
  'features/reuse/keep-figures.tsx',
  'features/reuse/take-over.ts',
  'features/reuse/used-settings.tsx',
  'features/saved/saved-list.tsx',
  'features/saved/saved-work.tsx',
  'features/send-leads/send-values.tsx',
  'features/sources/keep-current.tsx',
  'features/sources/newest-results.tsx',
  'features/sources/time-line.tsx',
  'features/sources/update-bar.tsx',
  'features/stages/find-stages.tsx',
  'features/stages/stages-view.tsx',
  'features/stages/work-it-out.tsx',
  'features/team/join-team.tsx',
  'features/wizard/merge-spellings.ts',
  'features/wizard/reduce-work.ts',
  'features/wizard/replace-question.tsx',
  'features/wizard/stored-work.ts',
  'pages/changelog.tsx',
  'pages/docs.tsx',
  'pages/home/later-steps.tsx',
  'pages/home/results.tsx',
  'pages/log-out.tsx',
  'pages/mail.tsx',
  'pages/not-found.tsx',
  'pages/privacy.tsx',
  'pages/reading-results.tsx',
  'pages/results/apply.tsx',
  'pages/results/printed-report.tsx',
  'pages/roadmap.tsx',
  'pages/saved-analysis.tsx',
  'pages/shared.tsx',
  'pages/sign-in.tsx',
  'pages/team.tsx',
  'threads/leads/client.ts',
  'threads/leads/column-answers.ts',
  'threads/leads/late-answers.ts',
  'threads/leads/open-values.ts',
  'threads/leads/read-phone.ts',
  'threads/leads/send-answers.ts',
  'threads/leads/stage-answers.ts',
  'threads/leads/stage-conversions.ts',
  'ui/toast.tsx',
];

function listLazyModules(): string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) => {
    const imports = readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bimport\('([^']+)'\)/g);
    return [...imports].map(([, path = '']) =>
      path.startsWith('.')
        ? relative(SOURCES, join(SOURCES, dirname(file), path))
        : path.replace('#frontend/', ''),
    );
  });
  return [...new Set(found)].sort();
}

test('code is fetched late at the seams that a visitor would notice', () => {
  expect(listLazyModules()).toEqual(LAZY_MODULES);
});
