import type { RegionalEncoding } from './decode.ts';

/**
 * Letters that are not ASCII by language, the most frequent first, small. Of languages in Latin letters these are the accented
 * ones; of Chinese, Japanese and Korean the characters that lists of leads often have. Our own table, by the frequency lists of the
 * languages' Wikipedias as they are generally known; only the order counts.
 */
export const LETTERS = {
  de: 'üäöß',
  fr: 'éèàêçôîùâûïëœ',
  es: 'óíáéñúü',
  pt: 'ãçáéíóõêúâàô',
  it: 'àèùòìé',
  nl: 'ëéïöüó',
  sv: 'äåöé',
  da: 'øåæé',
  is: 'áíðéóöæúýþ',
  pl: 'łóążęśćńź',
  cs: 'íáěéřžýšůčúťďóň',
  sk: 'áíéžčýšúťôľďňóä',
  hu: 'áéóöőíüűú',
  ro: 'ăîțșâşţ',
  hr: 'čšžćđ',
  tr: 'ıüşğçöi̇âî',
  lt: 'ėšųžąįčūę',
  lv: 'āīēšņūļžčģķ',
  et: 'äõüöšž',
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оанитівресклудмпяьзбгйчхєжїшюцщфґ',
  el: 'αοιετσνηρπκμλςυδγωάίθόέύχφήβξώζψϊϋΐ',
  he: 'יוהלאתרמבשנםעקדחפגכסטןזצךץףײ',
  ar: 'اليمنورتبةعدسهفكقحجذشىأصخضطغإزثؤئءظآپچژگ',
  th: 'านรอกเงมยลวดทสตะปบคหแจพชขใไโผถซศธณญฟฐภษฏฑฆฬๆ่้ิีัุู์็ำึื๊๋',
  ja: 'のいたるしんスーンにはトでルをとイなかリアラクレてまりらさすくれドっャプロフコテ告広検索紹介成約失注状況商談名前日会社電話住所都市東京大阪県区件数番号年月時間担当者契料無未済中新規顧客業種資請求問合入流元先受付登録更金額円',
  zh: '的一是不在了有和人这中大为上个国我以要他时来用生到客户电话姓名状态来源广告搜索推荐成交赢输单销售线索公司城市北京上海深圳日期时间金额产品渠道联系跟进中新未已无效关闭失败成功微信百度网站行业地址邮箱手机备注男女省市区',
  'zh-Hant':
    '的一是不在了有和人這中大為上個國我以要他時來用生到客戶電話姓名狀態來源廣告搜尋推薦成交贏輸單銷售線索公司城市台北臺灣日期時間金額產品管道聯絡跟進新未已無效關閉失敗成功網站行業地址信箱手機備註男女縣市區路號',
  ko: '이다는의에을가고하지로기한사서도인리어자스시대해정일부수그나주상원제아보전동구성공국광고검색추천상태출처고객이름전화번호회사주소계약실패문의신규완료진행날짜등록담당금액서울산대',
} as const;

export type LetterLanguage = keyof typeof LETTERS;

/** How much is asked of the letters before an encoding is taken, and the languages that are written in it. */
interface Candidate {
  encoding: RegionalEncoding;
  /** The logarithm of how often files have this encoding, against that of Windows-1252. */
  prior: number;
  languages: readonly LetterLanguage[];
}

const WESTERN = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'is'] as const;
const CENTRAL = ['pl', 'cs', 'sk', 'hu', 'ro', 'hr'] as const;

/** The encodings that are guessed. Of two with the same score the first wins. */
export const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', prior: 0, languages: WESTERN },
  { encoding: 'windows-1250', prior: -4, languages: CENTRAL },
  { encoding: 'windows-1251', prior: -4, languages: ['ru', 'uk'] },
  { encoding: 'windows-1253', prior: -4, languages: ['el'] },
  { encoding: 'windows-1254', prior: -4, languages: ['tr'] },
  { encoding: 'windows-1255', prior: -4, languages: ['he'] },
  { encoding: 'windows-1256', prior: -4, languages: ['ar'] },
  { encoding: 'windows-1257', prior: -4.5, languages: ['lt', 'lv', 'et'] },
  { encoding: 'windows-874', prior: -4, languages: ['th'] },
  { encoding: 'iso-8859-15', prior: -4, languages: WESTERN },
  { encoding: 'iso-8859-2', prior: -5, languages: CENTRAL },
  { encoding: 'koi8-r', prior: -5, languages: ['ru'] },
  { encoding: 'macintosh', prior: -10, languages: WESTERN },
  { encoding: 'shift_jis', prior: -3, languages: ['ja'] },
  { encoding: 'euc-jp', prior: -4, languages: ['ja'] },
  { encoding: 'gbk', prior: -3, languages: ['zh'] },
  { encoding: 'big5', prior: -3.5, languages: ['zh-Hant'] },
  { encoding: 'euc-kr', prior: -3.5, languages: ['ko'] },
];
