/** HTML that is written here, with all that came from elsewhere as text in it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function toHtml(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
}

/** A template whose parts are shown as text, unless they are HTML of another template. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((string, at) => string + (at < parts.length ? toHtml(parts[at] ?? '') : '')).join(''),
  );
}

/** Looks of the pages of the demo, and of the strip that it puts above each page of the product. */
export const STYLE = `
.demo-strip { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 6px 16px; background: #4a2c00; color: #fff;
  font: 500 14px/20px system-ui, sans-serif; }
.demo-strip b { text-transform: lowercase; }
.demo-strip a { color: #ffd9a0; text-decoration: underline; }
@media print { .demo-strip { display: none; } }
`;

const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/24px system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 760px; margin: 0 auto; padding: 16px; }
h1 { font-size: 24px; line-height: 32px; }
li { margin: 0 0 16px; }
button, .button { display: inline-block; padding: 9px 16px; border: 0; border-radius: 8px; background: #314ec7; color: #fff;
  font: 600 15px/22px system-ui, sans-serif; text-decoration: none; cursor: pointer; }
.quiet { background: #6b7280; }
form { display: inline; }
pre { padding: 12px 16px; border: 1px solid #8888; border-radius: 8px; white-space: pre-wrap; }
iframe { width: 100%; height: 560px; border: 1px solid #8888; border-radius: 8px; background: #fff; }
td { padding: 6px 16px 6px 0; vertical-align: top; }
`;

/** The strip that says 'demo'. It lies above a page of the product and not over it. */
export const strip = (address: string): Html =>
  html`<div class="demo-strip">
    <span><b>demo</b>: all services are stand-ins on this machine</span>
    <a href="${address}/demo">What to try</a>
    <a href="${address}/demo/mailbox">Mailbox</a>
    <a href="${address}/">The site</a>
  </div>`;

/** A page of the demo itself. */
export const page = (address: string, title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} - demo</title>
        <style>
          ${new Html(STYLE + PAGE_STYLE)}
        </style>
      </head>
      <body>
        ${strip(address)}
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
