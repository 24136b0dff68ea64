import { createServer, type Plugin, type Rolldown } from 'vite';
import { replaceOnce, withMeta } from './document-head.ts';

type RenderAhead = typeof import('../src/app/render-ahead.tsx');

interface Document {
  file: string;
  path: string;
  /** Its page, where that is rendered ahead; else the frame alone, which the visitor's browser fills. */
  page?: string;
  /** It stands for several addresses. */
  isShared?: boolean;
}

/** Every document there is. The Worker's pages.ts says which address gets which. */
const DOCUMENTS: readonly Document[] = [
  { file: 'index.html', path: '/', page: 'src/pages/home.tsx' },
  { file: 'docs.html', path: '/docs', page: 'src/pages/docs.tsx' },
  { file: 'changelog.html', path: '/changelog', page: 'src/pages/changelog.tsx' },
  { file: 'roadmap.html', path: '/roadmap', page: 'src/pages/roadmap.tsx' },
  { file: 'privacy.html', path: '/privacy', page: 'src/pages/privacy.tsx' },
  { file: 'auth/login.html', path: '/auth/login' },
  { file: 'auth/signup.html', path: '/auth/signup' },
  { file: 'saved.html', path: '/saved', isShared: true },
  { file: 'not-found.html', path: '/not-found', isShared: true },
];

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/** The page's own code, which its document asks for at once. */
function preloads(bundle: Rolldown.OutputBundle, page: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${page}`));
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!own) return [];
  const known = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  return [own.fileName, ...own.imports].filter((file) => !known.has(file));
}

/** The style sheet of the application, which every document carries: it is painted before anything else has come. */
function withStyle(html: string, bundle: Rolldown.OutputBundle): string {
  const link = /[ \t]*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>\n?/;
  const sheet = bundle[link.exec(html)?.[1] ?? ''];
  if (sheet?.type !== 'asset') throw new Error('The document has no style sheet');
  return replaceOnce(html, new RegExp(link), `    <style>${textOf(sheet.source)}</style>\n`);
}

/** Renders with the sources, through a Vite that serves nobody. */
async function renderAhead(root: string) {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    // What a module of our own exports.
    const ahead = (await vite.ssrLoadModule('/src/app/render-ahead.tsx')) as RenderAhead;
    const pages = await Promise.all(DOCUMENTS.map(({ path }) => ahead.renderPage(path)));
    return { shell: await ahead.renderShell(), pages };
  } finally {
    await vite.close();
  }
}

/**
 * Makes a document for every page out of index.html: with its own head, its style, and where the page is the same for
 * everybody with its content, so that it is seen before any script has come.
 */
export function documents(): Plugin {
  let root = '';
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => void (root = config.root),
    async generateBundle(_, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('The build has no document');
      const { shell, pages } = await renderAhead(root);
      const styled = withStyle(textOf(template.source), bundle);

      for (const [index, { file, path, page, isShared = false }] of DOCUMENTS.entries()) {
        const { html, ...said } = pages[index]!; // one per document
        const head = { ...said, path: isShared ? null : path };
        if (/\sstyle="/.test(html)) throw new Error(`${path} has style attributes, which its policy refuses`);
        const links = page ? preloads(bundle, page).map(preloadTag).join('') : '';
        const body = `<div id="root" data-ahead="${page ? path : ''}">${page ? html : shell}</div>`;
        let source = withMeta(styled, head).replace('</head>', () => `${links}</head>`);
        source = replaceOnce(source, /<div id="root"><\/div>/, body);
        if (page && path !== '/') source = source.replace(/\s*<noscript>[\s\S]*?<\/noscript>/, '');
        if (file === 'index.html') template.source = source;
        else this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

function preloadTag(file: string): string {
  return `  <link rel="modulepreload" crossorigin href="/${file}">\n  `;
}
