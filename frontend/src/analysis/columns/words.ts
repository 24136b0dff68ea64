/** 'LeadStatus' has the words of 'lead_status'. */
export function headerWords(header: string): string[] {
  return wordsOf(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

/** The words of a header with one space between them: 'lead status'. */
export function headerText(header: string): string {
  return headerWords(header).join(' ');
}

/** The words of a text in lower case. "Won't" is one word. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '');
}

/** The words of a list that is written as one text. */
export function listWords(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(' ')));
}
