import { SavedList } from '#frontend/features/saved-analyses/saved-list.tsx';

export function SavedPage() {
  return <SavedList />;
}
