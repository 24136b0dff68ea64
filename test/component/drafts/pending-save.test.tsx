import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletePendingSave, notePendingSave, takePendingSave } from '#frontend/drafts/pending-save.ts';

const QUARTER = 15 * 60 * 1000;
const SAVE = { way: 'update', openedAt: 1_700_000_000_000, content: 'as it is' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a save that waits for the sign-in is taken once', () => {
  notePendingSave(SAVE);
  expect(takePendingSave()).toEqual({ ...SAVE, wishedAt: Date.now() });
  expect(takePendingSave()).toBeNull();
});

test('a save waits for a quarter of an hour at most', () => {
  notePendingSave(SAVE);
  vi.advanceTimersByTime(QUARTER - 1);
  expect(takePendingSave()).toMatchObject(SAVE);
  notePendingSave(SAVE);
  vi.advanceTimersByTime(QUARTER);
  expect(takePendingSave()).toBeNull();
});

test('a save that is deleted is not taken', () => {
  notePendingSave(SAVE);
  deletePendingSave();
  expect(takePendingSave()).toBeNull();
});

test('another text in its place is no save', () => {
  sessionStorage.setItem('save-wish', '{');
  expect(takePendingSave()).toBeNull();
});

test('where storage is forbidden no save waits, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  notePendingSave(SAVE);
  deletePendingSave();
  expect(takePendingSave()).toBeNull();
});
