/** 'LeadStatus' has the words of 'lead_status'. */
export function headerWords(header: string): string[] {
  return wordsOf(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

/** The words of a header with one space between them: 'lead status'. */
export function headerText(header: string): string {
  return headerWords(header).join(' ');
}

/** The words of a text in lower case. "Won't" is one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== '');
}

/** Letters that have no accent to take off. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ð: 'd',
};

/** Most phrases of our tables are written so. */
const FOLDED = /^[a-z]+(?: [a-z]+)*$/;

/**
 * The words of a text as they are compared: small, without accents, "n't" as 'not', one space between two. Words that are joined
 * by capitals are parted. Examples: 'ClosedWon' is 'closed won', 'Não VENDIDO' is 'nao vendido', "Isn't sold" is 'is not sold'.
 */
export function foldText(text: string): string {
  if (FOLDED.test(text)) return text;
  const small = text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .replaceAll(/[ßøæœłıđð]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/n['’]t\b/g, ' not');
  return small
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}

/** Phrases as `foldText` writes texts. */
export interface Phrases {
  whole: ReadonlySet<string>;
  /** Words that begin a word: 'creat*'. */
  beginnings: readonly string[];
  /** Phrases of writings without spaces, found inside a text. */
  inside: readonly string[];
  mostWords: number;
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Phrases with ', ' between two, or a table of such lists. */
export type PhraseList = string | Readonly<Record<string, string>>;

/** The phrases of tables and lists. */
export function listPhrases(...lists: readonly PhraseList[]): Phrases {
  const all = lists
    .flatMap((list) => (typeof list === 'string' ? [list] : Object.values(list)))
    .flatMap((list) => list.split(', '));
  const spaced = all.filter((phrase) => !WITHOUT_SPACES.test(phrase));
  const whole = new Set(spaced.filter((phrase) => !phrase.endsWith('*')).map(foldText));
  return {
    whole,
    beginnings: spaced.filter((phrase) => phrase.endsWith('*')).map(foldText),
    inside: all.filter((phrase) => WITHOUT_SPACES.test(phrase)).map(foldText),
    mostWords: Math.max(1, ...[...whole].map((phrase) => phrase.split(' ').length)),
  };
}

/** Where a phrase stands in a folded text, counted in words; `end` is the word behind it. */
export interface FoundPhrase {
  start: number;
  end: number;
}

/** The places of all phrases in a folded text. One without spaces around it stands at the place of its whole text. */
export function findPhrases(folded: string, phrases: Phrases): FoundPhrase[] {
  const words = folded.split(' ');
  const places = words.flatMap((word, start) => {
    const found: FoundPhrase[] = [];
    if (phrases.beginnings.some((beginning) => word.startsWith(beginning)))
      found.push({ start, end: start + 1 });
    for (let count = 1; count <= phrases.mostWords && start + count <= words.length; count++)
      if (phrases.whole.has(words.slice(start, start + count).join(' ')))
        found.push({ start, end: start + count });
    return found;
  });
  if (!WITHOUT_SPACES.test(folded)) return places;
  const isInside = phrases.inside.some((phrase) => folded.includes(phrase));
  return isInside ? [...places, { start: 0, end: words.length }] : places;
}

/** Whether the whole of a folded text is one of the phrases. */
export function isPhraseOf(folded: string, phrases: Phrases): boolean {
  return phrases.whole.has(folded) || phrases.inside.includes(folded);
}

export function hasPhraseOf(folded: string, phrases: Phrases): boolean {
  return findPhrases(folded, phrases).length > 0;
}
