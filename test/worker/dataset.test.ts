import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SaveAnalysis } from '#contract/analyses.ts';
import { MAX_DATASET_BYTES } from '#contract/limits.ts';
import type { Env } from '#worker/env.ts';
import { DATASET_LIMIT, DatasetUpload } from '#worker/routes/analyses/save.ts';
import type { StartedUpload } from '#worker/routes/analyses/begin-uploads.ts';
import {
  datasetRequest,
  gunzip,
  gzip,
  list,
  makeIncompressible,
  makeSave,
  save,
  saved,
  sendDataset,
  sendHere,
  toLines,
  UNNAMED,
} from './analysis-support.ts';
import { count, request, signedInUser } from './support.ts';
import { eventually } from '../support/eventually.ts';
import { expectSame } from '../support/expect-same.ts';

const MIB = 1024 * 1024;
const ROWS = [
  ['Status', 'Source'],
  ['Qualified', 'Google'],
  ['', 'é "x" \\ 😀\n\u2028'],
];

afterEach(() => {
  vi.restoreAllMocks();
});

async function waitingRecord(cookie: string): Promise<string> {
  const response = await save({ ...makeSave(), datasetFollows: true }, { cookie });
  return (await response.json<{ id: string }>()).id;
}

const storedBytes = (userId: string): Promise<number> =>
  env.DB.prepare('SELECT coalesce(sum(bytes), 0) AS n FROM uploads WHERE user_id = ?')
    .bind(userId)
    .first<number>('n')
    .then((bytes) => bytes ?? 0);

/** Leaves a user this many bytes of room until the test ends, by the size of a text: four full users would fill the pool of all. */
async function leaveRoom(userId: string, bytes: number): Promise<void> {
  const say = (size: string) =>
    env.DB.prepare(`UPDATE uploads SET bytes = ${size} WHERE user_id = ?1 AND kind = 'analysis'`);
  await say('bytes + ?2 - (SELECT stored_bytes FROM users WHERE id = ?1)')
    .bind(userId, 25 * MIB - bytes)
    .run();
  onTestFinished(async () => {
    await say('1').bind(userId).run();
  });
}

/** A table whose CSV has at least the given bytes, hard to compress, with what is awkward in cells. */
function makeTable(csvBytes: number): string[][] {
  const rows = [['Id', '__proto__', 'Straße "quoted", 名', 'Empty', 'Note']];
  let seed = 42;
  let bytes = 0;
  for (let row = 0; bytes < csvBytes; row++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const id = (seed * 4_194_301).toString(36) + seed.toString(36);
    const cells = [
      `L${row}`,
      row % 7 ? '' : 'constructor',
      `"${id}", ö${row % 90}`,
      '',
      row % 5 ? `n\t${row % 1000}` : 'line\nbreak 😀',
    ];
    bytes += cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    rows.push(cells);
  }
  return rows;
}

/** 64 MiB in less than a quarter of one. */
async function makeBomb(): Promise<ArrayBuffer> {
  const line = new TextEncoder().encode(`["${'a'.repeat(MIB - 100)}","b"]\n`);
  const stream = new CompressionStream('gzip');
  const bomb = new Response(stream.readable).arrayBuffer();
  const writer = stream.writable.getWriter();
  for (let mebibyte = 0; mebibyte < 64; mebibyte++) await writer.write(line);
  await writer.close();
  expect((await bomb).byteLength).toBeLessThan(MIB / 4);
  return bomb;
}

// Made once for both stores.
let fullFile: string;
let fullDataset: ArrayBuffer;
beforeAll(async () => {
  fullFile = toLines(makeTable(10 * MIB));
  fullDataset = await gzip(`${fullFile}\n`);
});

const STORES: [string, Partial<Env>][] = [
  ['D1', {}],
  ['R2', { DATASETS: env.SPARE_BUCKET }],
];

