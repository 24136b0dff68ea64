import { expect, test } from 'vitest';
import { documentFile, PAGE_DOCUMENTS } from '#contract/page-documents.ts';
import { findPage, PAGE_ENTRIES } from '#contract/pages.ts';

test('every address leads to its own page', () => {
  for (const [name, { path }] of PAGE_ENTRIES)
    expect(findPage(path.replace(':id', '0190'))).toEqual({ name, id: path.includes(':id') ? '0190' : '' });
});

test.each(['/nowhere', '/Docs', '/docs/', '/docs.html', '//docs', '/saved/', '/saved/0190/more', ''])(
  '%j is no page',
  (path) => expect(findPage(path).name).toBe('not-found'),
);

test('every page has a document, its own or that of a page that has one', () => {
  const own = PAGE_ENTRIES.filter(([name]) => typeof PAGE_DOCUMENTS[name].document === 'string');
  const files = own.map(([name]) => documentFile(name));
  expect(new Set(files).size).toBe(own.length);
  for (const [name] of PAGE_ENTRIES) expect(files).toContain(documentFile(name));
});
