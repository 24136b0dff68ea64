import { AccountsToCome } from './accounts-to-come.tsx';

export function SavedAnalysisPage() {
  return (
    <AccountsToCome title="Saved Analysis" purpose="Here you will find an analysis that you have saved." />
  );
}
