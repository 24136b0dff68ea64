import { BLANK_LABEL } from '../columns.ts';
import type { Mapping } from '../mapping.ts';

/** Texts that stand for 'no answer', in lower case, as forms and exports write them (2026-11-22). */
const PLACEHOLDERS = new Set(
  (
    'select | select one | please select | select... | -select- | --select-- | - select - | choose | n/a | ' +
    'n.a. | n/a. | #n/a | na | nan | null | (null) | <null> | nil | undefined | [object object] | not set | ' +
    '(not set) | not provided | (not provided) | not available | not specified | not given | unknown | ' +
    '(unknown) | unspecified | no answer | no response | tbd | empty | (empty) | (none) | ' +
    '- | -- | --- | ---- | – | — | . | .. | ... | ? | ?? | ??? | _'
  ).split(' | '),
);

/** In a list of codes of two letters 'NA' is Namibia, or North America. */
const CODE = /^[A-Za-z]{2}$/;

/**
 * The values of a column that stand for 'no answer', in the given order. 'NA' is none where at least half of the other
 * values are codes of two letters. 'None', 'Other' and 'Prefer not to say' are answers.
 * Example: 'Mumbai', 'Select', '--', '': 'Select' and '--'.
 *
 * @param values distinct raw values, '' = blank
 */
export function findPlaceholders(values: readonly string[]): string[] {
  const found = values.filter((value) => PLACEHOLDERS.has(value.trim().toLowerCase()));
  if (!found.some(isNa)) return found;
  const others = values.filter((value) => value !== '' && !isNa(value));
  const codes = others.filter((value) => CODE.test(value)).length;
  return codes > 0 && 2 * codes >= others.length ? found.filter((value) => !isNa(value)) : found;
}

function isNa(value: string): boolean {
  return value.toLowerCase() === 'na';
}

/** The mapping with placeholders counted as '(Blank)'. A placeholder that the visitor has renamed keeps its name. */
export function blankPlaceholders(placeholders: readonly string[], mapping: Mapping | undefined): Mapping {
  const blanked = new Map(mapping);
  for (const value of placeholders) if (!blanked.has(value)) blanked.set(value, BLANK_LABEL);
  return blanked;
}

/** The mapping without the entries of `blankPlaceholders`. */
export function restorePlaceholders(placeholders: readonly string[], mapping: Mapping): Mapping {
  const restored = new Map(mapping);
  for (const value of placeholders) if (restored.get(value) === BLANK_LABEL) restored.delete(value);
  return restored;
}
