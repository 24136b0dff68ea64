import type { KeptSettings } from '#frontend/thread/work.ts';
import type { Place } from './place.ts';
import type { Choices, WorkflowState } from './workflow-state.ts';

/** Raised when the shape of `KeptChoices` changes. A draft of an earlier version has the initial value of each choice that it lacks. */
export const DRAFT_VERSION = 3;

/** Raised when the shape of `KeptSettings` changes. */
export const SETTINGS_VERSION = 1;

/** The choices and the place, as earlier releases kept them too. */
type KeptChoices = Choices & Pick<Place, 'step'> & { valuesPosition: number };

interface PackedChoices {
  version: number;
  headers: readonly string[];
  choices: KeptChoices;
}

/** The choices as a draft keeps them. */
export function packChoices(
  { file, ...choices }: WorkflowState,
  { step, position }: Omit<Place, 'openedAt'>,
): PackedChoices {
  return {
    version: DRAFT_VERSION,
    headers: file?.headers ?? [],
    choices: { ...choices, step, valuesPosition: position },
  };
}

interface PackedSettings {
  version: number;
  kept: KeptSettings;
}

export function packSettings(kept: KeptSettings): PackedSettings {
  return { version: SETTINGS_VERSION, kept };
}
