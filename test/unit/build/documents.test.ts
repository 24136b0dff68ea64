import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OLDEST_BROWSERS } from '../../../frontend/build/browsers.ts';
import { replaceOnce, withMeta, type DocumentMeta } from '../../../frontend/build/documents.ts';

const project = new URL('../../..', import.meta.url).pathname;
const template = readFileSync(`${project}frontend/index.html`, 'utf8');
const meta: DocumentMeta = {
  path: '/docs',
  title: 'A "title" & <more>',
  description: 'What it says',
  document: 'page',
};

describe('the head of a document', () => {
  it('has the title and the description of its page, also for sites that show a link to it', () => {
    const html = withMeta(template, meta);
    expect(html).toContain('<title>A &quot;title&quot; &amp; &lt;more></title>');
    expect(html).toContain('<meta property="og:title" content="A &quot;title&quot; &amp; &lt;more>" />');
    expect(html).toContain('<meta name="description" content="What it says" />');
    expect(html).toContain('<meta property="og:description" content="What it says" />');
  });

  it('names the one address of a public page, and keeps search engines from a private one', () => {
    const [shown, hidden] = [withMeta(template, meta), withMeta(template, { ...meta, document: 'shell' })];
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

describe('the oldest browsers', () => {
  it('are named by the notice for older ones, and by README', () => {
    expect(OLDEST_BROWSERS).toBe('Chrome 131, Edge 131, Firefox 132 or Safari 18.1');
    expect(template).toMatch(/id="older-browser"[^>]*hidden\s*>[^<]*%OLDEST_BROWSERS%/);
    const readme = readFileSync(`${project}README.md`, 'utf8').replaceAll(/\s+/g, ' ');
    expect(readme).toContain(OLDEST_BROWSERS);
  });

  it('and much older ones can read the script that shows the notice', () => {
    const scripts = [...template.matchAll(/<script>([^]*?)<\/script>/g)];
    const script = scripts.at(-1)?.[1] ?? '';
    expect(script).toContain('older-browser');
    expect(script).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(const|let|class|async|for \(.* of)\b/);
  });
});
