import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partName, shortName } from '#frontend/lib/cut-name.ts';

const PATH = 'https://www.example.org/landing/spring-sale';

/** What stays in view in the narrowest place: a bit of the start, and the end. */
function narrowest(name: string, among: readonly string[]): string {
  const { start, end, mark } = partName(name, among);
  return `${start.slice(0, 4)}|${end}${mark}`;
}

describe('the parts of a name', () => {
  it('are one where it is short', () => {
    expect(partName('Google Ads')).toEqual({ start: 'Google Ads', end: '', rest: '', mark: '' });
  });

  it('keep the end of a long name', () => {
    expect(partName(`${PATH}?a=1`)).toMatchObject({ end: '-sale?a=1'.padStart(10, 'g'), rest: '' });
  });

  it('are one where no other name begins alike, unless it is very long', () => {
    const names = ['Newsletter of March', 'Webinar'];
    expect(partName('Newsletter of March', names)).toMatchObject({ start: 'Newsletter of March', end: '' });
  });

  it('keep the end of the one that ends in another way, and the middle of those that end alike', () => {
    const names = [
      'Campaign in spring, overview',
      'Campaign in summer, overview',
      'Campaign in autumn, leaflets',
    ];
    expect(names.map((name) => partName(name, names).end)).toEqual([
      'n spring, ',
      'n summer, ',
      ', leaflets',
    ]);
  });

  it('are numbered where one name repeats the other', () => {
    const names = ['a'.repeat(24), 'a'.repeat(25)];
    expect(names.map((name) => partName(name, names))).toEqual([
      { start: 'a'.repeat(14), end: 'a'.repeat(10), rest: '', mark: '' },
      { start: 'a'.repeat(15), end: 'a'.repeat(10), rest: '', mark: '… (2)' },
    ]);
  });

  it('keep the end in which names that begin alike are different', () => {
    const names = ['Germany Broad Mobile', 'Germany Broad Desktop', 'France'];
    expect(names.map((name) => partName(name, names).end)).toEqual(['oad Mobile', 'ad Desktop', '']);
  });

  it('keep the middle where both ends are alike', () => {
    const names = ['summer', 'winter', 'spring'].map((season) => `${PATH}/${season}/campaign-overview`);
    const parts = names.map((name) => partName(name, names));
    expect(parts.map(({ end, mark }) => end + mark)).toEqual(['e/summer/c…', 'le/winter/…', 'e/spring/c…']);
    parts.forEach(({ start, end, rest }, i) => expect(start + end + rest).toBe(names[i]));
  });

  it('do not cut a character in two', () => {
    const names = ['😀'.repeat(20), `${'😀'.repeat(20)}a`];
    for (const name of names) {
      const { start, end } = partName(name, names);
      expect([...start, ...end].every((character) => character !== '\ud83d' && character !== '\ude00')).toBe(
        true,
      );
    }
  });

  it('are different for any names, and make up the name', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀'), minLength: 15, maxLength: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        for (const each of names) {
          const { start, end, rest } = partName(each, names);
          expect(start + end + rest).toBe(each);
        }
        expect(new Set(names.map((each) => narrowest(each, names))).size).toBe(names.length);
      }),
    );
  });
});

describe('a short name', () => {
  it('is the name where that fits', () => {
    expect(shortName('Referral', 8)).toBe('Referral');
  });

  it('has its start and its end', () => {
    expect(shortName(`${PATH}?variant=12`, 30)).toBe('https://www.example…variant=12');
    expect(shortName(`${PATH}?variant=12`, 30)).toHaveLength(30);
  });

  it('tells names with the same start and the same end apart', () => {
    const names = [`${PATH}/a${'x'.repeat(100)}`, `${PATH}/b${'x'.repeat(100)}`];
    const [first, second] = names.map((name) => shortName(name, 40, names));
    expect(first).toBe('https://www.example.org/land…le/axxxxxx…');
    expect(second).toBe('https://www.example.org/land…le/bxxxxxx…');
  });
});
