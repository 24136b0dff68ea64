import * as z from 'zod/mini';
import type { Turn } from '#contract/connection-checks.ts';
import type { RuleKind } from '#contract/pushes.ts';
import { findMetaTurn } from './meta-calls.ts';

type Turns = Readonly<Record<string, Turn>>;

/** google/ads/googleads/v25/errors (2026-08-19), and google.rpc.ErrorInfo. */
const GOOGLE: Turns = {
  USER_PERMISSION_DENIED: 'administrator',
  ACTION_NOT_PERMITTED: 'administrator',
  CUSTOMER_NOT_ENABLED: 'administrator',
  ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT: 'administrator',
  EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED: 'administrator',
  NOT_ADS_USER: 'user',
  TWO_STEP_VERIFICATION_NOT_ENROLLED: 'user',
  ADVANCED_PROTECTION_NOT_ENROLLED: 'user',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'user',
  RESOURCE_EXHAUSTED: 'nobody',
  RESOURCE_TEMPORARILY_EXHAUSTED: 'nobody',
};

/** developers.facebook.com, "Handling errors", read 2026-11-25. With these subcodes of 190 the owner has to log in there. */
const META: Turns = { '190/459': 'user', '190/464': 'user' };

/** MicrosoftDocs/Advertising, guides/operation-error-codes.md (2026-08-10). */
const MICROSOFT: Turns = {
  '106': 'administrator',
  '1001': 'administrator',
  '1008': 'administrator',
  '108': 'user',
  '109': 'user',
  '120': 'user',
  '122': 'user',
  '123': 'user',
  '124': 'user',
  '125': 'user',
  '1102': 'user',
  '117': 'nobody',
};

const googleSchema = z.object({
  error: z.object({
    status: z.optional(z.string()),
    details: z.optional(
      z.array(
        z.object({
          reason: z.optional(z.string()),
          errors: z.optional(z.array(z.object({ errorCode: z.optional(z.record(z.string(), z.string())) }))),
        }),
      ),
    ),
  }),
});

/** The values of its enums come first, then the reason of a call that did not reach the API, then the status. */
function readGoogleCodes(answer: unknown): string[] {
  const { status = '', details = [] } = googleSchema.safeParse(answer).data?.error ?? {};
  const errors = details.flatMap((detail) => detail.errors ?? []);
  const own = errors.flatMap(({ errorCode = {} }) => Object.values(errorCode));
  return [...own, ...details.map(({ reason = '' }) => reason), status];
}

const metaSchema = z.object({
  error: z.object({ code: z.number(), error_subcode: z.optional(z.number()) }),
});

function readMetaCodes(answer: unknown): string[] {
  const { code, error_subcode: subcode } = metaSchema.safeParse(answer).data?.error ?? {};
  if (code === undefined) return [];
  return [subcode === undefined ? '' : `${code}/${subcode}`, String(code)];
}

const microsoftErrors = z.nullish(z.array(z.object({ Code: z.number() })));
const microsoftSchema = z.object({
  Errors: microsoftErrors,
  OperationErrors: microsoftErrors,
  BatchErrors: microsoftErrors,
});

function readMicrosoftCodes(answer: unknown): string[] {
  const { Errors, OperationErrors, BatchErrors } = microsoftSchema.safeParse(answer).data ?? {};
  return [Errors, OperationErrors, BatchErrors].flatMap((list) => list ?? []).map(({ Code }) => String(Code));
}

const turnIn = (turns: Turns, code: string): Turn | null =>
  Object.hasOwn(turns, code) ? (turns[code] ?? null) : null;

interface Codes {
  readCodes(answer: unknown): string[];
  turnOf(code: string): Turn | null;
}

const PLATFORMS: Readonly<Record<RuleKind, Codes>> = {
  'google-rules': { readCodes: readGoogleCodes, turnOf: (code) => turnIn(GOOGLE, code) },
  meta: { readCodes: readMetaCodes, turnOf: (code) => turnIn(META, code) ?? findMetaTurn(Number(code)) },
  microsoft: { readCodes: readMicrosoftCodes, turnOf: (code) => turnIn(MICROSOFT, code) },
};

/**
 * The code of a refusal, and who has to act: the operator where the code is not known, since the site made the request, and the user
 * where the answer itself was no error.
 */
export function findTurn(kind: RuleKind, answer: unknown): { code: string | null; turn: Turn } {
  const { readCodes, turnOf } = PLATFORMS[kind];
  const codes = readCodes(answer).filter((code) => code !== '');
  const [known] = codes.flatMap((code) => turnOf(code) ?? []);
  return { code: codes[0] ?? null, turn: known ?? (codes.length === 0 ? 'user' : 'operator') };
}
