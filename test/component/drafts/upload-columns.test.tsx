import { expect, onTestFinished, test, vi } from 'vitest';
import { removeAllDrafts } from '#frontend/drafts/draft-store.ts';
import { keepUploadColumns, readUploadColumns } from '#frontend/drafts/upload-columns.ts';

const memory = await vi.hoisted(() => import('#test/support/memory-idb.ts'));
vi.mock('idb', () => memory);

test('the columns of uploads are remembered per set of headers, in whatever order', () => {
  keepUploadColumns(['Email', 'Created'], { email: 'Email', gclid: null });
  keepUploadColumns(['Mail'], { email: 'Mail' });
  expect(readUploadColumns(['Created', 'Email'])).toEqual({ email: 'Email', gclid: null });
  expect(readUploadColumns(['Mail'])).toEqual({ email: 'Mail' });
  expect(readUploadColumns(['Email'])).toEqual({});
});

test('of many kinds of files the last thirty are remembered', () => {
  for (let kind = 0; kind < 31; kind++) {
    keepUploadColumns([`Column ${kind}`], { email: `Column ${kind}` });
    keepUploadColumns(['Column 1'], { email: 'Column 1' });
  }
  expect(readUploadColumns(['Column 0'])).toEqual({});
  expect(readUploadColumns(['Column 1'])).toEqual({ email: 'Column 1' });
  expect(readUploadColumns(['Column 30'])).toEqual({ email: 'Column 30' });
});

test('they go with the drafts when the user signs out', async () => {
  vi.stubGlobal('indexedDB', memory.memoryIndexedDb);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    memory.forgetDatabases();
  });
  keepUploadColumns(['Email'], { email: 'Email' });
  await removeAllDrafts();
  expect(readUploadColumns(['Email'])).toEqual({});
});
