import type { Context } from 'hono';
import type { AppEnv } from '#worker/env.ts';

const STYLE = `
:root { color-scheme: light dark; --canvas: oklch(0.985 0.003 260); --text: oklch(0.24 0.02 262);
  --muted: oklch(0.45 0.02 262); --accent: oklch(0.48 0.19 268); --on-accent: white; }
@media (prefers-color-scheme: dark) { :root { --canvas: oklch(0.19 0.012 262); --text: oklch(0.95 0.006 262);
  --muted: oklch(0.76 0.014 262); --accent: oklch(0.72 0.14 268); --on-accent: oklch(0.18 0.03 268); } }
body { margin: 0; background: var(--canvas); color: var(--text);
  font: 400 0.875rem/1.5 'Inter Variable', system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 24rem; margin: 0 auto; padding: 4.5rem 1rem; }
h1 { margin: 0; font-size: 1.75rem; font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; }
p { margin: 0.5rem 0 1.5rem; color: var(--muted); }
strong { color: var(--text); font-weight: 600; }
form { display: flex; align-items: center; gap: 1rem; }
button { min-height: 2.25rem; padding: 0 1rem; border: 0; border-radius: 6px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 500; cursor: pointer; }
a { color: inherit; font-weight: 500; text-underline-offset: 4px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (pointer: coarse) { button { min-height: 2.75rem; } }
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Log out · Lead Value Analyzer</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p><strong>Lead Value Analyzer</strong></p>
<h1>Log out?</h1>
<p>You leave your account in this browser, and work in progress that is kept here is removed.</p>
<form method="post" action="/api/auth/logout">
<button>Log out</button>
<a href="/">Stay and go to the start page</a>
</form>
</main>
</body>
</html>
`;

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Asks before it signs out a visitor who came to this address from elsewhere than our own pages. */
export async function askToLogOut(c: Context<AppEnv>): Promise<Response> {
  const style = `style-src 'sha256-${await hashOf(STYLE)}'`;
  return c.html(PAGE, 200, {
    'Content-Security-Policy': `default-src 'none'; ${style}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    // With 'no-referrer' the form's request would not name our origin.
    'Referrer-Policy': 'same-origin',
  });
}
