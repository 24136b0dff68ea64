import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, headerWords } from '#frontend/analysis/columns/words.ts';

test.each([
  ['ClosedWon', 'closed won'],
  ['Não VENDIDO', 'nao vendido'],
  ["Isn't sold", 'is not sold'],
  ["Won't_buy", 'wo not buy'],
  ['Won’t_BUY', 'wo not buy'],
  ['  two  blanks ', 'two blanks'],
  ['closed won', 'closed won'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 4 });

test('words that are plain already are what the same words with marks around become', () => {
  fc.assert(
    fc.property(words, (list) => {
      const text = list.join(' ');
      expect(foldText(text)).toBe(text);
      expect(foldText(`¡${list.join(' - ')}!`)).toBe(text);
    }),
  );
});

test('a text of ASCII has the same words as beside a letter of another kind', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[ -~]{0,20}$/),
    fc.stringMatching(/^[nt'Aa. ]{0,12}$/),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(foldText(`${text} é`)).toBe(`${foldText(text)} e`.trim());
      expect(headerWords(`${text} é`)).toEqual([...headerWords(text), 'é']);
    }),
    { numRuns: 1000 },
  );
});
