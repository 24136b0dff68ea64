import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replaceOnce, withMeta } from '../../../frontend/build/document-head.ts';
import { documentOf, PUBLIC_PAGES } from '#worker/pages.ts';

const project = new URL('../../..', import.meta.url).pathname;
const template = readFileSync(`${project}frontend/index.html`, 'utf8');
const meta = { path: '/docs', title: 'A "title" & <more>', description: 'What it says', isPrivate: false };

describe('the head of a document', () => {
  it('has the title and the description of its page, also for those who show a link to it', () => {
    const html = withMeta(template, meta);
    expect(html).toContain('<title>A &quot;title&quot; &amp; &lt;more></title>');
    expect(html).toContain('<meta property="og:title" content="A &quot;title&quot; &amp; &lt;more>" />');
    expect(html).toContain('<meta name="description" content="What it says" />');
    expect(html).toContain('<meta property="og:description" content="What it says" />');
  });

  it('names the one address of a public page, and keeps search engines from a private one', () => {
    const [shown, hidden] = [withMeta(template, meta), withMeta(template, { ...meta, isPrivate: true })];
    expect(shown).toContain('<link rel="canonical" href="/docs" />');
    expect(shown).not.toContain('noindex');
    expect(hidden).toContain('<meta name="robots" content="noindex" />');
    expect(hidden).not.toContain('canonical');
  });

  it('is refused where the template has lost a place, or has one twice', () => {
    expect(() => withMeta(template.replace('<title>', '<titel>'), meta)).toThrow('has not one');
    expect(() => replaceOnce('a b a', /a/, 'c')).toThrow('has not one');
    expect(replaceOnce('a b', /a/, '$&')).toBe('$& b');
  });
});

describe('the addresses that the Worker answers before the files', () => {
  const [, list = ''] =
    /^run_worker_first = \[(.*)\]$/m.exec(readFileSync(`${project}wrangler.toml`, 'utf8')) ?? [];
  const rules = [...list.matchAll(/"([^"]+)"/g)].map(([, rule = '']) => rule);
  const isListed = (path: string) =>
    rules.some((rule) => (rule.endsWith('/*') ? path.startsWith(rule.slice(0, -1)) : path === rule));

  it.each([...PUBLIC_PAGES, '/auth/login', '/auth/signup', '/saved', '/saved/0190', '/not-found'])(
    'are those of every document: %s',
    (path) => expect(isListed(path)).toBe(true),
  );

  it('are no addresses of files', () => {
    for (const path of ['/assets/index.js', '/favicon.svg', '/preview.png']) {
      expect(isListed(path)).toBe(false);
      expect(documentOf(path)).toBeNull();
    }
  });
});
