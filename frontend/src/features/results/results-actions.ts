import type { Settings } from '#frontend/analysis/analyse.ts';
import type { AnalysisContext } from '#frontend/exports/analysis-context.ts';

/** What can be done with results, and where they came from. */
export interface ResultsActions {
  context: AnalysisContext;
  /** The controls are at rest where this is absent; each button below is absent with its handler. */
  onSettingsChange?(settings: Settings): void;
  onBack?(): void;
  onSave?(): void;
  isSaving?: boolean;
  onStartOver?(): void;
  /** 2 where the page has a title of its own. */
  headingLevel?: 1 | 2;
}
