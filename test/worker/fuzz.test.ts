import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { saveAnalysisSchema } from '#contract/analyses.ts';
import { savedAnalysisSchema, savedSchema } from '#contract/answers.ts';
import { errorBodySchema, errorCodes } from '#contract/errors.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { FUZZ_TIMEOUT_MS, fuzz } from '#test/support/fuzz.ts';
import { damaged } from '#test/support/json-damage.ts';
import { app } from '#worker/app.ts';
import { datasetRequest, gzip, makeSave, saved, toLines } from './analysis-support.ts';
import { request, signedInUser, type TestUser } from './support.ts';

let user: TestUser;

beforeAll(async () => {
  user = await signedInUser();
});

const send = async (sent: Request): Promise<Response> => await app.fetch(sent, env, createExecutionContext());

/** Any number of attempts, and room for what is kept. */
async function makeRoom(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM rate_limits'),
    env.DB.prepare('DELETE FROM saved_analyses WHERE user_id = ?').bind(user.id),
  ]);
}

/** An answer below 500 that is either what was asked for, or an error in the contract's own words. */
async function expectAnswerOrRefusal(response: Response, success: number): Promise<string | null> {
  expect(response.status).toBeLessThan(500);
  const body: unknown = await response.clone().json();
  if (response.status === success) return null;
  expect(response.status).toBeGreaterThanOrEqual(400);
  const { message, code } = errorBodySchema.parse(body);
  if (code !== undefined) expect(errorCodes).toContain(code);
  expect(message).not.toMatch(/Error:|\.ts:|SELECT|D1_/);
  return message;
}

const withDataset = makeSave({
  analysisData: {
    ...makeSave().analysisData,
    headers: ['Status', 'Source', 'Age'],
    rows: [
      ['Qualified', 'fb', '20'],
      ['', '__proto__', ''],
    ],
  },
});

/** Reasons of refusal beyond the schema of the whole. */
const FURTHER_REASONS = [
  /nested too deeply/,
  /needs headers and rows together/,
  /^Line \d+ of the dataset/,
  /inside analysisData or afterwards, not both$/,
];

test(
  'a damaged save is refused in words, or saved and read back by the contract',
  async () => {
    let count = 0;
    await fuzz({
      name: 'saves',
      arbitrary: damaged(withDataset),
      cases: 80,
      check: async (body) => {
        if (count++ % 15 === 0) await makeRoom();
        const text = JSON.stringify(body);
        const response = await send(
          request('/api/analyses', { method: 'POST', body: text, cookie: user.cookie }),
        );
        const refusal = await expectAnswerOrRefusal(response, 201);
        const isByContract = saveAnalysisSchema.safeParse(JSON.parse(text)).success;
        if (refusal !== null) {
          const isFurther = FURTHER_REASONS.some((reason) => reason.test(refusal));
          if (isByContract && !isFurther) throw new Error(`Refused without need: ${refusal}`);
          return;
        }
        expect(isByContract).toBe(true);
        const { id } = savedSchema.parse(await response.json());
        const answer = await send(request(`/api/analyses/${id}`, { cookie: user.cookie }));
        if (answer.status === 404) {
          expect(body).toHaveProperty('datasetFollows', true);
          return;
        }
        savedAnalysisSchema.parse(await answer.json());
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

const damagedText = fc
  .tuple(
    fc.constant(JSON.stringify(withDataset)),
    fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat(20),
        put: fc.oneof(
          fc.constantFrom(
            '',
            '"',
            '\\',
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '\0',
            '\n',
            '\\u0000',
            '\\ud800',
            '1e999',
          ),
          fc.string({ maxLength: 3 }),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([whole, changes]) =>
    changes.reduce((text, { at, cut, put }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + put + text.slice(from + cut);
    }, whole),
  );

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test(
  'text that is hardly JSON is refused in words, and never saved unless it is JSON',
  async () => {
    let count = 0;
    await fuzz({
      name: 'text of saves',
      arbitrary: damagedText,
      cases: 100,
      check: async (text) => {
        if (count++ % 15 === 0) await makeRoom();
        const sent = request('/api/analyses', { method: 'POST', body: text, cookie: user.cookie });
        const refusal = await expectAnswerOrRefusal(await send(sent), 201);
        if (refusal === null) expect(parses(text)).toBe(true);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

test(
  'damaged small bodies are refused in words, or do what they say',
  async () => {
    let count = 0;
    const preferences = { defaultConversionValue: 1, defaultSignificanceThreshold: 1 };
    const credentials = { email: user.email, password: 'wrong' };
    const calls = ['/api/preferences', '/api/auth/login', '/api/auth/signup'] as const;
    await fuzz({
      name: 'small bodies',
      arbitrary: fc.oneof(
        fc.tuple(fc.constant(calls[0]), damaged(preferences)),
        fc.tuple(fc.constantFrom(calls[1], calls[2]), damaged(credentials)),
      ),
      cases: 60,
      check: async ([path, body]) => {
        if (count++ % 10 === 0) await makeRoom();
        const { cookie } = user;
        const sent = request(path, { method: 'POST', body: JSON.stringify(body), cookie });
        await expectAnswerOrRefusal(await send(sent), path === calls[0] ? 200 : 201);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

const row = fc.array(fc.oneof(fc.string({ maxLength: 4, unit: anyCharacter }), fc.constant('__proto__')), {
  minLength: 1,
  maxLength: 4,
});

test(
  'a dataset of odd lines is refused in words, or comes back as JSON.parse reads it',
  async () => {
    let count = 0;
    let id = '';
    await fuzz({
      name: 'datasets',
      arbitrary: fc.record({
        rows: fc.array(row, { minLength: 1, maxLength: 5 }),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        put: fc.constantFrom(
          '',
          '',
          '',
          '"',
          '\\',
          '\n',
          '\r',
          ']',
          ',',
          '[',
          ' ',
          '\t',
          '\0',
          'null',
          '\\u12',
        ),
        cut: fc.nat(2),
        isEqual: fc.boolean(),
      }),
      cases: 40,
      check: async ({ rows, at, put, cut, isEqual }) => {
        if (count++ % 15 === 0) {
          await makeRoom();
          id = await saved(user.cookie, { datasetFollows: true });
        }
        const width = rows[0]?.length ?? 0;
        const table = isEqual
          ? rows.map((cells) => Array.from({ length: width }, (_, n) => cells[n] ?? ''))
          : rows;
        const whole = toLines(table);
        const from = Math.floor(at * whole.length);
        const text = put === '' ? whole : whole.slice(0, from) + put + whole.slice(from + cut);
        const response = await send(datasetRequest(id, await gzip(text), user.cookie));
        const refusal = await expectAnswerOrRefusal(response, 200);
        if (refusal !== null) return;
        const answer = await send(request(`/api/analyses/${id}`, { cookie: user.cookie }));
        const { analysisData } = savedAnalysisSchema.parse(await answer.json());
        const lines = text.replace(/\n$/, '').split('\n');
        expect([analysisData.headers, ...(analysisData.rows ?? [])]).toEqual(
          lines.map((line) => JSON.parse(line) as unknown),
        );
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);
