import * as z from 'zod/mini';

const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2048;

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  picture: z.optional(z.string()),
});

/** What an id token says about a person. The address is null unless Google has verified it. */
export interface GoogleProfile {
  googleId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
}

const nameOf = (name: string | undefined): string | null => name?.trim().slice(0, MAX_NAME_LENGTH) || null;

/** Pictures are shown to the user, so only https addresses are kept. */
function pictureOf(picture: string | undefined): string | null {
  const url = picture === undefined ? null : URL.parse(picture);
  return url?.protocol === 'https:' && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

/** @throws when the claims name nobody */
export function readProfile(claims: unknown, toEmail: (text: string) => string | null): GoogleProfile {
  const read = claimsSchema.parse(claims);
  const isVerified = read.email_verified === true || read.email_verified === 'true';
  return {
    googleId: read.sub,
    email: isVerified && read.email !== undefined ? toEmail(read.email) : null,
    firstName: nameOf(read.given_name),
    lastName: nameOf(read.family_name),
    profileImageUrl: pictureOf(read.picture),
  };
}
