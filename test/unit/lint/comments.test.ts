import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const COMMENT = /(?:^|[\s{])(\/\/.*(?:\n\s*\/\/.*)*|\/\*[\s\S]*?\*\/)/gm;
const RIDDLES: readonly RegExp[] = [/^(?:What|Who)\b/m, /\bso\s+(?:many|often)\b/i];

/** The comments with one of the riddles, without their marks. Lines of `//` below each other are one comment. */
const findRiddles = (text: string): string[] =>
  [...text.matchAll(COMMENT)]
    .map(([, comment = '']) => comment.replaceAll(/^[^\S\n]*(?:\/\/+|\/?\*+\/?)[^\S\n]*/gm, ''))
    .filter((comment) => RIDDLES.some((riddle) => riddle.test(comment)));

test('a riddle is found in each form of comment, and in no string', () => {
  const [what, who, so] = ['What', 'Who', 'so']; // apart, since the next test reads this file too
  const planted = [
    `/** ${what} a rule does. */`,
    `let a = 1; // ${who} has changed it.`,
    `/*\n * Rules of a plan.\n * ${what} they enter.\n */`,
    `/**\n * ${what} a plan enters.\n */`,
    `{/* ${what} stands here. */}`,
    `  // At most ${so}\n  // many rules.`,
    `/** Is drawn ${so} often. */`,
  ];
  expect(planted.filter((text) => findRiddles(text).length === 1)).toEqual(planted);
  expect(
    findRiddles(`// The rules: what else?\nconst title = '${what} changed in ${so} many rules';`),
  ).toEqual([]);
});

test('no comment begins with What or Who, or says so many or so often in place of a number', () => {
  const files = globSync(['*.ts', '{frontend,test,worker}/**/*.{ts,tsx,css}'], { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1500);
  const found = files.map((file) => [file, ...findRiddles(readFileSync(ROOT + file, 'utf8'))]);
  expect(found.filter(({ length }) => length > 1)).toEqual([]);
});
