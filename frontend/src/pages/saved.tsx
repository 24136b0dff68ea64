import { SavedList } from '#frontend/features/saved/saved-list.tsx';

export function SavedPage() {
  return <SavedList />;
}
