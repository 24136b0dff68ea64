/** What stands between two braces, and where it ends. Strings and escaped signs are passed over. */
function endOf(css: string, from: number, isEnd: (sign: string, depth: number) => boolean): number {
  let depth = 0;
  for (let i = from; i < css.length; i++) {
    const sign = css.charAt(i);
    if (sign === '\\') i++;
    else if (sign === '"' || sign === "'") i = css.indexOf(sign, i + 1);
    else if (isEnd(sign, depth)) return i;
    else if (sign === '{') depth++;
    else if (sign === '}') depth--;
  }
  return css.length;
}

function plainName(escaped: string): string {
  return escaped.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, sign?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (sign ?? ''),
  );
}

/** A selector that begins with a class matches nothing in a document that does not have it. */
function mayMatch(selectors: string, classes: ReadonlySet<string>): boolean {
  return selectors.split(/(?<!\\),(?![^(]*\))/).some((selector) => {
    const [, name] = /^\s*\.((?:\\.|[\w-]|[^\0-\x7f])+)/.exec(selector) ?? [];
    return name === undefined || classes.has(plainName(name));
  });
}

function keepRules(css: string, classes: ReadonlySet<string>): string {
  let kept = '';
  for (let start = 0; start < css.length;) {
    const open = endOf(css, start, (sign) => sign === '{' || sign === ';');
    const prelude = css.slice(start, open);
    if (css.charAt(open) !== '{') {
      kept += css.slice(start, open + 1);
      start = open + 1;
      continue;
    }
    const close = endOf(css, open + 1, (sign, depth) => sign === '}' && depth === 0);
    const body = css.slice(open + 1, close);
    const inner = /^@(layer|media|supports)\b/.test(prelude) ? keepRules(body, classes) : body;
    if (inner && (prelude.startsWith('@') || mayMatch(prelude, classes))) kept += `${prelude}{${inner}}`;
    start = close + 1;
  }
  return kept;
}

/**
 * The rules of a style sheet that a document may need before any script has run: those that ask for no class, or for
 * one that the document has. The order stays, so that the whole sheet may follow and change nothing.
 */
export function criticalStyle(css: string, html: string): string {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) =>
    list
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
  return keepRules(css, new Set(lists.flatMap((list) => list.split(/\s+/))));
}
