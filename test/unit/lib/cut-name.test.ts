import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partName, shortName } from '#frontend/lib/cut-name.ts';

const PATH = 'https://www.example.org/landing/spring-sale';

/** The part that stays in view in the narrowest place: a bit of the start, and the end. */
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

  it('are one up to 24 characters, unless another name begins alike and has more than 14', () => {
    const [short, long] = ['x'.repeat(24), 'x'.repeat(25)];
    expect([partName(short), partName(long)].map(({ start, end }) => [start.length, end.length])).toEqual([
      [24, 0],
      [15, 10],
    ]);
    const alike = ['Campaign one', 'Campaign of 14', 'Campaign number', 'Campaign no. two'];
    expect(alike.map((name) => partName(name, alike).end)).toEqual(['', '', 'ign number', 'gn no. two']);
  });

  it('begin at a whole character, whichever of its halves is where the cut would be', () => {
    // The second halves of these two are the first and the last that there are.
    for (const character of ['\u{1F400}', '\u{1F3FF}']) {
      const name = `${'x'.repeat(15)}${character}123456789`;
      expect(partName(name)).toMatchObject({ start: 'x'.repeat(15), end: `${character}12345678`, mark: '…' });
      expect(partName(`${name}0`)).toMatchObject({
        start: `${'x'.repeat(15)}${character}`,
        end: '1234567890',
      });
    }
    // These two have one half, beside the range of the second halves.
    for (const character of ['\ue000', '\uffee'])
      expect(partName(`${'x'.repeat(15)}${character}123456789`).end).toBe(`${character}123456789`);
  });

  it('are looked for once in the names of a view', () => {
    let looks = 0;
    const names = ['Germany Broad Mobile', 'Germany Broad Desktop'];
    const list = names[Symbol.iterator].bind(names);
    names[Symbol.iterator] = () => {
      looks += 1;
      return list();
    };
    expect(
      ['Germany Broad Mobile', 'Germany Broad Desktop', 'France'].map((name) => partName(name, names).end),
    ).toEqual(['oad Mobile', 'ad Desktop', '']);
    expect(looks).toBe(1);
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
    // 35 characters, of which the last ones would be left out if they did not fit.
    const names = ['Campaign in spring, weekly overview', 'Campaign in summer, weekly overview'];
    expect(names.map((name) => shortName(name, 35, names))).toEqual(names);
    expect(names.map((name) => shortName(name, 34, names))).toEqual([
      'Campaign in spring, …',
      'Campaign in summer, …',
    ]);
  });

  it('has its whole start where there is just enough room for that', () => {
    const names = ['Campaign in spring, weekly overview', 'Campaign in summer, weekly overview'];
    expect(names.map((name) => shortName(name, 21, names))).toEqual([
      'Campaign in spring, …',
      'Campaign in summer, …',
    ]);
    expect(names.map((name) => shortName(name, 20, names))).toEqual([
      'Campaign…n spring, …',
      'Campaign…n summer, …',
    ]);
  });

  it('has no space before the mark of the cut, and its end where there is room for nothing else', () => {
    const name = 'Spring sale and winter sale in Germany';
    expect(shortName(name, 18)).toBe('Spring…in Germany');
    expect(shortName(name, 17)).toBe('Spring…in Germany');
    expect(shortName(name, 8)).toBe('…in Germany');
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
