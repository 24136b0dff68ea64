import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadText } from '#frontend/lib/download.ts';

const blobs = new Map<string, Blob>();

beforeEach(() => {
  vi.useFakeTimers();
  URL.createObjectURL = (blob: Blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob);
    return url;
  };
  URL.revokeObjectURL = (url) => void blobs.delete(url);
});

afterEach(() => {
  vi.useRealTimers();
  blobs.clear();
});

test('a text is saved under its name, and the page is as it was', () => {
  const clicked: HTMLAnchorElement[] = [];
  // Only a link that is in the document can be clicked in every browser.
  const listener = (event: Event) => {
    event.preventDefault();
    clicked.push(event.target as HTMLAnchorElement); // the link is all that is clicked
  };
  document.addEventListener('click', listener);
  downloadText('leads.csv', 'Source,Leads');
  document.removeEventListener('click', listener);
  const [link] = clicked;
  const blob = blobs.get(link?.href ?? '');
  expect(clicked).toHaveLength(1);
  expect(link?.download).toBe('leads.csv');
  expect(blob?.type).toBe('text/csv;charset=utf-8');
  expect(blob?.size).toBe('Source,Leads'.length);
  expect(document.querySelector('a')).toBeNull();
});

test('the browser has ten seconds to read a file, which is then given back', () => {
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  downloadText('leads.csv', 'Source,Leads');
  vi.advanceTimersByTime(9_999);
  expect(blobs.size).toBe(1);
  vi.advanceTimersByTime(1);
  expect(blobs.size).toBe(0);
});
