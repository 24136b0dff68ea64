import { mayKeepWork } from '#frontend/lib/draft-mark.ts';
import type { DraftStore } from '#frontend/lib/draft-store.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import type { KeptSettings } from '#frontend/thread/work.ts';
import type { Choices, WorkflowState } from './workflow-state.ts';

/** Raised when `Choices` changes shape: an older draft then restores its file only. */
const DRAFT_VERSION = 1;

interface PackedChoices {
  version: number;
  headers: readonly string[];
  choices: Choices;
}

export function packChoices({ file, ...choices }: WorkflowState): PackedChoices {
  return { version: DRAFT_VERSION, headers: file?.headers ?? [], choices };
}

function isPacked(packed: unknown): packed is PackedChoices {
  return (
    typeof packed === 'object' && packed !== null && 'version' in packed && packed.version === DRAFT_VERSION
  );
}

/** The options with which the draft's file was read; needed before its columns are known. */
export function readOptionsOf(packed: unknown): Choices['readOptions'] {
  return isPacked(packed) ? packed.choices.readOptions : {};
}

/** The draft's choices, or null when they were made for other columns or by another version. */
export function unpackChoices(packed: unknown, file: OpenedFile): Choices | null {
  if (!isPacked(packed)) return null;
  const isSameFile =
    packed.headers.length === file.headers.length &&
    packed.headers.every((name, i) => name === file.headers[i]);
  return isSameFile ? packed.choices : null;
}

/** Raised when `KeptSettings` changes shape: older settings are then not offered. */
const SETTINGS_VERSION = 1;

export function packSettings(kept: KeptSettings): unknown {
  return { version: SETTINGS_VERSION, kept };
}

/** The settings that were kept; null without any, and if another version kept them. */
export function unpackSettings(packed: unknown): KeptSettings | null {
  const isKept = typeof packed === 'object' && packed !== null && 'version' in packed && 'kept' in packed;
  // Only `packSettings` writes this version.
  return isKept && packed.version === SETTINGS_VERSION ? (packed.kept as KeptSettings) : null;
}

let store: Promise<DraftStore> | null = null;

/** This tab's draft store: opened once, since the tab holds one lock. Its code is no part of the first page. */
export function draftStore(): Promise<DraftStore> {
  store ??= import('#frontend/lib/draft-store.ts')
    .then((module) => module.openDraftStore())
    .catch((error: unknown) => {
      // Without a connection, the next call fetches the code again.
      store = null;
      throw error;
    });
  return store;
}

/** The draft store; null in a browser that keeps nothing yet. */
export async function keptDraftStore(): Promise<DraftStore | null> {
  return store ?? ((await mayKeepWork()) ? draftStore() : null);
}
