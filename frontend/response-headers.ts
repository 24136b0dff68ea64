import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** What a document may load and do. Everything that is not named is forbidden. */
const policy = (scriptHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    // The reader is WebAssembly, which this allows to be compiled; text is never run as code.
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...scriptHashes].join(' ')}`,
    "style-src 'self'",
    // Radix writes style elements while a menu or dialog is open (scroll lock, hidden scroll bars).
    "style-src-elem 'self' 'unsafe-inline'",
    // data: and blob: are charts on their way to a file; the host has the pictures of Google accounts.
    "img-src 'self' data: blob: https://*.googleusercontent.com",
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

/** The rules of a `_headers` file: every file, and for a year those whose names change with their content. */
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

/** Writes `_headers` beside the document: the hash of its inline script is known only when it is built. */
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
