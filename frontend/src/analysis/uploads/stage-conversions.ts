import { foldText } from '../columns/words.ts';
import { roundValue } from './check-lead.ts';

/** The value of a conversion of a stage: the increase over the stage before, since platforms add up all primary actions, or the whole. */
export type StageValueKind = 'increase' | 'whole';

/** Why a stage is no conversion. */
export type StageLeftOut =
  /** It has no conversion action. */
  | 'no-action'
  /** The file does not tell what reaching it is worth. */
  | 'no-value'
  /** It is worth no more than the stage before. */
  | 'no-increase';

/** A stage of the file, and the conversion action that counts it; '' for none. */
export interface StageToConvert {
  action: string;
  /** The value of reaching it, v of method G.3; null where it is not known. */
  worth: number | null;
}

/** The value in cents that each conversion of a stage has, or why the stage is none. */
export type StageValuation = { value: number; leftOut: null } | { value: null; leftOut: StageLeftOut };

/**
 * The value of a conversion per stage, in the order of the stages. As an increase it is v_s - v_r, where r is the last stage before s that is a
 * conversion; the first one is whole. Both are rounded to cents before, so that the values of a lead add up to that of its last stage. A value
 * that is not known is none, and an increase of zero or less is none: it leaves as neither zero nor a negative number, and the next stage
 * is compared with the one before it.
 * Example: 310, 290 and 1,900 are 310, none and 1,590; as the whole 310, 290 and 1,900.
 */
export function valueStages(stages: readonly StageToConvert[], kind: StageValueKind): StageValuation[] {
  let before = 0;
  return stages.map(({ action, worth }) => {
    if (action === '') return { value: null, leftOut: 'no-action' };
    const whole = worth === null ? 0 : roundValue(worth);
    if (!(whole > 0)) return { value: null, leftOut: 'no-value' };
    if (kind === 'whole') return { value: whole, leftOut: null };
    const value = roundValue(whole - before);
    if (value <= 0) return { value: null, leftOut: 'no-increase' };
    before = whole;
    return { value, leftOut: null };
  });
}

/** An order id of Google has at most 64 characters, and the longest ids of CRMs are UUIDs of 36. */
const MAX_TAG_LENGTH = 24;

/** Words of headers that tell no stage from another. */
const FILLERS: ReadonlySet<string> = new Set([
  'became',
  'entered',
  'a',
  'an',
  'the',
  'is',
  'date',
  'time',
  'at',
  'on',
]);

/**
 * The parts of order ids that tell stages apart: the words of each name with hyphens, without those that every header of stages has.
 * Stages that would share one get a number.
 * Example: 'Became a Marketing Qualified Lead Date' is 'marketing-qualified-lead'.
 */
export function tagStages(names: readonly string[]): string[] {
  const tags: string[] = [];
  for (const name of names) {
    const words = foldText(name).split(' ');
    const telling = words.filter((word) => !FILLERS.has(word));
    const joined = (telling.length > 0 ? telling : words).join('-') || 'stage';
    const tag = joined.slice(0, MAX_TAG_LENGTH).replace(/-$/, '');
    let unique = tag;
    for (let number = 2; tags.includes(unique); number++)
      unique = `${tag.slice(0, MAX_TAG_LENGTH - 3)}-${number}`;
    tags.push(unique);
  }
  return tags;
}
