import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetSheet, keepSheet, readKeptSheet } from '#frontend/features/connections/sheet-choice.ts';
import { chooseExportFormat, readExportFormat } from '#frontend/features/results/downloads.ts';
import { forgetUpdate, keepUpdate, readUpdate, UPDATE_KEY } from '#frontend/features/sources/rules-update.ts';
import { keepInvitation, takeInvitation } from '#frontend/features/account/waiting-invitation.ts';

/** The storage that a browser keeps for a page, as far as it is used. */
function storeOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const refuse = () => {
  throw new DOMException('forbidden', 'SecurityError');
};
const FORBIDDEN = { getItem: refuse, setItem: refuse, removeItem: refuse };

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', storeOf(kept));
  vi.stubGlobal('localStorage', storeOf(kept));
});
afterEach(() => vi.unstubAllGlobals());

function forbid(): void {
  vi.stubGlobal('sessionStorage', FORBIDDEN);
  vi.stubGlobal('localStorage', FORBIDDEN);
}

describe('rules that are made anew', () => {
  const update = { id: '1', name: 'October', version: 3, by: 'entered' } as const;

  test('are known by the name of their analysis until they are forgotten', () => {
    expect(readUpdate('October')).toBeNull();
    keepUpdate(update);
    expect([...kept.keys()]).toEqual([UPDATE_KEY]);
    expect(readUpdate('October')).toEqual(update);
    expect(readUpdate('November')).toBeNull();
    forgetUpdate();
    expect(kept.size).toBe(0);
  });

  test('are not known where storage is forbidden or damaged', () => {
    kept.set(UPDATE_KEY, '{');
    expect(readUpdate('October')).toBeNull();
    forbid();
    keepUpdate(update);
    forgetUpdate();
    expect(readUpdate('October')).toBeNull();
  });
});

describe('the address of a sheet', () => {
  const sheet = { account: 'ann@example.com', address: 'x', tab: 7 };

  test('comes back for the same account only, until it is forgotten', () => {
    expect(readKeptSheet(sheet.account)).toBeNull();
    keepSheet(sheet);
    expect(kept.size).toBe(1);
    expect(readKeptSheet('ann@example.com')).toEqual(sheet);
    expect(readKeptSheet('ben@example.com')).toBeNull();
    expect(readKeptSheet(null)).toBeNull();
    // Another thing that this tab keeps stays.
    keepInvitation('token');
    forgetSheet();
    expect(readKeptSheet(sheet.account)).toBeNull();
    expect(takeInvitation()).toBe('token');
  });

  test('is entered again where storage is forbidden or damaged', () => {
    keepSheet(sheet);
    for (const key of kept.keys()) kept.set(key, '{');
    expect(readKeptSheet(sheet.account)).toBeNull();
    forbid();
    keepSheet(sheet);
    forgetSheet();
    expect(readKeptSheet(sheet.account)).toBeNull();
  });
});

describe('an invitation', () => {
  test('waits for the sign-in, and is taken once', () => {
    expect(takeInvitation()).toBeNull();
    keepInvitation('token');
    expect(takeInvitation()).toBe('token');
    expect(takeInvitation()).toBeNull();
    expect(kept.size).toBe(0);
  });

  test('is opened again where storage is forbidden', () => {
    forbid();
    keepInvitation('token');
    expect(takeInvitation()).toBeNull();
  });
});

describe('the format of exports', () => {
  test('is with commas until another one is chosen, and one that is not known is with commas', () => {
    expect(readExportFormat()).toBe('comma');
    chooseExportFormat('semicolon');
    expect(readExportFormat()).toBe('semicolon');
    for (const key of kept.keys()) kept.set(key, 'tab');
    expect(kept.size).toBe(1);
    expect(readExportFormat()).toBe('comma');
    chooseExportFormat('comma');
    expect(readExportFormat()).toBe('comma');
  });

  test('lasts as long as the page where storage is forbidden', () => {
    forbid();
    chooseExportFormat('semicolon');
    expect(readExportFormat()).toBe('semicolon');
    chooseExportFormat('comma');
    expect(readExportFormat()).toBe('comma');
  });
});
