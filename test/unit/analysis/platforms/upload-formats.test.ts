import { expect, test } from 'vitest';
import { UPLOAD_FORMATS, UPLOAD_FORMAT_IDS } from '#frontend/analysis/platforms/upload-formats.ts';

test.each(UPLOAD_FORMAT_IDS)('the file for %s asks for all that it writes and finds people by', (kind) => {
  const { fields, identifiers, columns } = UPLOAD_FORMATS[kind];
  const used = [...identifiers, ...columns.flatMap(({ field }) => field ?? [])];
  expect(fields).toEqual(expect.arrayContaining(used));
  expect(fields).toContain('time');
  expect(identifiers).not.toEqual([]);
});
