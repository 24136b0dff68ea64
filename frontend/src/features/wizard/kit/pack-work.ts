import type { KeptSettings } from '#frontend/thread/work.ts';
import type { Choices, WorkflowState } from './workflow-state.ts';

/** Raised when the shape of `Choices` changes. A draft of an earlier version has the initial value of each choice that it lacks. */
export const DRAFT_VERSION = 2;

/** Raised when the shape of `KeptSettings` changes. */
export const SETTINGS_VERSION = 1;

interface PackedChoices {
  version: number;
  headers: readonly string[];
  choices: Choices;
}

/** The choices as a draft keeps them. */
export function packChoices({ file, ...choices }: WorkflowState): PackedChoices {
  return { version: DRAFT_VERSION, headers: file?.headers ?? [], choices };
}

interface PackedSettings {
  version: number;
  kept: KeptSettings;
}

export function packSettings(kept: KeptSettings): PackedSettings {
  return { version: SETTINGS_VERSION, kept };
}
