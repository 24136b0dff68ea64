import { useAccountNotice, useDefaultSettings } from '#frontend/features/account/account-slot.tsx';
import {
  useFindSettings,
  useLoadAnalysis,
  useLoadSettings,
} from '#frontend/features/saved/use-load-analysis.ts';
import { AddedSourceContext } from '#frontend/features/open-file/upload-zone.tsx';
import { useSheetsImport } from '#frontend/features/open-file/sheets/use-sheets-import.tsx';
import { Wizard } from './home/wizard.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';

const results = lazyWithPreload(async () => (await import('./home/results.tsx')).WizardResults);

export function HomePage() {
  const defaults = useDefaultSettings();
  const saved = useLoadAnalysis();
  const pending = useLoadSettings();
  const findSaved = useFindSettings();
  useAccountNotice();
  const sheets = useSheetsImport();
  if (saved.isLoading || pending.isLoading)
    return (
      <div className="mx-auto w-full max-w-step flex-1 px-4 py-12 sm:px-6">
        <SkeletonLines label="Loading the saved analysis…" lines={6} />
      </div>
    );
  return (
    <AddedSourceContext value={sheets}>
      <Wizard
        defaults={defaults}
        saved={saved.loaded}
        pending={pending.loaded}
        findSaved={findSaved}
        onIntent={results.preload}
        Results={results.Component}
      />
    </AddedSourceContext>
  );
}
