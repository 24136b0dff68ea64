import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { criticalStyle } from './critical-style.ts';
import { replaceOnce, withMeta } from './document-head.ts';
import { preloadTags } from './preload-tags.ts';

type RenderAhead = typeof import('../src/app/render-ahead.tsx');

interface Document {
  file: string;
  path: string;
  /** The code of its page. */
  page: string;
  /** Its page differs by visitor: the document has the frame alone, which the visitor's browser fills. */
  isFrame?: boolean;
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
  { file: 'auth/login.html', path: '/auth/login', page: 'src/pages/login.tsx', isFrame: true },
  { file: 'auth/signup.html', path: '/auth/signup', page: 'src/pages/signup.tsx', isFrame: true },
  { file: 'saved.html', path: '/saved', page: 'src/pages/saved.tsx', isFrame: true, isShared: true },
  {
    file: 'not-found.html',
    path: '/not-found',
    page: 'src/pages/not-found.tsx',
    isFrame: true,
    isShared: true,
  },
];

function textOf(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/**
 * Puts into the document what it needs of the style sheet to be painted, and the whole sheet at its end: scripts wait
 * for that, what is painted does not.
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

/** Renders with the sources, through a Vite that serves nobody. */
async function renderAhead({ root, mode }: Pick<ResolvedConfig, 'root' | 'mode'>) {
  const vite = await createServer({
    root,
    mode,
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
  let config: ResolvedConfig;
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => void (config = resolved),
    async generateBundle(_, bundle) {
      const template = bundle['index.html'];
      if (template?.type !== 'asset') throw new Error('The build has no document');
      const { shell, pages } = await renderAhead(config);
      const plain = textOf(template.source);

      for (const [index, { file, path, page, isFrame = false, isShared = false }] of DOCUMENTS.entries()) {
        const { html, ...said } = pages[index]!; // one per document
        if (/\sstyle="/.test(html)) throw new Error(`${path} has style attributes, which its policy refuses`);
        const links = preloadTags(bundle, page);
        const body = isFrame ? rootOf('', shell) : rootOf(path, html);
        let source = withMeta(plain, { ...said, path: isShared ? null : path });
        source = replaceOnce(source, /<\/head>/, `${links}</head>`);
        source = replaceOnce(source, /<div id="root"><\/div>/, body);
        // What is only read needs no script.
        if (!isFrame && path !== '/') source = replaceOnce(source, /\s*<noscript>[^]*?<\/noscript>/, '');
        source = withStyle(source, bundle);
        if (file === 'index.html') template.source = source;
        else this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

/** The place of the application; main.tsx takes over what was rendered for its address, and replaces the rest. */
function rootOf(path: string, html: string): string {
  return `<div id="root" data-ahead="${path}">${html}</div>`;
}
