import { SavedList } from '#frontend/features/saved-analyses/saved-list.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';

export function SavedPage() {
  return (
    <>
      <PageMeta title="Saved Analyses" />
      <SavedList />
    </>
  );
}
