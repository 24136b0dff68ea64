import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { nameSchema, noteSchema, saveAnalysisSchema, totals } from './analyses.ts';
import { listOf } from './bounded.ts';
import { MAX_ITEMS, MIN_SHARED_LEADS } from './limits.ts';
import {
  correlationTestSchema,
  countSchema,
  metricSchema,
  possibleCounts,
  spreadsSchema,
} from './metrics.ts';
import { conversionValueSchema, thresholdSchema } from './preferences.ts';
import { findRevealingPairs } from './small-groups.ts';
import { roundStages, stageFiguresSchema } from './stages.ts';
import { segmentKey } from './top-segments.ts';

/**
 * A shared link is `{origin}/shared#{token}`. The token, 256 random bits as 43 characters of base64url, stands behind the `#` and
 * in the body of `POST /api/shared`, and in no address that a browser sends: no log, no referrer and no preview of a messenger can
 * hold it. Only its SHA-256 is stored.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `POST /api/analyses/{id}/share` | `shareSchema` | 201 `newShareSchema`: the token, this once. An earlier link of the analysis ends |
 * | `PUT /api/analyses/{id}/share` | `sharedFiguresSchema` | 200 `shareStatusSchema`: the same link shows the new figures |
 * | `PATCH /api/analyses/{id}/share` | `shareTermSchema` | 200 `shareStatusSchema`: kept, or 90 days from now |
 * | `GET /api/analyses/{id}/share` | | 200 `shareStatusSchema` |
 * | `DELETE /api/analyses/{id}/share` | | 200 with a message; also where there is no link |
 * | `POST /api/shared` | `openShareSchema` | 200 `sharedAnalysisSchema`, without an account |
 *
 * `PUT` and `PATCH` answer 404 where no link works. A change of the analysis changes nothing that is shared. The link ends
 * with the analysis and with the account.
 */

/** The value that stands for all values of a column with fewer leads than `MIN_SHARED_LEADS`. */
export const OTHER_SMALL = 'Other (small)';

const { statusColumn, attributeColumns, qualifiedValues, currency, basis } =
  saveAnalysisSchema.shape.configurationData.shape;

/**
 * The figures that a stranger may see: those of an analysis without its rows, original names of values, ranges, amounts and
 * status values that do not count as converted. `name` (of the analysis, or of its file) and `note` are null unless the owner
 * has chosen to show them. Unknown members are dropped. At most `MAX_SHARE_BYTES` as JSON.
 */
export const sharedFiguresSchema = z.object({
  name: z.nullable(nameSchema),
  note: z.nullable(noteSchema),
  conversionValue: conversionValueSchema,
  significanceThreshold: thresholdSchema,
  /** With the basis of the owner's own results: a link always shows those by conversions, and says so where the owner's are by value. */
  configurationData: z.object({ statusColumn, attributeColumns, qualifiedValues, currency, basis }),
  analysisData: z
    .object({
      metrics: listOf(metricSchema, MAX_ITEMS),
      /** Absent for a column in which they would tell something of a folded value. */
      spreads: z.optional(listOf(spreadsSchema, MAX_ITEMS)),
      ...totals,
      correlationTests: listOf(correlationTestSchema, MAX_ITEMS),
      /** How many tested pairs are not shown, since they would tell how many leads a small group has. */
      hiddenTests: z.optional(countSchema),
      /** How many leads are not decided yet. Absent where they, or those that did not convert without them, are a small group. */
      notDecided: z.optional(countSchema),
      /** As `roundStages` leaves them. Absent where the file tells no stages. */
      stages: z.optional(stageFiguresSchema),
    })
    .check(possibleCounts),
});

const term = { isKept: z.boolean('isKept must be true or false') };

/** Whether the link stays until its owner ends it (true), or ends by itself after `SHARE_MS` (false). */
export const shareTermSchema = z.object(term);

/** Body of `POST /api/analyses/{id}/share`. */
export const shareSchema = z.object({ ...term, figures: sharedFiguresSchema });

/** Body of `POST /api/shared`. A text that cannot be a token gets the answer of an unknown token. */
export const openShareSchema = z.object({ token: z.string('token must be text') });

/** The message about every link that does not work, whatever the reason. */
export const SHARE_NOT_FOUND = 'This link does not work. It may have ended, or the address is not complete.';

