const ADDRESS = /^[^\s@,;:<>"]+@[^\s@,;:<>"]+\.[^\s@.,;:<>"]{2,}$/u;
/** Google delivers mail to these domains whatever dots and +suffix stand before the @. */
const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/** White space, and characters that nobody sees: zero-width ones, marks of direction, soft hyphens. */
const UNSEEN = /[\s\p{Cf}]+/gu;

/**
 * An e-mail address as platforms hash it: lower case, without white space and unseen characters. Null where the cell holds no address.
 * Example: ' User.Name+NYC@Example.com ' is 'user.name+nyc@example.com'.
 */
export function normaliseEmail(cell: string): string | null {
  const text = cell.replace(UNSEEN, '').toLowerCase();
  return ADDRESS.test(text) ? text : null;
}

/**
 * The same for Google: at gmail.com and googlemail.com dots and +suffix before the @ are left out too.
 * Example: 'Cloudy.SanFrancisco+shopping@gmail.com' is 'cloudysanfrancisco@gmail.com'.
 */
export function normaliseGoogleEmail(cell: string): string | null {
  const email = normaliseEmail(cell);
  return email !== null && GOOGLE_DOMAINS.has(email.split('@')[1] ?? '') ? shortenName(email) : email;
}

const ACCENTS = /[\u0300-\u036f]/g;

/**
 * The same for Microsoft: accents are left out, and dots and +suffix before the @ in every domain. Source: its help, "Enhanced
 * conversions", as read on 2026-11-29. Examples: 'User.Name+NYC@Example.com' is 'username@example.com', 'josé@example.com' is
 * 'jose@example.com'.
 */
export function normaliseMicrosoftEmail(cell: string): string | null {
  const email = normaliseEmail(cell);
  return email === null ? null : shortenName(email.normalize('NFD').replace(ACCENTS, '').normalize('NFC'));
}

function shortenName(email: string): string | null {
  const [name = '', domain = ''] = email.split('@');
  const short = name.replace(/\+.*$/, '').replaceAll('.', '');
  return short === '' ? null : `${short}@${domain}`;
}

const SHA_256 = /^[0-9a-f]{64}$/i;

/** Whether a cell is a SHA-256 hash already, as some programs export addresses. */
export function isHash(cell: string): boolean {
  return SHA_256.test(cell);
}
