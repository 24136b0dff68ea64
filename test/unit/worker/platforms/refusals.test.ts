import { expect, test } from 'vitest';
import { callGoogleAds } from '#worker/platforms/google-ads/google-calls.ts';
import { callMeta, readMany } from '#worker/platforms/meta/meta-calls.ts';
import {
  callMicrosoft,
  MICROSOFT_ADS_HOSTS,
} from '#worker/platforms/microsoft-advertising/microsoft-calls.ts';
import { AccessEnded, PlatformRefused, type Access } from '#worker/pushes/rule-platform.ts';

type Kind = 'google-rules' | 'meta' | 'microsoft';

const prove = (token: string) => Promise.resolve(token);
const CALLS: Readonly<Record<Kind, (access: Access) => Promise<unknown>>> = {
  'google-rules': (access) =>
    callGoogleAds({ origin: 'https://google.test', access, via: null }, 'x', { body: null }),
  meta: (access) => callMeta({ origin: 'https://meta.test', prove, access }, { path: 'x' }),
  microsoft: (access) =>
    callMicrosoft(
      { hosts: MICROSOFT_ADS_HOSTS.live, isSandbox: false, developerToken: 'x', access },
      { service: 'campaigns', path: 'x', body: {} },
    ),
};

const answering = (answer: unknown, status = 400): Access => ({
  accessToken: 'token',
  fetch: () => Promise.resolve(Response.json(answer, { status })),
});

async function refusalOf(asking: Promise<unknown>): Promise<PlatformRefused> {
  const error: unknown = await asking.catch((thrown: unknown) => thrown);
  if (!(error instanceof PlatformRefused)) throw new Error('it was not refused', { cause: error });
  return error;
}

const google = (detail: object, status = 'PERMISSION_DENIED') => ({
  error: { code: 403, status, details: [{ '@type': 'made-up' }, detail] },
});
const ads = (value: string) => google({ errors: [{ errorCode: { authorizationError: value } }] });
const meta = (code: number, subcode?: number) => ({
  error: { code, message: 'No.', ...(subcode !== undefined && { error_subcode: subcode }) },
});
const microsoft = (list: string, Code: number) => ({ Type: 'Fault', [list]: [{ Code, Message: 'No.' }] });

test.each<[Kind, unknown, string | null, string]>([
  ['google-rules', ads('NOT_ADS_USER'), 'NOT_ADS_USER', 'user'],
  ['google-rules', ads('USER_PERMISSION_DENIED'), 'USER_PERMISSION_DENIED', 'administrator'],
  [
    'google-rules',
    ads('CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'),
    'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
    'operator',
  ],
  ['google-rules', google({ reason: 'SERVICE_DISABLED' }), 'SERVICE_DISABLED', 'operator'],
  [
    'google-rules',
    google({ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }),
    'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    'user',
  ],
  ['google-rules', google({}, 'RESOURCE_EXHAUSTED'), 'RESOURCE_EXHAUSTED', 'nobody'],
  ['google-rules', ads('toString'), 'toString', 'operator'],
  ['meta', meta(190, 463), '190/463', 'operator'],
  ['meta', meta(190, 459), '190/459', 'user'],
  ['meta', meta(200), '200', 'administrator'],
  ['meta', meta(4, 1), '4/1', 'nobody'],
  ['meta', meta(3), '3', 'operator'],
  ['meta', meta(294), '294', 'operator'],
  ['meta', meta(272), '272', 'administrator'],
  ['meta', meta(80014), '80014', 'nobody'],
  ['meta', meta(2859015), '2859015', 'nobody'],
  ['microsoft', microsoft('Errors', 105), '105', 'operator'],
  ['microsoft', microsoft('OperationErrors', 106), '106', 'administrator'],
  ['microsoft', microsoft('OperationErrors', 1030), '1030', 'operator'],
  ['microsoft', microsoft('BatchErrors', 117), '117', 'nobody'],
  ['microsoft', { Errors: null, OperationErrors: [{ Code: 122 }] }, '122', 'user'],
  [
    'google-rules',
    google({ errors: [{ errorCode: { quotaError: 'NEW' } }] }, 'RESOURCE_EXHAUSTED'),
    'RESOURCE_EXHAUSTED',
    'nobody',
  ],
  ['google-rules', ads('NEW'), 'NEW', 'operator'],
  ['google-rules', null, null, 'user'],
  ['meta', meta(100, 33), '100/33', 'user'],
  ['microsoft', microsoft('Errors', 108), '108', 'user'],
  ['microsoft', microsoft('Errors', 109), '109', 'user'],
  ['microsoft', microsoft('Errors', 5), '5', 'operator'],
  ['microsoft', { Errors: [{}] }, null, 'user'],
  ['microsoft', null, null, 'user'],
])('%s: %j has the code %s, and is for the %s', async (kind, answer, code, turn) => {
  expect(await refusalOf(CALLS[kind](answering(answer)))).toMatchObject({ code, turn });
});

test('a refusal that no call of ours has caused is the visitor’s turn, and has no code', () => {
  expect(new PlatformRefused('Too many.')).toMatchObject({ code: null, turn: 'user', message: 'Too many.' });
});

test('a part of a batch has the code of its own answer', async () => {
  const site = {
    origin: 'https://meta.test',
    prove,
    access: answering([{ code: 400, body: JSON.stringify(meta(272)) }], 200),
  };
  expect(await refusalOf(readMany(site, ['1?fields=name']))).toMatchObject({
    code: '272',
    turn: 'administrator',
  });
});

test('Google: what cannot be done without the API or the permission has words of its own', async () => {
  const words = async (reason: string) =>
    (await refusalOf(CALLS['google-rules'](answering(google({ reason }), 403)))).message;
  expect(await words('SERVICE_DISABLED')).toBe('The API of Google Ads is not enabled for this site.');
  expect(await words('ACCESS_TOKEN_SCOPE_INSUFFICIENT')).toBe(
    'The connection lacks the permission to manage Google Ads. Connect again, and leave its box ticked.',
  );
});

test('Meta: a token whose owner has to log in is not over', async () => {
  for (const subcode of [459, 464]) {
    const refusal = await refusalOf(CALLS.meta(answering(meta(190, subcode))));
    expect(refusal).not.toBeInstanceOf(AccessEnded);
    expect(refusal.message).toBe(
      `Facebook asks you to log in at www.facebook.com first (code 190/${subcode}). Then try again.`,
    );
  }
  expect(await refusalOf(CALLS.meta(answering(meta(190, 463))))).toBeInstanceOf(AccessEnded);
});
