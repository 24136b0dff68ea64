import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { Place } from './place.ts';
import type { KeptWork, WorkflowState } from './workflow-state.ts';

/** Raised when the shape of `PackedDraft` changes. A draft of an earlier version has the initial value of each choice that it lacks. */
export const DRAFT_VERSION = 4;

/** Raised when the shape of `KeptSettings` changes. */
export const SETTINGS_VERSION = 2;

interface PackedDraft {
  version: number;
  headers: readonly string[];
  /** The work and the place, as earlier releases kept them too. */
  choices: KeptWork & Pick<Place, 'step'> & { valuesPosition: number };
}

/** The work as a draft keeps it. */
export function packDraft(
  { file, ...work }: WorkflowState,
  { step, position }: Omit<Place, 'openedAt'>,
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
