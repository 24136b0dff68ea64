import { describe, expect, test } from 'vitest';
import {
  accountDeletionSchema,
  emailSchema,
  linkSchema,
  newPassword,
  passwordChangeSchema,
  signInSchema,
  signUpSchema,
} from '#contract/auth.ts';
import { forgottenSchema, newPasswordSchema, passwordResetSchema } from '#contract/mail.ts';
import { problemOf } from './problem-of.ts';

const INVALID_EMAIL = ': Please enter a valid email';
const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be at most 72 bytes long: 72 letters and digits, fewer with accents or emoji';

/** A domain of labels of 60 characters, as long as an address of this length needs. */
function addressOf(length: number): string {
  const domain = `${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.com`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
}

describe('an address', () => {
  test.each([
    ['a@example.com', 'a@example.com'],
    [' Name.Of+Tag_1@Ex-Ample.COM\n', 'name.of+tag_1@ex-ample.com'],
    ['a.b.c@a.b.example.com', 'a.b.c@a.b.example.com'],
    ["o'brien!#$%&*/=?^`{|}~@example.com", "o'brien!#$%&*/=?^`{|}~@example.com"],
    ['1@1.de', '1@1.de'],
    ['a@b1.c2', 'a@b1.c2'],
    ['Jo\u0308rg@bu\u0308cher.example', 'j\u00f6rg@b\u00fccher.example'],
    ['用户@例え.jp', '用户@例え.jp'],
    ['a@straße.de', 'a@straße.de'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    // Of a plain domain no runtime is asked: browser and Worker may differ about this one.
    ['a@xn--a.example', 'a@xn--a.example'],
    [`a@${'x'.repeat(63)}.com`, `a@${'x'.repeat(63)}.com`],
    [`a@example.${'x'.repeat(63)}`, `a@example.${'x'.repeat(63)}`],
    [addressOf(254), addressOf(254)],
  ])('%j is kept as %j', (entered, kept) => {
    expect(emailSchema.parse(entered)).toBe(kept);
  });

  test.each([
    '',
    'a',
    '@example.com',
    'a@',
    'a@example',
    'a@.com',
    'a@example.',
    'a@example..com',
    'a@example.com.',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@b@example.com',
    'a b@example.com',
    'a@exam ple.com',
    'a@example.com b@example.com',
    'a\tb@example.com',
    '"a"@example.com',
    'a(b)@example.com',
    'a,b@example.com',
    'a:b@example.com',
    'a;b@example.com',
    '<a@example.com>',
    '[a]@example.com',
    'a\\b@example.com',
    'a.b c@example.com',
    'a.b"@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example.-com',
    'a@example.com-',
    'a@ex_ample.com',
    'a@example.c',
    'a@\u0301bc.com',
    'a@exam\u200eple.com',
    'a\u200b@example.com',
    'a.\u200bb@example.com',
    'a\ud800@example.com',
    'a@\uff45xample.com',
    'a@\ufb01rma.com',
    'a@xn--\u00e4.com',
    'a@\u05d0b.com',
    `a@${'\u00e4\u4e00'.repeat(30)}.com`,
    `a@${'x'.repeat(64)}.com`,
    `a@example.${'x'.repeat(64)}`,
    addressOf(255),
    7,
    null,
    undefined,
  ])('%j is none', (entered) => {
    const { error } = emailSchema.safeParse(entered);
    expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      INVALID_EMAIL,
    ]);
  });

  test('of a hundred thousand characters is refused at once', () => {
    for (const piece of ['a', 'a.', 'a@', '@', 'a@b.', '-'])
      expect(problemOf(emailSchema, piece.repeat(100_000 / piece.length))).toBe(INVALID_EMAIL);
  });
});

describe('a new password', () => {
  test('has at least 8 characters and at most 72 bytes', () => {
    for (const taken of ['12345678', 'x'.repeat(72), 'é'.repeat(36), '😀'.repeat(18)])
      expect(problemOf(newPassword, taken)).toBeNull();
    for (const short of ['1234567', '', 7, undefined])
      expect(problemOf(newPassword, short)).toBe(`: ${SHORT}`);
    for (const long of ['x'.repeat(73), 'é'.repeat(37), `${'😀'.repeat(18)}x`])
      expect(problemOf(newPassword, long)).toBe(`: ${LONG}`);
  });

  test('is the same from every keyboard, and keeps its spaces and capitals', () => {
    expect(newPassword.parse('passwo\u0308rd')).toBe('passw\u00f6rd');
    expect(newPassword.parse('  Pass Word ')).toBe('  Pass Word ');
  });
});

test('what signs in, signs up and changes a password is taken as it is sent', () => {
  const [email, password] = ['name@example.com', 'long enough'];
  const bodies = [
    [signInSchema, { email, password: 'x' }],
    [signUpSchema, { email, password }],
    [linkSchema, { password: 'x' }],
    [passwordChangeSchema, { password: 'x', newPassword: password }],
    [accountDeletionSchema, { password: 'x' }],
    [accountDeletionSchema, {}],
    [forgottenSchema, { email }],
    [newPasswordSchema, { newPassword: password }],
    [passwordResetSchema, { token: 't', newPassword: password }],
  ] as const;
  for (const [schema, body] of bodies) expect(schema.parse(body)).toEqual(body);
});

test('a password that is entered must be there, and need not be long', () => {
  for (const schema of [linkSchema, passwordChangeSchema, accountDeletionSchema])
    for (const password of ['', 7])
      expect(problemOf(schema, { password, newPassword: 'long enough' })).toBe(
        'password: Password is required',
      );
  expect(problemOf(linkSchema, {})).toBe('password: Password is required');
});
