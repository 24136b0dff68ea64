import { createLeadThread } from '#frontend/thread/client.ts';

const HEAD_BYTES = 512 * 1024;
const LINE_FEED = 0x0a;

/** A column at the head of a file. */
export interface ColumnWidth {
  header: string;
  /** Its part of the text in all columns, in bytes of UTF-8: 0 to 1. */
  share: number;
  /** True for the column that looks like the lead status. */
  isStatus: boolean;
}

/**
 * The columns of a file, the widest first, measured in its first 512 KB; no more of it is read. It has a thread of its own,
 * since another file may be open. Null where the head is no table.
 */
export async function measureHead(file: File): Promise<ColumnWidth[] | null> {
  const head = wholeLines(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  const thread = createLeadThread();
  try {
    const hooks = { onProgress: () => {}, signal: new AbortController().signal };
    const opened = await thread.open(new File([head], file.name), {}, hooks);
    if (!opened.ok) return null;
    const { headers, guessedStatusColumn } = opened.value;
    const columns = await Promise.all(headers.map((_, column) => thread.describeColumn(column)));
    const encoder = new TextEncoder();
    const lengths = columns.map(({ values, leads }) =>
      values.reduce((sum, value, at) => sum + encoder.encode(value).length * (leads[at] ?? 0), 0),
    );
    const total = lengths.reduce((sum, length) => sum + length, 0);
    return headers
      .map((header, column) => ({
        header,
        share: (lengths[column] ?? 0) / (total || 1),
        isStatus: column === guessedStatusColumn,
      }))
      .toSorted((a, b) => b.share - a.share);
  } finally {
    thread.close();
  }
}

/** Without the line that the end of the head cuts, perhaps in the middle of a character. */
function wholeLines(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // In UTF-16 every character has two bytes, the line feed too.
  return end > 0 ? bytes.subarray(0, isUtf16 ? end + (end % 2) : end) : bytes;
}
