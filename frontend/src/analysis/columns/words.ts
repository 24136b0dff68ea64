/** 'LeadStatus' has the words of 'lead_status'. */
export function headerWords(header: string): string[] {
  return wordsOf(partCapitals(header));
}

/** The words of a header with one space between them: 'lead status'. */
export function headerText(header: string): string {
  return headerWords(header).join(' ');
}

// The classes of Unicode take several times as long, and most of the time at the first text.
const IS_ASCII = /^[ -~]*$/;

function partCapitals(text: string): string {
  return text.replace(IS_ASCII.test(text) ? /([a-z])([A-Z])/g : /(\p{Ll})(\p{Lu})/gu, '$1 $2');
}

/** The words of a text in lower case. "Won't" is one word. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(IS_ASCII.test(text) ? /[^A-Za-z\d']+/ : /[^\p{L}\p{M}\p{N}'’]+/u)
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

/**
 * The words of a text as they are compared: small, without accents, "n't" as 'not', one space between two. Words that are joined
 * by capitals are parted. Examples: 'ClosedWon' is 'closed won', 'Não VENDIDO' is 'nao vendido', "Isn't sold" is 'is not sold'.
 */
export function foldText(text: string): string {
  if (IS_ASCII.test(text))
    return wordsOf(
      partCapitals(text)
        .toLowerCase()
        .replaceAll(/n't(?![a-z])/g, ' not')
        .replaceAll("'", ' '),
    ).join(' ');
  const small = partCapitals(text.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .replaceAll(/[ßøæœłıđð]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/n['’]t(?![a-z])/g, ' not');
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

/** Han, Hiragana and Katakana. The classes of Unicode take several times as long. */
const WITHOUT_SPACES = /[\u3005-\u9fff\uf900-\ufaff]/;

/** Phrases with ', ' between two, or a table of such lists. They are written as `foldText` writes texts, but for the letter й. */
export type PhraseList = string | Readonly<Record<string, string>>;

/**
 * The phrases of tables and lists. All of them together are long, so they are not folded each time that the page is opened, and those of a
 * list are parted when it is first used.
 */
export function listPhrases(...lists: readonly PhraseList[]): Phrases {
  let parted: Phrases | null = null;
  const phrases = () => (parted ??= partPhrases(lists));
  return {
    get whole() {
      return phrases().whole;
    },
    get beginnings() {
      return phrases().beginnings;
    },
    get inside() {
      return phrases().inside;
    },
    get mostWords() {
      return phrases().mostWords;
    },
  };
}

function partPhrases(lists: readonly PhraseList[]): Phrases {
  const all = lists
    .flatMap((list) => (typeof list === 'string' ? [list] : Object.values(list)))
    .flatMap((list) => list.replaceAll('й', 'и').split(', '));
  const [inside, spaced] = [all.filter(isWithoutSpaces), all.filter((phrase) => !isWithoutSpaces(phrase))];
  const whole = new Set(spaced.filter((phrase) => !phrase.endsWith('*')));
  return {
    whole,
    beginnings: spaced.filter((phrase) => phrase.endsWith('*')).map((phrase) => phrase.slice(0, -1)),
    inside,
    mostWords: Math.max(1, ...Array.from(whole, (phrase) => phrase.split(' ').length)),
  };
}

const isWithoutSpaces = (phrase: string) => WITHOUT_SPACES.test(phrase);

/** Where a phrase stands in a folded text, counted in words; `end` is the word behind it. */
export interface FoundPhrase {
  start: number;
  end: number;
}

/** The spans of all phrases in a folded text, in words. A phrase without spaces around it spans the whole text. */
export function findPhrases(folded: string, phrases: Phrases): FoundPhrase[] {
  const words = folded.split(' ');
  const spans = words.flatMap((word, start) => {
    const found: FoundPhrase[] = [];
    if (phrases.beginnings.some((beginning) => word.startsWith(beginning)))
      found.push({ start, end: start + 1 });
    for (let count = 1; count <= phrases.mostWords && start + count <= words.length; count++)
      if (phrases.whole.has(words.slice(start, start + count).join(' ')))
        found.push({ start, end: start + count });
    return found;
  });
  if (!WITHOUT_SPACES.test(folded)) return spans;
  const isInside = phrases.inside.some((phrase) => folded.includes(phrase));
  return isInside ? [...spans, { start: 0, end: words.length }] : spans;
}

/** Whether the whole of a folded text is one of the phrases. */
export function isPhraseOf(folded: string, phrases: Phrases): boolean {
  return phrases.whole.has(folded) || phrases.inside.includes(folded);
}

export function hasPhraseOf(folded: string, phrases: Phrases): boolean {
  return findPhrases(folded, phrases).length > 0;
}
