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

test('every page has a description of its own, short enough for search engines to show', () => {
  const descriptions = PAGE_ENTRIES.map(([name]) => PAGE_DOCUMENTS[name].description);
  for (const text of descriptions) expect(text).toMatch(/^[A-Z].{20,140}\.$/);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

test('every page has words of its own in the documentation', () => {
  const screens = PAGE_ENTRIES.map(([name]) => PAGE_DOCUMENTS[name].screen);
  for (const text of screens) expect(text).toMatch(/^[A-Z].{4,60}$/);
  expect(new Set(screens).size).toBe(screens.length);
});

test('pages that are the same for everybody are rendered whole, and all others hold nothing of a visitor', () => {
  const whole = PAGE_ENTRIES.filter(([name]) => PAGE_DOCUMENTS[name].document === 'page');
  expect(whole.map(([name]) => name)).toEqual([
    'home',
    'docs',
    'reading-results',
    'privacy',
    'roadmap',
    'changelog',
  ]);
  for (const [name] of PAGE_ENTRIES)
    if (name !== 'saved-analysis') expect(['page', 'shell']).toContain(PAGE_DOCUMENTS[name].document);
});

test('the file of a document has the name of its address', () => {
  expect(documentFile('home')).toBe('/index.html');
  expect(documentFile('docs')).toBe('/docs.html');
  expect(documentFile('login')).toBe('/auth/login.html');
  expect(documentFile('saved-analysis')).toBe(documentFile('saved'));
});

test('an unknown address is the page that says so, without an id', () => {
  expect(findPage('/nowhere')).toEqual({ name: 'not-found', id: '' });
});
