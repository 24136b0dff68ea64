import { transform, type Selector } from 'lightningcss';

/**
 * The rules of a style sheet that a document may need before any script has run: all but the rules of classes that
 * the document does not have. The order of the rules stays, so that the whole sheet can follow without changing the
 * look.
 */
export function criticalStyle(css: string, html: string): string {
  const code = Buffer.from(css);
  const used = classesOf(html);
  const unusedSymbols = [...classesOfSheet(code)].filter((name) => !used.has(name));
  return transform({ filename: 'critical.css', code, minify: true, unusedSymbols }).code.toString();
}

function classesOfSheet(code: Uint8Array): Set<string> {
  const names = new Set<string>();
  const collect = (selector: Selector) => {
    for (const part of selector) if (part.type === 'class') names.add(part.name);
  };
  transform({ filename: 'sheet.css', code, visitor: { Selector: collect } });
  return names;
}

function classesOf(html: string): Set<string> {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) => list);
  // React escapes these characters.
  const text = lists
    .join(' ')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return new Set(text.split(/\s+/));
}