describe.each(STORES)('datasets in %s', (_name, bindings) => {
  const send = (sent: Request): Promise<Response> => sendHere(sent, bindings);

  test('a record that waits for its dataset is in no list and can not be read', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    expect(await list(cookie)).toEqual([]);
    expect((await send(request(`/api/analyses/${id}`, { cookie }))).status).toBe(404);
  });

  test('with its dataset the analysis is there, whole', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const response = await send(datasetRequest(id, await gzip(toLines(ROWS)), cookie));
    expect([response.status, await response.json()]).toMatchObject([200, { id }]);
    expect(await list(cookie)).toMatchObject([{ id }]);
    const [headers, ...rows] = ROWS;
    const body = makeSave();
    expect(await (await send(request(`/api/analyses/${id}`, { cookie }))).json()).toMatchObject({
      ...body,
      analysisData: { ...body.analysisData, headers, rows },
    });
  });

  test('an analysis may be asked for without headers and rows', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    await send(datasetRequest(id, await gzip(toLines(ROWS)), cookie));
    const ask = async (query: string): Promise<unknown> =>
      (await send(request(`/api/analyses/${id}?${query}`, { cookie }))).json();
    expect(await ask('dataset=apart')).toEqual({
      ...makeSave(),
      ...UNNAMED,
      version: 2,
      updatedAt: expect.any(String),
      id,
      createdAt: expect.any(String),
    });
    const [headers, ...rows] = ROWS;
    expect(await ask('dataset=inside')).toMatchObject({ analysisData: { headers, rows } });
  });

  test('a dataset that is sent again is there once, and the last one stands', async () => {
    const { cookie, id: userId } = await signedInUser();
    const id = await waitingRecord(cookie);
    await send(datasetRequest(id, await gzip(toLines(ROWS)), cookie));
    await send(datasetRequest(id, await gzip(toLines(ROWS)), cookie));
    const before = await storedBytes(userId);
    const response = await send(datasetRequest(id, await gzip('["a","b"]\r\n["1","2"]\r\n'), cookie));
    expect(response.status).toBe(200);
    expect(await (await send(request(`/api/analyses/${id}`, { cookie }))).json()).toMatchObject({
      analysisData: { headers: ['a', 'b'], rows: [['1', '2']] },
    });
    expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(1);
    expect(await storedBytes(userId)).toBeLessThan(before);
  });

  test('two datasets at once leave one of them, whole', async () => {
    const { cookie, id: userId } = await signedInUser();
    const id = await waitingRecord(cookie);
    const datasets = await Promise.all(
      ['x', 'y'].map((cell) => gzip(toLines([['a', 'b'], ...Array<string[]>(100).fill([cell, cell])]))),
    );
    const responses = await Promise.all(datasets.map((dataset) => send(datasetRequest(id, dataset, cookie))));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { analysisData } = await (
      await send(request(`/api/analyses/${id}`, { cookie }))
    ).json<{ analysisData: { rows: string[][] } }>();
    expect(analysisData.rows.length).toBe(100);
    expect(new Set(analysisData.rows.flat()).size).toBe(1);
    expect(await count('uploads WHERE user_id = ?', userId)).toBe(3);
  });

  test('the dataset of a full 10 MB file comes back exactly', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const response = await send(datasetRequest(id, fullDataset, cookie));
    expect([response.status, await response.json()]).toMatchObject([200, { id }]);

    const answer = await (await send(request(`/api/analyses/${id}`, { cookie }))).text();
    const end = fullFile.indexOf('\n');
    const rows = fullFile.slice(end + 1).replaceAll('\n', ',');
    const expected = `"headers":${fullFile.slice(0, end)},"rows":[${rows}]}}`;
    expect(answer.length).toBeGreaterThan(10 * MIB);
    expect(answer.endsWith(expected)).toBe(true);
    expect(() => JSON.parse(answer)).not.toThrow();

    if (bindings.DATASETS) return;
    const parts = await env.DB.prepare(
      'SELECT max(length(content)) AS longest, count(*) AS n FROM upload_parts p JOIN uploads u ON u.id = p.upload_id WHERE u.analysis_id = ?',
    )
      .bind(id)
      .first<{ longest: number; n: number }>();
    expect(parts?.longest).toBe(1_000_000);
    expect(parts?.n).toBeGreaterThan(4);
  }, 180_000);

  test('headers come back whatever piece of the stream they end in', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    for (const length of [65_535, 65_536, 65_537, 200_000]) {
      const headers = ['x'.repeat(length - '["","b"]'.length), 'b'];
      const rows = [
        ['1', '2'],
        ['', ''],
      ];
      await send(datasetRequest(id, await gzip(toLines([headers, ...rows])), cookie));
      expect(await (await send(request(`/api/analyses/${id}`, { cookie }))).json()).toMatchObject({
        analysisData: { headers, rows },
      });
    }
  });

  test('rows come back where a piece of the stream begins with a line end', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    // The first line has 16 bytes and each other one 7, so that every 8th byte from the 16th on is a line end.
    const [headers, row] = [
      ['Status', 'Age'],
      ['', ''],
    ];
    const rows = Array.from({ length: 20_000 }, () => row);
    await send(datasetRequest(id, await gzip(toLines([headers, ...rows])), cookie));
    const answer = await send(request(`/api/analyses/${id}`, { cookie }));
    const { analysisData } = await answer.json<SaveAnalysis>();
    expect(analysisData.headers).toEqual(headers);
    expectSame(analysisData.rows, rows);
  });

  test('the list stays as small as it was', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    await send(datasetRequest(id, await gzip(toLines(makeTable(MIB))), cookie));
    expect(JSON.stringify(await list(cookie)).length).toBeLessThan(750);
  });

  test.each([
    ['no gzip', new TextEncoder().encode(toLines(ROWS)), 'The dataset is not gzip, or not whole.'],
    ['nothing', new Uint8Array(), 'The dataset is not gzip, or not whole.'],
  ])('%s is refused and leaves nothing', async (_name, body, message) => {
    const { cookie, id: userId } = await signedInUser();
    const id = await waitingRecord(cookie);
    const response = await send(datasetRequest(id, body, cookie));
    expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
    expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(0);
  });

  test('gzip that is cut off, goes on after its end, or was changed is refused', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const whole = new Uint8Array(await gzip(toLines(makeTable(20_000))));
    const changed = whole.slice();
    changed[changed.length - 6] = (changed.at(-6) ?? 0) ^ 1; // in the checksum
    for (const body of [
      whole.subarray(0, -9),
      whole.subarray(0, whole.length / 2),
      new Blob([whole, whole]),
      changed,
    ]) {
      const response = await send(datasetRequest(id, body, cookie));
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
    }
    expect(await list(cookie)).toEqual([]);
  });

  test.each([
    ['["a","b"]', 'Line 2 of the dataset is missing: a dataset needs headers and at least one row.'],
    ['["a","b"]\n["1","2"]\n["3"]', 'Line 3 of the dataset has 1 cells instead of 2.'],
    ['["a","b"]\n["1",null]', 'Line 2 of the dataset is not a JSON array of strings.'],
    [`["a","b"]\n${'['.repeat(10_000)}`, 'Line 2 of the dataset is not a JSON array of strings.'],
    ['{"a":"b"}', 'Line 1 of the dataset is not a JSON array of strings.'],
  ])('lines that are no table are refused in words', async (text, message) => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const response = await send(datasetRequest(id, await gzip(text), cookie));
    expect([response.status, await response.json()]).toEqual([400, { message, code: 'INVALID_INPUT' }]);
  });

  test('the call needs sign-in and the own record; another one is like none', async () => {
    const [owner, other] = [await signedInUser(), await signedInUser()];
    const id = await waitingRecord(owner.cookie);
    const dataset = await gzip(toLines(ROWS));
    const anonymous = await send(datasetRequest(id, dataset, null));
    expect([anonymous.status, await anonymous.json()]).toEqual([401, { message: 'Unauthorized' }]);
    for (const target of [id, crypto.randomUUID(), 'x']) {
      const response = await send(datasetRequest(target, dataset, other.cookie));
      expect([response.status, await response.json()]).toEqual([404, { message: 'Analysis not found' }]);
    }
    expect(await list(owner.cookie)).toEqual([]);
  });

  test('a record that is deleted while its dataset comes is gone', async () => {
    const { cookie, id: userId } = await signedInUser();
    const id = await waitingRecord(cookie);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const sending = send(datasetRequest(id, readable, cookie));
    const writer = writable.getWriter();
    const bytes = new Uint8Array(await gzip(toLines(ROWS)));
    await writer.write(bytes.subarray(0, 20));
    await env.DB.prepare('DELETE FROM saved_analyses WHERE id = ?').bind(id).run();
    await writer.write(bytes.subarray(20));
    await writer.close();
    const response = await sending;
    expect([response.status, await response.json()]).toEqual([404, { message: 'Analysis not found' }]);
    expect(await count('uploads WHERE user_id = ?', userId)).toBe(0);
  });

  test('a dataset beyond the 25 MB of the user is refused and leaves nothing', async () => {
    const { cookie, id: userId } = await signedInUser();
    const id = await waitingRecord(cookie);
    await leaveRoom(userId, 1_500_000);
    const response = await send(datasetRequest(id, await gzip(makeIncompressible(2_000_000)), cookie));
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'STORAGE_LIMIT' }]);
    await eventually(async () =>
      expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(0),
    );
    expect(await list(cookie)).toEqual([]);
  }, 120_000);

  test('an analysis that is deleted while it is read breaks off', async ({ skip }) => {
    skip(Boolean(bindings.DATASETS), 'datasets in the database, not in a bucket');
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    await send(datasetRequest(id, await gzip(makeIncompressible(2_000_000)), cookie));
    const answer = await send(request(`/api/analyses/${id}`, { cookie }));
    expect(answer.status).toBe(200);
    await env.DB.prepare('DELETE FROM saved_analyses WHERE id = ?').bind(id).run();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await expect(answer.text()).rejects.toThrow();
    expect(log).toHaveBeenCalledWith('A saved analysis broke off: damaged parts');
  }, 120_000);

  test('the dataset is answered as gzip that no browser takes for an encoding', async () => {
    const [{ cookie }, other] = [await signedInUser(), await signedInUser()];
    const id = await waitingRecord(cookie);
    const path = `/api/analyses/${id}/dataset`;
    expect((await send(request(path, { cookie }))).status).toBe(404);
    await send(datasetRequest(id, await gzip(`${toLines(ROWS)}\n`), cookie));
    const answer = await send(request(path, { cookie }));
    const { headers } = answer;
    expect([answer.status, headers.get('Content-Type'), headers.get('Content-Encoding')]).toEqual([
      200,
      'application/gzip',
      null,
    ]);
    expect(await gunzip(answer)).toBe(toLines(ROWS));
    expect((await send(request(path))).status).toBe(401);
    const foreign = await send(request(path, { cookie: other.cookie }));
    expect([foreign.status, await foreign.json()]).toEqual([404, { message: 'Analysis not found' }]);
    const again = await send(
      datasetRequest(id, await send(request(path, { cookie })).then((it) => it.arrayBuffer()), cookie),
    );
    expect(again.status).toBe(200);
  });

  test('an analysis without dataset has none to answer', async () => {
    const { cookie } = await signedInUser();
    const id = await saved(cookie);
    const response = await send(request(`/api/analyses/${id}/dataset`, { cookie }));
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'This analysis was saved without its dataset' },
    ]);
  });

  test('the old dataset stays where the new one is refused', async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    const [id, foreign] = [await waitingRecord(user.cookie), await waitingRecord(other.cookie)];
    await send(datasetRequest(id, await gzip(toLines(ROWS)), user.cookie));
    await send(datasetRequest(foreign, await gzip(toLines(ROWS)), other.cookie));
    await leaveRoom(user.id, 1000);
    const refused = await send(datasetRequest(id, await gzip(makeIncompressible(40_000)), user.cookie));
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'STORAGE_LIMIT' }]);
    const broken = await send(datasetRequest(id, await gzip('["a","b"]\n["1"]'), user.cookie));
    expect(broken.status).toBe(400);
    for (const [analysis, cookie] of [
      [id, user.cookie],
      [foreign, other.cookie],
    ] as const) {
      const answer = await send(request(`/api/analyses/${analysis}/dataset`, { cookie }));
      expect(await gunzip(answer)).toBe(toLines(ROWS));
    }
  });

  test('a row of 1 MiB is taken, one of a byte more is refused', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const row = (bytes: number): string[] => ['x'.repeat(bytes - '["","b"]'.length), 'b'];
    const taken = await send(datasetRequest(id, await gzip(toLines([['a', 'b'], row(MIB)])), cookie));
    expect(taken.status).toBe(200);
    const refused = await send(datasetRequest(id, await gzip(toLines([['a', 'b'], row(MIB + 1)])), cookie));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: 'Line 2 of the dataset is longer than 1048576 bytes.', code: 'INVALID_INPUT' },
    ]);
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const { cookie } = await signedInUser();
    const id = await waitingRecord(cookie);
    const bytes = new TextEncoder().encode(toLines(ROWS));
    bytes[bytes.indexOf(0xc3)] = 0xff; // the first byte of é
    const response = await send(datasetRequest(id, await gzip(bytes), cookie));
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }]);
    expect(await list(cookie)).toEqual([]);
  });
});

test('a decompression bomb is refused after what is allowed, and leaves nothing', async () => {
  const { cookie, id: userId } = await signedInUser();
  const id = await waitingRecord(cookie);
  const response = await sendDataset(id, await makeBomb(), cookie);
  expect([response.status, await response.json()]).toEqual([
    413,
    { message: expect.stringMatching(/more than 48 MiB\. Take out columns or rows/), code: 'TOO_LARGE' },
  ]);
  await eventually(async () =>
    expect(await count("uploads WHERE user_id = ? AND kind = 'dataset'", userId)).toBe(0),
  );
});

test('a dataset may have 48 MiB before compression, and not a byte more', async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const row = (bytes: number) => encode(`["${'x'.repeat(bytes - 9)}","y"]\n`);
  const header = encode('["a","b"]\n');
  const upload = { write: async () => {} } as unknown as StartedUpload; // nothing else is asked before the end
  const dataset = new DatasetUpload(upload);
  const rows = 768;
  const size = MAX_DATASET_BYTES / rows;
  await dataset.write(header);
  for (let index = 1; index < rows; index++) await dataset.write(row(size));
  await dataset.write(row(size - header.length));
  await expect(dataset.write(encode('['))).rejects.toThrow(DATASET_LIMIT.message);
});
