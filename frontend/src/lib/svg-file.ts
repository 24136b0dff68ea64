import { wrapText } from './cut-name.ts';

const SVG = 'http://www.w3.org/2000/svg';
const PADDING = 24;
const HEADING_HEIGHT = 32;
const NOTE = { size: 12, weight: 400, lineHeight: 18, top: 12 };
/** Properties that style sheets set on the page. A file has no style sheets, so they become attributes. */
const COLOURS = ['fill', 'stroke'] as const;
const STYLES = ['opacity', 'fill-opacity'] as const;
const TEXT_STYLES = [...STYLES, 'font-size', 'font-weight'] as const;
const SVG_DEFAULTS: Readonly<Record<string, string>> = {
  'font-weight': '400',
  opacity: '1',
  'fill-opacity': '1',
};

interface SvgFile {
  text: string;
  width: number;
  height: number;
}

interface SvgWords {
  title: string;
  /** Text below the drawing that explains it. */
  note: string;
}

/** A drawing of the page as a file that opens anywhere: it contains its colours, sizes, fonts, title and background. */
export async function createSvgFile(drawing: SVGSVGElement, { title, note }: SvgWords): Promise<SvgFile> {
  const { width, height } = drawing.viewBox.baseVal;
  const lines = wrapText(note, width, NOTE);
  const below = NOTE.top + lines.length * NOTE.lineHeight;
  const size = { width: width + 2 * PADDING, height: height + 2 * PADDING + HEADING_HEIGHT + below };
  const resolve = createColourResolver();
  const ground = resolve(getComputedStyle(document.documentElement).backgroundColor);
  const ink = resolve(getComputedStyle(drawing).color);
  const noteTop = PADDING + HEADING_HEIGHT + height + NOTE.top;
  const root = create('svg', {
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    'font-family': FILE_FONTS,
  });
  const body = create('g', { transform: `translate(${PADDING} ${PADDING + HEADING_HEIGHT})` });
  body.append(...[...drawing.children].map((child) => copyResolved(child, resolve)));
  root.append(
    create('style', {}, await embedFonts()),
    create('rect', { ...size, fill: ground }),
    create('text', { x: PADDING, y: PADDING + 14, 'font-size': 16, 'font-weight': 600, fill: ink }, title),
    body,
    ...lines.map((line, position) => {
      const y = noteTop + (position + 0.75) * NOTE.lineHeight;
      return create('text', { x: PADDING, y, 'font-size': NOTE.size, fill: ink, 'fill-opacity': 0.75 }, line);
    }),
  );
  return { text: new XMLSerializer().serializeToString(root), ...size };
}

/** A copy with the computed look as attributes and without class names. */
function copyResolved(source: Element, resolve: (colour: string) => string): Element {
  // A clone of an element is an element.
  const copy = source.cloneNode(false) as Element;
  const style = getComputedStyle(source);
  for (const name of COLOURS) {
    const value = style.getPropertyValue(name);
    if (value && (value !== 'none' || name === 'fill')) copy.setAttribute(name, resolve(value));
  }
  for (const name of source.tagName === 'text' ? TEXT_STYLES : STYLES) {
    const value = style.getPropertyValue(name);
    if (value && value !== SVG_DEFAULTS[name]) copy.setAttribute(name, value);
  }
  for (const name of ['class', 'style']) copy.removeAttribute(name);
  for (const child of source.childNodes) {
    copy.append(child instanceof Element ? copyResolved(child, resolve) : child.cloneNode());
  }
  return copy;
}

/**
 * Converts colours to #rrggbb: browsers compute them in the colour space of the style sheet, which drawing programs
 * do not know.
 */
function createColourResolver(): (colour: string) => string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const hexOf = new Map<string, string>([['none', 'none']]);
  return (colour) => {
    const seen = hexOf.get(colour);
    if (seen !== undefined || !context) return seen ?? colour;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    hexOf.set(colour, hex);
    return hex;
  };
}

function create(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** Browsers draw no picture with a longer side, in pixels. */
const LARGEST_SIDE = 16_000;

/**
 * The file as a picture with two pixels per pixel of the page, or fewer where the picture would be too large to draw.
 */
export async function drawPng({ text, width, height }: SvgFile): Promise<Blob> {
  const scale = Math.min(2, LARGEST_SIDE / Math.max(width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture was not drawn'))),
      'image/png',
    );
  });
}

/** The font of the page's texts, with substitutes where it cannot be read. */
const FILE_FONTS = "'Inter Variable', Inter, Helvetica, Arial, sans-serif";
const FAMILY = 'Inter Variable';
const FIGURES_IN_LINE = 'text{font-variant-numeric:tabular-nums}';

/**
 * The style sheet of the file. It contains the font files in use, since the file cannot load them. Where they cannot
 * be read, the next font of the list is used.
 */
async function embedFonts(): Promise<string> {
  const faces = await Promise.all(Array.from(listFontRules(), (rule) => embedFont(rule).catch(() => '')));
  return [...faces, FIGURES_IN_LINE].join('');
}

interface FontRule {
  url: string;
  unicodeRange: string;
}

/** The font files of the style sheets that the page has loaded, each once. */
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