export type SharedFigures = z.output<typeof sharedFiguresSchema>;
export type Share = z.output<typeof shareSchema>;
export type ShareTerm = z.infer<typeof shareTermSchema>;

/** An e-mail address, also with spaces around the '@' if it ends in letters: '3 @ 1.50 EUR' is a price. */
const EMAIL = /[^\s@]@[^\s@]{1,255}\.[^\s@.]{2,}|[^\s@] ?@ ?[\p{L}\p{N}-][^\s@]{0,254}\.\p{L}{2,}/u;

/** Before and after a number stand neither letters nor digits, nor signs that would make it a part of a longer number. */
const START = '(?<![\\p{L}\\p{N}_.,/-])';
const END = '(?![\\p{L}\\p{N}_]|[.,/-]\\d)';
const GAP = '[ ./-]?';

const TELEPHONES = [
  // International: +49 30 1234567, 0049 30 1234567, +1 (555) 010-9999.
  `(?:\\+|(?<!0)00(?=[1-9]))\\(?\\d(?:[ ./()-]{0,2}\\d){6,14}`,
  // An area code in brackets: (555) 010-9999, (030) 1234567.
  `\\(\\d{2,5}\\)[ -]?\\d{2,5}(?:${GAP}\\d{2,5}){1,3}`,
  // North American: 555-010-9999, 1-555-010-9999, 5550109999.
  '(?:1[ .-])?\\d{3}([ .-])\\d{3}\\1\\d{4}',
  '1?[2-9]\\d{2}[2-9]\\d{6}',
  // National with a zero: 030 1234567, 0171/1234567, 020 7946 0958, 01 23 45 67 89.
  `0[1-9]\\d{1,4}[ /-]?\\d{3,5}(?:[ -]?\\d{2,5}){1,2}`,
  '0[1-9](?:[ .-]\\d{2}){4}',
  '0[1-9][ /-]\\d{8}',
].map((pattern) => new RegExp(`${START}${pattern}${END}`, 'u'));

/**
 * The personal data that a text seems to contain: an e-mail address or a telephone number anywhere in it; null
 * for neither. A number is a telephone number by how it is written: with a country code, an area code in brackets, a leading
 * zero, or in the North American groups. Dates, ranges, amounts, postal codes and long ids are none. It errs on the careful side:
 * an id of ten digits may be taken for a telephone number.
 *
 * @example findPersonalData('Call +49 30 1234567') is 'a telephone number', findPersonalData('2025-10-15') is null
 * @internal
 */
export function findPersonalData(text: string): 'an e-mail address' | 'a telephone number' | null {
  const plain = writePlainly(text);
  if (EMAIL.test(plain)) return 'an e-mail address';
  return TELEPHONES.some((pattern) => pattern.test(plain)) ? 'a telephone number' : null;
}

/** A text as people read it: full-width signs, every kind of space, dash and digit as the plain one, without invisible signs. */
function writePlainly(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, '')
    .replaceAll(/[\s\p{Z}]+/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/ ?[/\u2044\u2215] ?/gu, '/')
    .replaceAll(/(?![0-9])\p{Nd}/gu, plainDigit);
}

/** A digit of any script as 0 to 9. The ten digits of a script follow each other. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** The reason why figures cannot be shared: the code of the answer, and a message for the owner. */
export interface SharingProblem {
  code: 'PERSONAL_DATA' | 'INVALID_INPUT';
  message: string;
}

/** Every text of the figures once, with words that say where it occurs. */
function listTexts({ name, note, configurationData, analysisData }: SharedFigures): Map<string, string> {
  const texts = new Map<string, string>();
  if (name !== null) texts.set(name, 'The name');
  if (note !== null) texts.set(note, 'The note');
  const { statusColumn, attributeColumns, qualifiedValues } = configurationData;
  for (const column of [statusColumn, ...attributeColumns]) texts.set(column, `The column "${column}"`);
  for (const value of qualifiedValues) texts.set(value, `The converted value "${value}"`);
  const shown = [
    ...analysisData.metrics.map(({ fieldName, fieldValue }) => ({ field: fieldName, value: fieldValue })),
    ...analysisData.correlationTests.flatMap(({ attributes }) => attributes),
  ];
  for (const name of analysisData.stages?.names ?? []) texts.set(name, `The stage "${name}"`);
  for (const { field, value } of shown)
    texts.set(field, `The column "${field}"`).set(value, `The value "${value}" of "${field}"`);
  return texts;
}

