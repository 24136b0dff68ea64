import { transcode } from './transcode.ts';

/** The names of U+00A0 to U+00FF in HTML, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/** Others that programs write: pairs of a name and its character. */
const OTHERS =
  'amp & lt < gt > quot " apos \' euro € ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ bull • hellip … trade ™ lsaquo ‹ rsaquo › OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ zwnj \u200c zwj \u200d';

const CHARACTERS = new Map(LATIN.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)]));
const others = OTHERS.split(' ');
for (let at = 0; at < others.length; at += 2) CHARACTERS.set(others[at] ?? '', others[at + 1] ?? '');

/** A text of HTML with its references to characters replaced: '&eacute;', '&#233;' and '&#xE9;' are 'é'. Unknown names stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));?/gi, (whole, decimal, hex, name) =>
    name === undefined
      ? characterOf(decimal === undefined ? parseInt(String(hex), 16) : Number(decimal))
      : (CHARACTERS.get(String(name)) ?? whole),
  );
}

/** By the standard of HTML, numbers from 128 to 159 are bytes of Windows-1252. */
function characterOf(point: number): string {
  if (point >= 0x80 && point < 0xa0)
    return new TextDecoder().decode(transcode(Uint8Array.of(point), 'windows-1252'));
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : '\ufffd';
}
