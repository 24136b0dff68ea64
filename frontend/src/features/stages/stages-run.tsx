import { createContext, Suspense, useContext, useState, type ReactNode } from 'react';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import type { Section } from '#frontend/exports/table.ts';
import type { ShownStages } from '#frontend/features/results/results-source.ts';
import { useResults, useShownPart } from '#frontend/features/results/shown-results.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { Button } from '#frontend/ui/button.tsx';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { OpenByChance } from './open-by-chance.ts';

// This file comes with the results, so that everything else can come later.

/** The stages of the file and their figures. */
export interface StagesRun {
  /** In the order that the visitor has chosen; null where the file tells none, and until it is known. */
  plan: StagePlan | null;
  /** Undefined until it is known whether the file tells stages. */
  isTold: boolean | undefined;
  /** The last figures of this plan; they stay while others are measured. */
  answer: StagesAnswer | null;
  /** The same, or the figures as stored where there are no rows. */
  figures: ShownStages | null;
  /** The tables of these figures for 'Export All'; null without figures, and where the file has one status column. */
  sections: readonly Section[] | null;
  /** The words about open leads by their chance; null where it is neither chosen nor right, and until that is known. */
  open: OpenByChance | null;
  /** Set where a question failed. */
  error: unknown;
  /** Asks for the figures, and for a new count of them where that failed. */
  measure(): void;
}

const StagesContext = createContext<StagesRun | null>(null);

const Nothing = () => null;
const find = lazyWithPreload(async () => (await import('./find-stages.tsx')).FindStages, Nothing);
const dialog = lazyWithPreload(async () => (await import('./work-it-out.tsx')).WorkItOutDialog);

/** Looks for stages once the results are drawn, and keeps their figures while the view is not shown. */
export function StagesProvider({ children }: { children: ReactNode }) {
  const isOpen = useShownPart().view === 'stages';
  const { stages, stageFigures } = useResults();
  const [run, setRun] = useState<StagesRun | null>(null);
  return (
    <StagesContext value={run}>
      {(stages || stageFigures) && (
        <Suspense>
          <find.Component source={stages} stored={stageFigures} isOpen={isOpen} onRun={setRun} />
        </Suspense>
      )}
      {children}
    </StagesContext>
  );
}

/** Null without rows, and until its code has come. */
export function useStagesRun(): StagesRun | null {
  return useContext(StagesContext);
}

/** The button beside the conversion value that works it out from deals, shares and margin. */
export function WorkItOut() {
  const { stages, analysis, onSettingsChange } = useResults();
  const [isOpen, setOpen] = useState(false);
  if (!stages || !onSettingsChange || analysis.value) return null;
  return (
    <>
      <Button size="small" variant="ghost" onPointerEnter={dialog.preload} onClick={() => setOpen(true)}>
        Work it out
      </Button>
      {isOpen && (
        <Suspense>
          <dialog.Component onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
