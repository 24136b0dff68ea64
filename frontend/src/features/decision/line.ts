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
