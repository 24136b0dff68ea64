import { describe, expect, test } from 'vitest';
import {
  carriesFiles,
  droppedFiles,
  pastedFiles,
  pastedText,
  PASTED_FILE_NAME,
} from '#frontend/ui/drop-and-paste.ts';

const csv = new File(['a,b\n1,2\n'], 'leads.csv', { type: 'text/csv' });

/** The part of a DataTransfer that is read; Node has none of its own. */
function transfer({ text = '', files = [] as File[], items = [] as object[], types = [] as string[] }) {
  return { getData: () => text, files, items, types } as unknown as DataTransfer;
}

function fileItem(file: File | null, isDirectory = false) {
  return { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => ({ isDirectory }) };
}

describe('a paste', () => {
  test('of cells becomes a file with just that text', async () => {
    const [file] = pastedFiles(transfer({ text: 'a\tb\n1\t2\n' }));
    expect(file?.name).toBe(PASTED_FILE_NAME);
    expect(await file?.text()).toBe('a\tb\n1\t2\n');
  });

  test('of copied files is these files, also where their names come along as text', () => {
    expect(pastedFiles(transfer({ text: 'leads.csv', files: [csv] }))).toEqual([csv]);
    const [picture, more] = [
      new File(['x'], 'image.png', { type: 'image/png' }),
      new File(['a,b'], 'more.csv'),
    ];
    const files = pastedFiles(transfer({ text: 'leads.csv\nmore.csv', files: [csv, picture, more] }));
    expect(files.map(({ name }) => name)).toEqual(['leads.csv', 'more.csv']);
  });

  test('of cells with a picture of them is the cells', () => {
    const picture = new File(['x'], 'image.png', { type: 'image/png' });
    expect(pastedFiles(transfer({ text: 'a\tb', files: [picture] }))[0]?.name).toBe(PASTED_FILE_NAME);
  });

  test('of a picture alone, or of blanks, is nothing', () => {
    const picture = new File(['x'], 'image.png', { type: 'image/png' });
    expect(pastedFiles(transfer({ files: [picture] }))).toEqual([]);
    expect(pastedText(' \n\t ')).toBeNull();
  });
});

describe('a drop', () => {
  test('gives the files in order, without folders and text', () => {
    const items = [
      fileItem(new File([], 'folder'), true),
      fileItem(csv),
      { kind: 'string', getAsFile: () => null },
      fileItem(null),
    ];
    expect(droppedFiles(transfer({ items }))).toEqual([csv]);
  });

  test('of nothing gives nothing', () => {
    expect(droppedFiles(null)).toEqual([]);
    expect(carriesFiles(null)).toBe(false);
  });

  test('carries files if the browser says so, before their content is available', () => {
    expect(carriesFiles(transfer({ types: ['text/plain', 'Files'] }))).toBe(true);
    expect(carriesFiles(transfer({ types: ['text/plain'] }))).toBe(false);
  });
});
