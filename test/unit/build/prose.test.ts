import { expect, test } from 'vitest';
import { compileProse } from '../../../frontend/build/prose.ts';

test('a heading of level 2 begins a section, whose address its title does not change', async () => {
  const text = `Before all sections.

## How We Use Information {/* #use */}

A sentence.

### A heading within

## Contact {/* #contact */}
`;
  const { code, sections } = await compileProse(text, 'text.mdx');
  expect(sections).toEqual([
    { id: 'use', title: 'How We Use Information' },
    { id: 'contact', title: 'Contact' },
  ]);
  expect(code.match(/_jsxs?\((Lead|Section|_components\.h\d)/g)).toEqual([
    '_jsx(Lead',
    '_jsxs(Section',
    '_jsx(_components.h3',
    '_jsx(Section',
  ]);
});

test('a heading without an address is refused', async () => {
  await expect(compileProse('## Contact\n', 'text.mdx')).rejects.toThrow(
    "The heading 'Contact' has no address",
  );
});

test('the program of a text imports React alone, and compiles nothing in the browser', async () => {
  const { code } = await compileProse('## A {/* #a */}\n\n**Text** with {1 + 1}\n', 'text.mdx');
  expect([...code.matchAll(/from "([^"]+)"/g)].map(([, source]) => source)).toEqual(['react/jsx-runtime']);
  expect(code).not.toMatch(/\beval\b|new Function/);
});
