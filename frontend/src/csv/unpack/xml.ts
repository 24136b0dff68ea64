import { damaged } from './unpack-failure.ts';

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const [QUOTE, APOSTROPHE, SLASH, COLON, LESS, EQUALS, GREATER] = [0x22, 0x27, 0x2f, 0x3a, 0x3c, 0x3d, 0x3e];
const [BANG, QUESTION] = [0x21, 0x3f];

/** No tag, comment or text of a workbook is longer: a cell has at most 32,767 characters. */
const MAX_TOKEN_BYTES = 1024 * 1024;
const MAX_ATTRIBUTES = 32;

const ascii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const COMMENT = ascii('!--');
const COMMENT_END = ascii('-->');
const CDATA = ascii('![CDATA[');
const CDATA_END = ascii(']]>');
const INSTRUCTION_END = ascii('?>');

/** A name as a number, so that names are compared without making texts. */
export function nameOf(name: string): number {
  return ascii(name).reduce((hash, byte) => (Math.imul(hash, 31) + byte) | 0, 0);
}

/** The events of an XML file, in its order. Names are without their namespace, as `nameOf` gives them. */
export interface XmlHandler {
  /** Whether texts are told at this moment. */
  wantsText: boolean;
  open(name: number, attributes: Attributes): void;
  close(name: number): void;
  /** A part of a text, with its entities as they are written. */
  text(bytes: Uint8Array, from: number, to: number): void;
  /** A part of a text from a CDATA section, where '&' is no entity. */
  rawText(bytes: Uint8Array, from: number, to: number): void;
}

/** The attributes of the tag that is told. They are gone with the next tag. */
export class Attributes {
  bytes: Uint8Array = new Uint8Array();
  count = 0;
  readonly names = new Int32Array(MAX_ATTRIBUTES);
  readonly from = new Int32Array(MAX_ATTRIBUTES);
  readonly to = new Int32Array(MAX_ATTRIBUTES);

  /** The place of an attribute among the others; -1 where the tag does not have it. */
  find(name: number): number {
    for (let index = 0; index < this.count; index++) if (this.names[index] === name) return index;
    return -1;
  }

  /** The text of an attribute, with its entities resolved; null where the tag does not have it. */
  read(name: number): string | null {
    const index = this.find(name);
    if (index < 0) return null;
    return resolveEntities(decoder.decode(this.bytes.subarray(this.from[index], this.to[index])));
  }

  /** The whole number from 0 that an attribute has; -1 where the tag does not have it, or something else. */
  readNumber(name: number): number {
    const index = this.find(name);
    if (index < 0) return -1;
    // The `!` here: an entry for each attribute, and bytes of the tag.
    const to = this.to[index]!;
    let value = 0;
    for (let at = this.from[index]!; at < to; at++) {
      const digit = this.bytes[at]! - 0x30;
      if (digit < 0 || digit > 9) return -1;
      value = 10 * value + digit;
    }
    return this.from[index] === to ? -1 : value;
  }
}

const decoder = new TextDecoder();

const ENTITIES: Readonly<Record<string, number>> = { lt: 0x3c, gt: 0x3e, amp: 0x26, quot: 0x22, apos: 0x27 };

/** The code point of the name between '&' and ';'. Null for any other name: without a DOCTYPE there are only five. */
export function entityOf(name: string): number | null {
  if (!name.startsWith('#')) return (Object.hasOwn(ENTITIES, name) && ENTITIES[name]) || null;
  const isHex = name[1] === 'x';
  const digits = name.slice(isHex ? 2 : 1);
  if (!(isHex ? /^[0-9a-f]{1,6}$/i : /^[0-9]{1,7}$/).test(digits)) return null;
  const point = Number.parseInt(digits, isHex ? 16 : 10);
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? point : null;
}

function resolveEntities(text: string): string {
  return text.replaceAll(/&([^;&]{1,9});/g, (whole, name: string) => {
    const point = entityOf(name);
    return point === null ? whole : String.fromCodePoint(point);
  });
}

