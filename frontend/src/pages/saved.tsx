import { SavedList } from '#frontend/features/saved-analyses/saved-list.tsx';
import { PageMeta } from '#frontend/ui/page-meta.tsx';

export function SavedPage() {
  return (
    <>
      <PageMeta
        title="Saved Analyses"
        description="The analyses that you have saved, to look at or to go on with."
        isPrivate
      />
      <SavedList />
    </>
  );
}
