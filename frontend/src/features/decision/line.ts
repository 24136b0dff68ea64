import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '#frontend/analysis/columns/columns.ts';
import { OTHER_LABEL } from '#frontend/analysis/constants.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';

/** An attribute with one of these words in its name is the origin of a lead. */
const ORIGIN = /\b(source|origin|channel|medium|campaign|country|region|city|referr?er)\b/i;

/** True if the attribute is an origin, and no other attribute has a value of that name: then its own name goes without saying. */
function isOrigin({ fieldName: name, value, field }: JudgedSegment, { fields }: Analysis): boolean {
  return ORIGIN.test(name) && !fields.some(({ values }, other) => other !== field && values.includes(value));
}

/** '1000+ leads' and 'Yes leads' would be read as something else. */
const READ_AS_MORE = /^(?:[^\p{L}]|(?:yes|no|true|false)$)/iu;

/** Whether the value says without its attribute which leads it has: it can stand before 'leads'. */
export const isName = ({ value }: JudgedSegment): boolean =>
  ![BLANK_LABEL, OUT_OF_RANGE_LABEL, OTHER_LABEL].includes(value) && !READ_AS_MORE.test(value);

/** 'Referral leads'; with the attribute where it is no origin: 'Mobile leads (Device)', 'Leads where Company Size is 1000+'. */
export function nameLeads(segment: JudgedSegment, analysis: Analysis, isWithin = false): Part[] {
  if (!isName(segment)) return [plain(isWithin ? 'leads ' : 'Leads '), ...describeLeads(segment)];
  return [valueName(segment.value), plain(' leads'), ...nameAttribute(segment, analysis)];
}

/** 'A Referral lead', 'an Organic lead', 'a Mobile lead (Device)', 'a lead where Company Size is 1000+'. */
export function nameLead(segment: JudgedSegment, analysis: Analysis, isWithin: boolean): Part[] {
  if (!isName(segment)) return [plain(isWithin ? 'a lead ' : 'A lead '), ...describeLeads(segment)];
  const article = /^[aeiou]/i.test(segment.value) ? 'an' : 'a';
  return [
    plain(isWithin ? `${article} ` : `A${article.slice(1)} `),
    valueName(segment.value),
    plain(' lead'),
    ...nameAttribute(segment, analysis),
  ];
}

/** ' (Device)', but nothing for an origin. */
const nameAttribute = (segment: JudgedSegment, analysis: Analysis): Part[] =>
  isOrigin(segment, analysis) ? [] : [plain(' ('), fieldName(segment.fieldName), plain(')')];

function describeLeads({ fieldName: name, value }: JudgedSegment): Part[] {
  if (value === BLANK_LABEL) return [plain('without '), fieldName(name)];
  if (value === OUT_OF_RANGE_LABEL) return [plain('with '), fieldName(name), plain(' out of range')];
  return [plain('where '), fieldName(name), plain(' is '), valueName(value)];
}

/**
 * A part of a sentence: a name of the file, which may be cut, a figure, which is stressed and stays on one line, or the conversion value,
 * which is a field where it can be changed.
 */
export interface Part {
  text: string;
  kind?: 'field' | 'value' | 'figure' | 'conversion-value';
}

/** One or two sentences that stand on a line of their own. */
export type Line = readonly Part[];

export const plain = (text: string): Part => ({ text });
export const figure = (text: string): Part => ({ text, kind: 'figure' });
export const fieldName = (text: string): Part => ({ text, kind: 'field' });
export const valueName = (text: string): Part => ({ text, kind: 'value' });

/** 'A, B or C' */
export function listInWords(items: readonly Line[], last: 'and' | 'or'): Part[] {
  return items.flatMap((item, at) => {
    if (at === 0) return item;
    return [plain(at === items.length - 1 ? ` ${last} ` : ', '), ...item];
  });
}