/**
 * Reads XML as it comes, and tells a handler of it. It knows tags, attributes, texts, CDATA, comments and instructions, and
 * expands nothing: a DOCTYPE, where entities would be declared, is refused. A tag or text of over 1 MiB, and a file that ends
 * within one or before its root is closed, is damaged.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #attributes = new Attributes();
  #bytes: Uint8Array = new Uint8Array();
  #depth = 0;
  #hasRoot = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** Reads the next piece. A token that it cuts is read with the piece after it. */
  push(piece: Uint8Array): void {
    const rest = this.#bytes;
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
    }
    this.#bytes = bytes;
    this.#attributes.bytes = bytes;
    const read = this.#readTokens(bytes);
    if (bytes.length - read > MAX_TOKEN_BYTES) throw damaged('A tag or text of XML never ends');
    this.#bytes = bytes.slice(read);
  }

  /** To be called after the last piece. */
  end(): void {
    const isBlank = this.#bytes.every((byte) => byte <= SPACE);
    if (!isBlank || this.#depth !== 0 || !this.#hasRoot) throw damaged('XML is cut off');
  }

  /** Reads whole tokens; returns where the first one that is cut begins. */
  #readTokens(bytes: Uint8Array): number {
    const { length } = bytes;
    let at = 0;
    while (at < length) {
      let next: number;
      if (bytes[at] === LESS) next = this.#readMarkup(bytes, at);
      else {
        next = at;
        while (next < length && bytes[next] !== LESS) next++;
        if (next === length) return at;
        if (this.#handler.wantsText) this.#handler.text(bytes, at, next);
      }
      if (next < 0) return at;
      at = next;
    }
    return at;
  }

  /** Reads what begins with '<'; returns where it ends, or -1 where it is cut. */
  #readMarkup(bytes: Uint8Array, at: number): number {
    switch (bytes[at + 1]) {
      case undefined:
        return -1;
      case SLASH:
        return this.#readClosing(bytes, at + 2);
      case QUESTION:
        return findAfter(bytes, INSTRUCTION_END, at + 2);
      case BANG:
        return this.#readDeclaration(bytes, at + 1);
      default:
        return this.#readTag(bytes, at + 1);
    }
  }

  #readDeclaration(bytes: Uint8Array, at: number): number {
    if (at + CDATA.length > bytes.length) return -1;
    if (startsAt(bytes, COMMENT, at)) return findAfter(bytes, COMMENT_END, at + COMMENT.length);
    if (!startsAt(bytes, CDATA, at)) throw damaged('XML has a DOCTYPE');
    const from = at + CDATA.length;
    const end = findAfter(bytes, CDATA_END, from);
    if (end >= 0 && this.#handler.wantsText) this.#handler.rawText(bytes, from, end - CDATA_END.length);
    return end;
  }

  #readClosing(bytes: Uint8Array, from: number): number {
    let name = 0;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!; // below the length
      if (byte === GREATER) {
        this.#depth--;
        if (this.#depth < 0) throw damaged('XML closes what is not open');
        this.#handler.close(name);
        return at + 1;
      }
      if (byte === COLON) name = 0;
      else if (byte > SPACE) name = (Math.imul(name, 31) + byte) | 0;
    }
    return -1;
  }

  #readTag(bytes: Uint8Array, from: number): number {
    const { length } = bytes;
    const attributes = this.#attributes;
    let [name, at] = [0, from];
    // The `!` here: below the length.
    for (; at < length; at++) {
      const byte = bytes[at]!;
      if (byte <= SPACE || byte === SLASH || byte === GREATER) break;
      name = byte === COLON ? 0 : (Math.imul(name, 31) + byte) | 0;
    }
    let [attribute, count] = [0, 0];
    for (; at < length; at++) {
      const byte = bytes[at]!;
      if (byte === GREATER) break;
      if (byte === QUOTE || byte === APOSTROPHE) {
        const start = ++at;
        while (at < length && bytes[at] !== byte) at++;
        // Those beyond the lists are not written.
        attributes.names[count] = attribute;
        attributes.from[count] = start;
        attributes.to[count++] = at;
        attribute = 0;
      } else if (byte === COLON) attribute = 0;
      else if (byte > SPACE && byte !== EQUALS) attribute = (Math.imul(attribute, 31) + byte) | 0;
    }
    if (at >= length) return -1;
    attributes.count = count;
    this.#hasRoot = true;
    this.#handler.open(name, attributes);
    if (bytes[at - 1] === SLASH) this.#handler.close(name);
    else this.#depth++;
    return at + 1;
  }
}

function startsAt(bytes: Uint8Array, mark: readonly number[], at: number): boolean {
  return mark.every((byte, index) => bytes[at + index] === byte);
}

/** Where the text after the next occurrence of a mark begins; -1 without one. */
function findAfter(bytes: Uint8Array, mark: readonly number[], from: number): number {
  const [first = -1] = mark; // a mark has bytes
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (startsAt(bytes, mark, at)) return at + mark.length;
  return -1;
}

/** Whether a byte is white space of XML. */
export function isXmlSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR;
}
