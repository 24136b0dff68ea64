import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { PICTURE_ORIGIN } from '#contract/google.ts';
import { THREAD_POLICY } from '#contract/thread-address.ts';

const textOf = (source: string | Uint8Array): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

/** The content security policy of a document. It forbids everything that it does not name. */
const policy = ({ scripts, styles }: InlineHashes): string =>
  [
    "default-src 'none'",
    // Allows WebAssembly, which the file reader is, but no text that runs as code.
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    // data: and blob: for charts that become a file.
    `img-src 'self' data: blob: ${PICTURE_ORIGIN}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // Text becomes neither HTML nor the address of a script, but for the one of the thread.
    "require-trusted-types-for 'script'",
    `trusted-types ${THREAD_POLICY}`,
  ].join('; ');

/** The inline parts of the documents: one script, and the style that each needs for its first paint. */
interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

const hashesOf = (documents: readonly string[], element: RegExp): string[] => {
  const contents = documents.flatMap((html) => [...html.matchAll(element)].map(([, text = '']) => text));
  return [...new Set(contents)].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
};

/** The text of a `_headers` file. Browsers keep files for a year if their names change with their content. */
export function headerRules(documents: readonly string[]): string {
  const everywhere = {
    'Content-Security-Policy': policy({
      scripts: hashesOf(documents, /<script>([\s\S]*?)<\/script>/g),
      styles: hashesOf(documents, /<style>([\s\S]*?)<\/style>/g),
    }),
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

/** Writes `_headers` in the build, since only the build knows the hashes of what the documents have inline. */
export function responseHeaders(): Plugin {
  return {
    name: 'response-headers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const documents = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.html') ? [textOf(file.source)] : [],
      );
      if (documents.length === 0) throw new Error('The build has no document');
      this.emitFile({ type: 'asset', fileName: '_headers', source: headerRules(documents) });
    },
  };
}
