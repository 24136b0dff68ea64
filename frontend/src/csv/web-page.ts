import { ENCODINGS, type Encoding } from '#contract/encodings.ts';
import { MAX_DATASET_BYTES, MIB } from '#contract/limits.ts';
import { decodeToUtf8, type Decoded, isMarked, isUtf8 } from './decode.ts';
import { findTables } from './html-table.ts';
import type { PackedProblem } from './packed.ts';
import type { Result } from './result.ts';

/** The table of a web page as CSV in UTF-8, and the encoding of the page. */
export interface PageTable {
  csv: Uint8Array;
  found: Omit<Decoded, 'bytes'>;
}

/** Comments, declarations and white space before the first tag. */
const PROLOGUE = /^(?:\s|<!--[^]*?-->|<\?[^>]*>|<!doctype[^>]*>)*/i;
const DOCUMENT_TAG = /^<(?:html|head|meta|title|link|style|base|body|table|div|center)\b[^<]*>/i;
const TABLE_TAGS = /<\/(?:html|body|table|tr|td)\s*>|<t[rd]\b/i;

/**
 * The table of a web page (HTML), which many programs write under the name of a CSV or Excel file; null for a file that is none, such as a
 * CSV whose first cell has a tag, or that begins with a comment. Refused are a page with no table of leads or several, a page with its
 * pictures in one file (MIME), and a spreadsheet as XML. Nothing of a page is run or fetched.
 */
export async function readPage(
  bytes: Uint8Array,
  chosen?: Encoding,
): Promise<Result<PageTable, PackedProblem> | null> {
  const encoding = chosen ?? statedEncoding(bytes);
  const { bytes: utf8, ...found } = await decodeToUtf8(bytes, encoding ? { encoding } : {}, isUtf8);
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(utf8);
  const prologue = PROLOGUE.exec(text)?.[0] ?? '';
  const start = text.slice(prologue.length, prologue.length + 1000);
  if (/^<(?:ss:)?workbook\b/i.test(start)) return { ok: false, error: { reason: 'old-excel' } };
  if (/^mime-version:/i.test(start)) return { ok: false, error: { reason: 'web-archive' } };
  const isPage = /<!doctype\s+html/i.test(prologue) || (DOCUMENT_TAG.test(start) && TABLE_TAGS.test(text));
  if (!isPage) return null;
  const tables = findTables(text, MAX_DATASET_BYTES / 8);
  if (!tables)
    return { ok: false, error: { reason: 'too-large-unpacked', limitMib: MAX_DATASET_BYTES / MIB } };
  const [table] = tables;
  if (!table || tables.length > 1) return { ok: false, error: { reason: 'web-page', tables: tables.length } };
  return { ok: true, value: { csv: new TextEncoder().encode(table.lines.join('')), found } };
}

/** The encoding that a page names. Undefined where it names none that is read, and for UTF-8, which is told by its bytes. */
function statedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (isMarked(bytes) || isUtf8(bytes)) return undefined;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const label = /<meta[^>]*\bcharset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]?.toLowerCase() ?? '';
  const encoding = label.replace(/^(?:iso-8859-1|latin1|us-ascii)$/, 'windows-1252');
  return ENCODINGS.find((name) => name === encoding && !name.startsWith('utf-'));
}
