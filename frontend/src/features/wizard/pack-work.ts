import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { WizardStep } from './wizard-step.ts';
import type { KeptWork, WorkflowState } from './workflow-state.ts';

/** Raised when the shape of `PackedDraft` changes. A choice that an earlier version lacks gets its initial value. */
export const DRAFT_VERSION = 13;

/** Raised when the shape of `KeptSettings` changes. */
export const SETTINGS_VERSION = 9;

interface PackedDraft {
  version: number;
  headers: readonly string[];
  /** The work and the step. Earlier releases wrote them in one object too. */
  choices: KeptWork & Pick<WizardStep, 'step'> & { valuesPosition: number };
}

/** Packs the work and the step for a draft. */
export function packDraft(
  { file, ...work }: WorkflowState,
  { step, position }: Omit<WizardStep, 'openedAt'>,
): PackedDraft {
  return {
    version: DRAFT_VERSION,
    headers: file?.headers ?? [],
    choices: { ...work, step, valuesPosition: position },
  };
}

interface PackedSettings {
  version: number;
  kept: KeptSettings;
}

export function packSettings(kept: KeptSettings): PackedSettings {
  return { version: SETTINGS_VERSION, kept };
}
