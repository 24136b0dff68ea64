import type { Encoding } from '#frontend/csv/decode.ts';
import { encodeText } from '#frontend/csv/transcode.ts';

/** A text in an encoding. UTF-8 and UTF-16 have their byte order mark. */
export function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = encodeText(text, encoding);
  if (!bytes) throw new Error(`${encoding} lacks a character of ${text}`);
  return bytes;
}

/** Files of four rows: header, source and status, as people of the language write them. */
export const FOREIGN_FILES: Readonly<Record<string, { encodings: readonly Encoding[]; text: string }>> = {
  German: {
    encodings: ['windows-1252', 'iso-8859-15'],
    text: 'Quelle,Status\nMünchen,Gewonnen\nKöln,Verloren\nStraße,Geschäft\nBüro,Über\n',
  },
  French: {
    encodings: ['windows-1252', 'iso-8859-15'],
    text: 'Source,État\nPublicité,Gagné\nRéférence,Perdu\nÀ côté,Reçu\nNoël,Élève\n',
  },
  Spanish: {
    encodings: ['windows-1252'],
    text: 'Origen,Situación\nAnuncio,Perdió\nEspaña,Cerró\nBúsqueda,Ganó\nMañana,Sí\n',
  },
  Portuguese: {
    encodings: ['windows-1252'],
    text: 'Origem,Situação\nIndicação,Não vendido\nAnúncio,Vendido\nBusca orgânica,Não\nSão Paulo,Lição\n',
  },
  Italian: {
    encodings: ['windows-1252'],
    text: 'Città,Stato\nForlì,Sì\nCanicattì,No\nPerché,Però\nLunedì,Già\n',
  },
  Danish: {
    encodings: ['windows-1252'],
    text: 'Kilde,Status\nSøgning,Åben\nAnbefaling,Lukket\nKøbenhavn,Ærø\nÅrhus,Tabt\n',
  },
  Swedish: {
    encodings: ['windows-1252'],
    text: 'Källa,Status\nSökning,Öppen\nMalmö,Vunnen\nVästerås,Förlorad\nÅre,Såld\n',
  },
  Polish: {
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Źródło,Status\nPolecenie,Wygrana\nŁódź,Przegrana\nKraków,Zamknięty\nReklama,W toku\n',
  },
  Czech: {
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Zdroj,Stav\nDoporučení,Vyhráno\nPlzeň,Ztraceno\nBřeclav,Otevřeno\nReklama,Nový\n',
  },
  Hungarian: {
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Forrás,Állapot\nHirdetés,Megnyert\nAjánlás,Elvesztett\nGyőr,Nyitott\nKeresés,Új ügyfél őszi\n',
  },
  Romanian: {
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Sursă,Stare\nReclamă,Câştigat\nCăutare,Pierdut\nBucureşti,Închis\nIaşi,Aşteptare\n',
  },
  Croatian: {
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Izvor,Status\nOglašavanje,Dobiveno\nPretraživanje,Izgubljeno\nČakovec,Riješeno\nPožega,Novo\n',
  },
  Turkish: {
    encodings: ['windows-1254'],
    text: 'Kaynak,Satış durumu\nReklam,Kazanıldı\nArama,Kaybedildi\nEskişehir,Açık\nMuğla,Görüşüldü\n',
  },
  Lithuanian: {
    encodings: ['windows-1257'],
    text: 'Šaltinis,Būsena\nReklama,Laimėta\nPaieška,Prarasta\nKlaipėda,Naujas\nŠiauliai,Uždaryta\n',
  },
  Latvian: {
    encodings: ['windows-1257'],
    text: 'Avots,Stāvoklis\nReklāma,Uzvarēts\nMeklēšana,Zaudēts\nRīga,Jauns\nLiepāja,Slēgts\n',
  },
  Russian: {
    encodings: ['windows-1251', 'koi8-r'],
    text: 'Источник,Статус\nРеклама,Сделка закрыта\nПоиск,Отказ\nРекомендация,Новый\nМосква,В работе\n',
  },
  Ukrainian: {
    encodings: ['windows-1251'],
    text: 'Джерело,Стан\nРеклама,Виграно\nПошук,Відмова\nРекомендація,Новий\nКиїв,У роботі\n',
  },
  Greek: {
    encodings: ['windows-1253'],
    text: 'Πηγή,Κατάσταση\nΔιαφήμιση,Κερδισμένο\nΑναζήτηση,Χαμένο\nΑθήνα,Νέο\nΣύσταση,Ανοιχτό\n',
  },
  Hebrew: {
    encodings: ['windows-1255'],
    text: 'מקור,סטטוס\nפרסום,נסגר\nחיפוש,אבד\nהמלצה,חדש\nתל אביב,פתוח\n',
  },
  Arabic: {
    encodings: ['windows-1256'],
    text: 'المصدر,الحالة\nإعلان,مغلق\nبحث,خسارة\nتوصية,جديد\nالقاهرة,مفتوح\n',
  },
  Thai: {
    encodings: ['windows-874'],
    text: 'แหล่งที่มา,สถานะ\nโฆษณา,ปิดการขาย\nค้นหา,แพ้\nแนะนำ,ใหม่\nกรุงเทพ,เปิด\n',
  },
  Japanese: {
    encodings: ['shift_jis', 'euc-jp'],
    text: '流入元,商談状況\n広告,成約\n検索,失注\n紹介,商談中\nキャンペーン,お問い合わせ\n',
  },
  'simple Chinese': {
    encodings: ['gbk'],
    text: '来源,状态\n广告,已成交\n搜索,输单\n推荐,跟进中\n微信,无效\n',
  },
  'traditional Chinese': {
    encodings: ['big5'],
    text: '來源,狀態\n廣告,已成交\n搜尋,失敗\n推薦,聯絡中\n台北,無效\n',
  },
  Korean: { encodings: ['euc-kr'], text: '출처,상태\n광고,계약\n검색,실패\n추천,진행중\n서울,신규\n' },
};

