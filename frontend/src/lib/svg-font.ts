/** The family of the page's texts, with what may stand for it where it cannot be read. */
export const FILE_FONTS = "'Inter Variable', Inter, Helvetica, Arial, sans-serif";
const FAMILY = 'Inter Variable';
const FIGURES_IN_LINE = 'text{font-variant-numeric:tabular-nums}';

/**
 * The style sheet of a drawing that leaves the page: it carries the font files in use, since no page stands behind
 * it any more. Where they cannot be read, the next family of the list stands in.
 */
export async function embedFonts(): Promise<string> {
  const faces = await Promise.all(Array.from(listFontRules(), (rule) => embedFont(rule).catch(() => '')));
  return [...faces, FIGURES_IN_LINE].join('');
}

interface FontRule {
  url: string;
  unicodeRange: string;
}

/** The files that the page has loaded, of those that its style sheets name, each once. */
function listFontRules(): Iterable<FontRule> {
  const loaded = new Set<string>();
  for (const face of document.fonts ?? []) {
    if (face.status === 'loaded' && unquote(face.family) === FAMILY) loaded.add(face.unicodeRange);
  }
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const url = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1];
      const unicodeRange = rule.style.getPropertyValue('unicode-range');
      if (!url || !loaded.has(unicodeRange)) return [];
      return [{ url: new URL(url, sheet.href ?? document.baseURI).href, unicodeRange }];
    }),
  );
  return new Map(rules.map((rule) => [rule.url, rule])).values();
}

async function embedFont({ url, unicodeRange }: FontRule): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) return '';
  const data = toBase64(new Uint8Array(await answer.arrayBuffer()));
  return `@font-face{font-family:'${FAMILY}';font-weight:100 900;src:url(data:font/woff2;base64,${data}) format('woff2');unicode-range:${unicodeRange}}`;
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function unquote(family: string): string {
  return family.replaceAll(/["']/g, '');
}
