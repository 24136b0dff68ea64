import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { documentFile, PAGE_DOCUMENTS, type PageDocument } from '#contract/page-documents.ts';
import { PAGE_ENTRIES, type PageName } from '#contract/pages.ts';
import { transform, type Selector } from 'lightningcss';
import { prose } from './prose.ts';

type Prerender = typeof import('../src/app/prerender.tsx');

/** A page with a document of its own, and the HTML of that document's root. */
interface Document {
  name: PageName;
  meta: DocumentMeta;
  root: string;
}

/**
 * Makes a document for every page out of index.html, with its own head and style. The document of a page that is the
 * same for every visitor also has its content, which the browser shows before any script has run.
 */
export function documents(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => void (config = resolved),
    async generateBundle(_, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('The build has no document');
      const plain = textOf(template.source);
      for (const document of await renderDocuments(config)) {
        const fileName = documentFile(document.name).slice(1);
        const source = makeDocument(plain, document, bundle);
        if (fileName === template.fileName) template.source = source;
        else this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Renders the pages from their sources. The Vite server only transforms the sources and gets no requests. */
async function renderDocuments({ root, mode }: Pick<ResolvedConfig, 'root' | 'mode'>): Promise<Document[]> {
  const vite = await createServer({
    root,
    mode,
    configFile: false,
    plugins: [prose()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    // The module's own exports.
    const prerender = (await vite.ssrLoadModule('/src/app/prerender.tsx')) as Prerender;
    const shell = rootOf('', await prerender.renderShell());
    const withDocument = PAGE_ENTRIES.filter(([name]) => typeof PAGE_DOCUMENTS[name].document === 'string');
    return await Promise.all(
      withDocument.map(async ([name, { path, title }]) => {
        const meta = { path, title: prerender.documentTitle(title), ...PAGE_DOCUMENTS[name] };
        const isWhole = meta.document === 'page';
        return { name, meta, root: isWhole ? rootOf(path, await prerender.renderPage(path)) : shell };
      }),
    );
  } finally {
    await vite.close();
  }
}

/**
 * The root element of the application. main.tsx hydrates content of the current address, and replaces any other
 * content.
 */
function rootOf(path: string, html: string): string {
  if (/\sstyle="/.test(html)) throw new Error(`${path} has style attributes, which its policy refuses`);
  return `<div id="root" data-prerendered="${path}">${html}</div>`;
}

function makeDocument(plain: string, { name, meta, root }: Document, bundle: Rolldown.OutputBundle) {
  let html = withMeta(plain, meta);
  html = replaceOnce(html, /<\/head>/, `${preloadTags(bundle, name)}</head>`);
  html = replaceOnce(html, /<div id="root"><\/div>/, root);
  // A page of text needs no script, so no browser is too old for it.
  if (meta.document === 'page' && meta.path !== '/')
    html = replaceOnce(html, /\s*<p\s+id="older-browser"[^]*?<\/noscript>/, '');
  return withStyle(html, bundle);
}

/** Replaces the only match of a pattern. Throws where there is no match, or more than one. */
export function replaceOnce(html: string, place: RegExp, text: string): string {
  if (html.match(new RegExp(place, 'g'))?.length !== 1) throw new Error(`The document has not one ${place}`);
  return html.replace(place, () => text);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

export type DocumentMeta = Pick<PageDocument, 'description' | 'document'> & { path: string; title: string };

/** The template with the title, the description and the address of a page in its head. */
export function withMeta(html: string, { path, title, description, document }: DocumentMeta): string {
  const tags = [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    `<meta property="og:title" content="${escape(title)}" />`,
    `<meta property="og:description" content="${escape(description)}" />`,
    ...(document === 'page'
      ? [`<link rel="canonical" href="${path}" />`, `<meta property="og:url" content="${path}" />`]
      : ['<meta name="robots" content="noindex" />']),
  ];
  return replaceOnce(html, /<title>[^<]*<\/title>/, tags.join('\n    '));
}

/**
 * Preload links for the scripts of the page that index.html does not name, so that the browser fetches them at once.
 */
function preloadTags(bundle: Rolldown.OutputBundle, name: PageName): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set(entry ? [entry.fileName, ...entry.imports] : []);
  const tags: string[] = [];
  const follow = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || known.has(chunk.fileName)) return;
    known.add(chunk.fileName);
    tags.push(`  <link rel="modulepreload" crossorigin href="/${chunk.fileName}">\n  `);
    for (const file of chunk.imports) follow(chunks.find(({ fileName }) => fileName === file));
  };
  follow(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/pages/${name}.tsx`)));
  return tags.join('');
}

/**
 * Puts the rules that the first paint needs into the document, and a link to the whole sheet at its end, where
 * scripts wait for it and the first paint does not.
 */
function withStyle(html: string, bundle: Rolldown.OutputBundle): string {
  const [link = '', file = ''] =
    /[ \t]*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\n?/.exec(html) ?? [];
  const sheet = bundle[file];
  if (sheet?.type !== 'asset') throw new Error('The document has no style sheet');
  const style = criticalStyle(textOf(sheet.source), html);
  return replaceOnce(
    html.replace(link, () => `    <style>${style}</style>\n`),
    /<\/body>/,
    `  <link rel="stylesheet" crossorigin href="/${file}">\n  </body>`,
  );
}

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

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