/** A file, the status that counts as converted, and the encodings in which people send it. */
interface EncodedFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The whole text that is read. */
  text: string;
}

const withMark = (
  mark: readonly number[],
  text: string,
  write: (view: DataView, at: number, unit: number) => void,
  size: 2 | 4,
) => {
  const units =
    size === 2
      ? Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      : Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
  const bytes = new Uint8Array(mark.length + size * units.length);
  bytes.set(mark);
  const view = new DataView(bytes.buffer);
  units.forEach((unit, at) => write(view, mark.length + size * at, unit));
  return bytes;
};

/** UTF-16 without a mark and UTF-32 with one, which no encoder here writes. */
const WIDE: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  'UTF-16 without a mark': (text) =>
    withMark([], text, (view, at, unit) => view.setUint16(at, unit, true), 2),
  'UTF-16 (big-endian) without a mark': (text) =>
    withMark([], text, (view, at, unit) => view.setUint16(at, unit), 2),
  'UTF-32 with a mark': (text) =>
    withMark([0xff, 0xfe, 0, 0], text, (view, at, unit) => view.setUint32(at, unit, true), 4),
  'UTF-32 (big-endian) with a mark': (text) =>
    withMark([0, 0, 0xfe, 0xff], text, (view, at, unit) => view.setUint32(at, unit), 4),
};

/** The four rows of a file, and its leads repeated until guesses see only its start. */
function lengthsOf(text: string): Readonly<Record<'short' | 'long', string>> {
  const [header = '', ...leads] = text.trimEnd().split('\n');
  return {
    short: text,
    long: `${[header, ...Array.from({ length: 400 }, () => leads).flat()].join('\n')}\n`,
  };
}

/** Files of every encoding that is guessed or has a mark, short and long. */
export const ENCODED_FILES: readonly EncodedFile[] = Object.entries(FOREIGN_FILES).flatMap(
  ([language, { encodings, text }]) =>
    Object.entries(lengthsOf(text)).flatMap(([length, file]) => [
      ...[...encodings, 'utf-8' as const, 'utf-16le' as const, 'utf-16be' as const].map((encoding) => ({
        name: `${language}, ${encoding}, ${length}`,
        bytes: encode(file, encoding),
        text: file,
      })),
      ...Object.entries(WIDE).map(([name, write]) => ({
        name: `${language}, ${name}, ${length}`,
        bytes: write(file),
        text: file,
      })),
    ]),
);