/**
 * Checks what a schema cannot: that no text looks like an e-mail address or telephone number, that every value and what is not decided yet has at least
 * `MIN_SHARED_LEADS` leads, as well as what the values of a column leave of all leads, that every pair has as many and consists of
 * two values that are shown, that figures of stages are rounded (`roundStages`), and that all together do not tell how many leads a smaller group has (`findRevealingPairs`). The page checks
 * before it offers the link, the Worker before it stores the figures.
 *
 * @returns the first problem; null for figures that may be shared
 * @example a value "ann@example.com" of "Owner" is a problem with the code PERSONAL_DATA, and a value "Fax" with 4 leads one with
 *   the code INVALID_INPUT; "Fax" with 5 leads is none
 */
export function findSharingProblem(figures: SharedFigures): SharingProblem | null {
  for (const [text, what] of listTexts(figures)) {
    const found = findPersonalData(text);
    if (found !== null)
      return {
        code: 'PERSONAL_DATA',
        message: `${what} looks like ${found}, which a link must not show. Rename it or leave it out, then try again.`,
      };
  }
  const { metrics, correlationTests } = figures.analysisData;
  const small = metrics.find((metric) => metric.totalLeads < MIN_SHARED_LEADS);
  if (small)
    return refuse(
      `The value "${small.fieldValue}" of "${small.fieldName}" has fewer than ${MIN_SHARED_LEADS} leads`,
    );
  if (tellsSmallOutcome(figures.analysisData))
    return refuse(`Fewer than ${MIN_SHARED_LEADS} leads are not decided yet, or lost`);
  if (tellsUnroundedStages(figures.analysisData)) return refuse('The figures of stages are not rounded');
  const incomplete = findIncompleteColumn(figures.analysisData);
  if (incomplete !== null) return refuse(`The values of "${incomplete}" do not add up to all leads`);
  const shown = new Set(metrics.map(({ fieldName, fieldValue }) => segmentKey(fieldName, fieldValue)));
  for (const { attributes, leads } of correlationTests) {
    if (leads < MIN_SHARED_LEADS) return refuse(`A pair of values has fewer than ${MIN_SHARED_LEADS} leads`);
    if (!attributes.every(({ field, value }) => shown.has(segmentKey(field, value))))
      return refuse('A pair has a value that is not among the values');
  }
  const [first] = findRevealingPairs(figures.analysisData) ?? [];
  const telling = first === undefined ? undefined : correlationTests[first];
  if (!telling) return null;
  const names = telling.attributes.map(({ field, value }) => `"${value}" of "${field}"`);
  return refuse(
    `The pair of ${names.join(' and ')} tells that a group has fewer than ${MIN_SHARED_LEADS} leads`,
  );
}

/**
 * Whether the number of leads that are not decided yet is that of a small group, or tells that fewer leads are lost than a group may have.
 * Lost are those that neither converted nor are undecided.
 */
export function tellsSmallOutcome({
  notDecided,
  totalLeads,
  totalQualified,
}: Pick<SharedFigures['analysisData'], 'notDecided' | 'totalLeads' | 'totalQualified'>): boolean {
  if (notDecided === undefined) return false;
  const lost = totalLeads - totalQualified - notDecided;
  return notDecided < MIN_SHARED_LEADS || (lost !== 0 && lost < MIN_SHARED_LEADS);
}

function tellsUnroundedStages({ stages }: SharedFigures['analysisData']): boolean {
  return stages !== undefined && JSON.stringify(stages) !== JSON.stringify(roundStages(stages));
}

/** A column whose values leave some of all leads, but fewer than a group may have, or have more; null where there is none. */
function findIncompleteColumn({ metrics, totalLeads }: SharedFigures['analysisData']): string | null {
  const left = new Map<string, number>();
  for (const { fieldName, totalLeads: leads } of metrics)
    left.set(fieldName, (left.get(fieldName) ?? totalLeads) - leads);
  for (const [field, leads] of left) if (leads !== 0 && leads < MIN_SHARED_LEADS) return field;
  return null;
}

const refuse = (message: string): SharingProblem => ({ code: 'INVALID_INPUT', message });
