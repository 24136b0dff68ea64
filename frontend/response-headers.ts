import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { PICTURE_ORIGIN } from '#contract/google.ts';

/** The content security policy of a document. It forbids everything that it does not name. */
const policy = (scriptHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    // Allows WebAssembly, which the file reader is, but no text that runs as code.
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    // Radix writes style elements while a menu or dialog is open (scroll lock, hidden scroll bars).
    "style-src-elem 'self' 'unsafe-inline'",
    // data: and blob: for charts that become a file.
    `img-src 'self' data: blob: ${PICTURE_ORIGIN}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashesOfInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

/** The text of a `_headers` file. Browsers keep files for a year if their names change with their content. */
export function headerRules(html: string): string {
  const everywhere = {
    'Content-Security-Policy': policy(hashesOfInlineScripts(html)),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
  };
  const lines = Object.entries(everywhere).map(([name, value]) => `  ${name}: ${value}`);
  return ['/*', ...lines, '/assets/*', '  Cache-Control: public, max-age=31536000, immutable', ''].join('\n');
}

/** Writes `_headers` in the build, since only the build knows the hash of the document's inline script. */
export function responseHeaders(): Plugin {
  return {
    name: 'response-headers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no document');
      const html = typeof page.source === 'string' ? page.source : new TextDecoder().decode(page.source);
      this.emitFile({ type: 'asset', fileName: '_headers', source: headerRules(html) });
    },
  };
}
