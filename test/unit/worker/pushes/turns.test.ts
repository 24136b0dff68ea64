import { expect, test } from 'vitest';
import { findTurn } from '#worker/pushes/turns.ts';

const google = (detail: object, status = 'PERMISSION_DENIED') => ({
  error: { code: 403, status, details: [{ '@type': 'made-up' }, detail] },
});
const ads = (value: string) => google({ errors: [{ errorCode: { authorizationError: value } }] });
const meta = (code: number, subcode?: number) => ({
  error: { code, message: 'No.', ...(subcode !== undefined && { error_subcode: subcode }) },
});
const microsoft = (list: string, Code: number) => ({ Type: 'Fault', [list]: [{ Code, Message: 'No.' }] });

test.each<[Parameters<typeof findTurn>[0], unknown, string | null, string]>([
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
  ['meta', { data: [] }, null, 'user'],
  ['microsoft', microsoft('Errors', 105), '105', 'operator'],
  ['microsoft', microsoft('OperationErrors', 106), '106', 'administrator'],
  ['microsoft', microsoft('OperationErrors', 1030), '1030', 'operator'],
  ['microsoft', microsoft('BatchErrors', 117), '117', 'nobody'],
  ['microsoft', { Errors: null, OperationErrors: [{ Code: 122 }] }, '122', 'user'],
  ['microsoft', null, null, 'user'],
])('%s: %j has the code %s, and is for the %s', (kind, answer, code, turn) => {
  expect(findTurn(kind, answer)).toEqual({ code, turn });
});
