import { AccountsToCome } from './accounts-to-come.tsx';

export function SavedPage() {
  return (
    <AccountsToCome title="Saved Analyses" purpose="Here you will find the analyses that you have saved." />
  );
}
