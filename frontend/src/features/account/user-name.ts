import type { User } from '#contract/auth.ts';

/** First and last name, as far as they are known; null if both are unknown. */
export function fullName({ firstName, lastName }: User): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** One or two letters for a user without a picture: of the names, else of the e-mail address. */
export function initials({ firstName, lastName, email }: User): string {
  const names = [firstName, lastName].filter((name) => name?.trim());
  const letters = (names.length > 0 ? names : [email]).map((name) => firstLetter(name?.trim() ?? ''));
  return letters.join('').toLocaleUpperCase();
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment ?? '';
}
