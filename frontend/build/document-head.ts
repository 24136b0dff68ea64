/** What a document says about itself. */
export interface DocumentMeta {
  /** Where it is found; null where it stands for several addresses. */
  path: string | null;
  title: string;
  description: string;
  /** Nothing for search engines. */
  isPrivate: boolean;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Puts a text in the place of the only match. A template that lost that place is a mistake to be told. */
export function replaceOnce(html: string, place: RegExp, text: string): string {
  if (html.match(new RegExp(place, 'g'))?.length !== 1) throw new Error(`The document has not one ${place}`);
  return html.replace(place, () => text);
}

/** The template's head with the title, the descriptions and the addresses of one document. */
export function withMeta(html: string, { path, title, description, isPrivate }: DocumentMeta): string {
  const tags = isPrivate
    ? ['<meta name="robots" content="noindex" />']
    : [`<link rel="canonical" href="${path}" />`, `<meta property="og:url" content="${path}" />`];
  const texts: [RegExp, string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escape(title)}</title>`],
    [
      /<meta\s+name="description"\s+content="[^"]*"\s*\/>/,
      `<meta name="description" content="${escape(description)}" />\n    ${tags.join('\n    ')}`,
    ],
    [
      /<meta\s+property="og:title"\s+content="[^"]*"\s*\/>/,
      `<meta property="og:title" content="${escape(title)}" />`,
    ],
    [
      /<meta\s+property="og:description"\s+content="[^"]*"\s*\/>/,
      `<meta property="og:description" content="${escape(description)}" />`,
    ],
  ];
  return texts.reduce((whole, [place, text]) => replaceOnce(whole, place, text), html);
}
