import type { Analysis } from '../judge/analyse.ts';
import type { FieldColumns } from '../uploads/guess-fields.ts';
import { UPLOAD_FORMATS } from './upload-formats.ts';
import { MAX_VALUES_READ } from './guess-condition.ts';
import { nameOnPlatform } from './platform.ts';
import { barKind } from './candidates.ts';
import { listPlatformsTaking, PLATFORMS } from './platforms.ts';
import { PLATFORM_IDS, type PlatformId, type ConditionKind } from '#contract/platforms.ts';
import type { UploadGap } from './upload-reach.ts';

/** Whether a way to use the values is open for an attribute, with one line that says why or why not. */
interface OpenWay {
  isOpen: boolean;
  reason: string;
}

/** Whether platforms take an attribute of this kind as the condition of a rule. */
export function takeAsCondition(kind: ConditionKind): OpenWay {
  const taking = listPlatformsTaking(kind);
  if (taking.length === 0)
    return { isOpen: false, reason: 'No platform takes such an attribute as a condition.' };
  const names = taking.map(({ shortName }) => shortName);
  const last = names.pop() ?? '';
  const listed = names.length > 0 ? `${names.join(', ')} and ${last} take` : `Only ${last} takes`;
  return { isOpen: true, reason: `${listed} it as a condition.` };
}

/** Whether a form knows an attribute of this kind when it is sent. */
export const FORM_LOOK_UPS: Readonly<Record<ConditionKind, OpenWay>> = {
  location: { isOpen: true, reason: 'If the form asks for it.' },
  device: { isOpen: true, reason: 'The page knows the device.' },
  audience: { isOpen: false, reason: 'The form cannot see the lists of the ad platform.' },
  age: { isOpen: true, reason: 'If the form asks for it.' },
  gender: { isOpen: true, reason: 'If the form asks for it.' },
  'operating-system': { isOpen: true, reason: 'The page knows the operating system.' },
  placement: { isOpen: true, reason: 'If the address of the ad carries it to the page.' },
  'conversion-location': { isOpen: true, reason: 'Each place of conversion has a form of its own.' },
  none: { isOpen: true, reason: 'If the form asks for it, or a hidden field holds it.' },
};

/**
 * The platforms that take a value as a rule of one condition, as their plans do: they have such a condition and a name for the value, and
 * do not bar it for the visitor's offer. Until the visitor has said what the offer is, nothing is barred.
 * Example: 'Mobile' of a device: Google, Meta and Microsoft; 'Referral' of an attribute that is no condition: none.
 */
export function listPlaces(
  { kind, value }: { kind: ConditionKind; value: string },
  isSpecialOffer: boolean | null = null,
): PlatformId[] {
  return PLATFORM_IDS.filter((id) => {
    const platform = PLATFORMS[id];
    const isBarred = barKind(kind, platform, { isSpecialOffer: isSpecialOffer ?? false }) !== null;
    return !isBarred && nameOnPlatform(platform, kind, value) !== null;
  });
}

/** Whether a platform that takes this kind of attribute has a name for one of the values. It reads the first 200 values. */
export function isValueKnown(kind: ConditionKind, values: readonly string[]): boolean {
  return values.slice(0, MAX_VALUES_READ).some((value) => listPlaces({ kind, value }).length > 0);
}

/** The attributes by what rules on platforms can do with them. */
export interface FieldsForRules {
  /** A value of it is labelled Use, or Test where such rules are entered too, and a platform takes it as a condition. */
  fitting: readonly string[];
  /** A platform takes it as a condition, but none of its values has such a label. */
  unclear: readonly string[];
  /** No platform takes it, or none knows any of its values. */
  closed: readonly string[];
}

/**
 * Sorts the attributes by whether a rule can be made of them: the conditions that platforms take, and the labels of the
 * values. Pairs of values are not looked at: a plan finds them later. Without attributes all lists are empty.
 * Example: 'Device' with 'Mobile' labelled Use fits; 'Device' without any label is unclear; 'Lead Source' is closed.
 */
export function sortFieldsForRules(
  { fields, significantSegments }: Pick<Analysis, 'fields' | 'significantSegments'>,
  { kinds, includesTests }: { kinds: readonly ConditionKind[]; includesTests: boolean },
): FieldsForRules {
  const stateOf = ({ values }: Analysis['fields'][number], field: number): keyof FieldsForRules => {
    const kind = kinds[field] ?? 'none';
    if (!isValueKnown(kind, values)) return 'closed';
    const enters = significantSegments.some(
      (segment) =>
        segment.field === field &&
        (segment.label === 'Use' || (segment.label === 'Test' && includesTests)) &&
        isValueKnown(kind, [segment.value]),
    );
    return enters ? 'fitting' : 'unclear';
  };
  const states = fields.map(stateOf);
  const named = (state: keyof FieldsForRules) =>
    fields.flatMap(({ name }, field) => (states[field] === state ? [name] : []));
  return { fitting: named('fitting'), unclear: named('unclear'), closed: named('closed') };
}

/**
 * Lists the parts of an upload that no column has, guessed or chosen: an id of the click or the person, and the time of the conversion.
 * Example: of 'Email' and 'Source' the time is missing.
 */
export function listUploadGaps(found: FieldColumns): UploadGap[] {
  const identifiers = Object.values(UPLOAD_FORMATS).flatMap((format) => format.identifiers);
  const gaps: UploadGap[] = [];
  if (identifiers.every((field) => found[field] === null)) gaps.push('identifier');
  if (found.time === null) gaps.push('time');
  return gaps;
}
