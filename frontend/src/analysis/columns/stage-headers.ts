import type { WordTable } from './status-words.ts';

/**
 * Words that name a stage of a sale in the header of a column of dates or of yes and no, beside those of `STAGES`, in the 14 languages of
 * `status-words.ts`. They stand apart from `header-tables.ts`, since only the search for stages needs them.
 */
export const QUALIFIED_HEADERS: WordTable = {
  en: 'qualif*, accepted',
  de: 'qualifizier*, angenommen',
  fr: 'qualifi*, accepte',
  es: 'calific*, cualific*, aceptad*',
  pt: 'qualific*, aceit*',
  it: 'qualific*, accettat*',
  nl: 'gekwalificeer*, kwalific*, geaccepteerd',
  pl: 'zakwalifikow*, kwalifik*, zaakceptow*',
  sv: 'kvalificer*, accepter*',
  da: 'kvalificer*, accepter*',
  tr: 'nitelik*, kabul edil*',
  ru: 'квалифи*, принят*',
  ja: '適格, 有望, 認定',
  zh: '合格, 认可, 認可',
};

/** Talks with a lead, which stand where an opportunity does. */
export const MEETING_HEADERS: WordTable = {
  en: 'opportunit*, deal created, meeting, meetings, call, calls, booked, consult*, visit, viewing, trial, demo, demos, appointment, appointments, interview, presentation',
  de: 'chance, verkaufschance*, opportunity, termin, termine, gesprach, erstgesprach, beratung*, beratungsgesprach, besichtigung*, vorfuhrung, prasentation, probe*, anruf',
  fr: 'opportunite*, rendez vous, rdv, reunion, appel, visite, consultation, essai, demo, demonstration, presentation',
  es: 'oportunidad*, reunion, llamada, visita, consulta, cita, prueba, demo, demostracion, presentacion',
  pt: 'oportunidade*, reuniao, ligacao, chamada, visita, consulta, teste, demo, demonstracao, apresentacao',
  it: 'opportunita, riunione, chiamata, visita, consulenza, appuntamento, incontro, prova, demo, dimostrazione, presentazione',
  nl: 'kans, opportunity, afspraak, gesprek, bezoek, bezichtiging, consult*, proef*, demo, presentatie, belafspraak',
  pl: 'szans*, spotkani*, rozmow*, wizyt*, konsultac*, prob*, demo, prezentacj*',
  sv: 'mojlighet*, affarsmojlighet*, mote, mote bokat, samtal, besok, visning, radgivning, provperiod, demo, presentation',
  da: 'mulighed*, salgsmulighed*, mode, mode booket, samtale, opkald, besog, fremvisning, radgivning, prove*, demo, praesentation',
  tr: 'firsat*, toplanti*, gorusme*, arama, ziyaret*, randevu*, deneme, demo, sunum*',
  ru: 'возможност*, встреч*, звон*, визит, консультац*, показ, демо, презентац*, пробн*',
  ja: '商談, アポ, 面談, 訪問, 相談, 内見, デモ, 体験',
  zh: '商机, 商機, 预约, 預約, 会议, 會議, 通话, 拜访, 面谈, 看房, 演示, 试用',
};

export const PROPOSAL_HEADERS: WordTable = {
  en: 'propos*, quot*, offer*, estimate sent',
  de: 'angebot*, kostenvoranschlag',
  fr: 'devis, proposition*, offre*',
  es: 'propuesta*, presupuesto*, cotizacion*, oferta*',
  pt: 'proposta*, orcamento*, cotacao',
  it: 'propost*, preventiv*, offert*',
  nl: 'offerte*, voorstel*, aanbieding',
  pl: 'ofert*, propozycj*, wycen*',
  sv: 'offert*, forslag',
  da: 'tilbud*, forslag',
  tr: 'teklif*',
  ru: 'предложени*, кп, смет*',
  ja: '提案, 見積',
  zh: '报价, 報價, 方案, 提案',
};

export const NEGOTIATION_HEADERS: WordTable = {
  en: 'negotiat*, contract sent, contract',
  de: 'verhandlung*, vertrag*',
  fr: 'negociation*, contrat',
  es: 'negociac*, contrato',
  pt: 'negociac*, contrato',
  it: 'negoziazion*, trattativ*, contratto',
  nl: 'onderhandel*, contract',
  pl: 'negocjac*, umow*',
  sv: 'forhandl*, avtal',
  da: 'forhandl*, kontrakt',
  tr: 'muzakere*, pazarlik, sozlesme',
  ru: 'переговор*, договор',
  ja: '交渉, 契約書',
  zh: '谈判, 談判, 合同',
};

/** The day on which a lead left a stage, or how long it stayed there, is not the day on which it reached it. */
export const LEFT_STAGE: WordTable = {
  en: 'exit*, left, time in, duration, days in, reason, owner, source, cancel*, missed, no show',
  de: 'verlassen*, dauer, grund, abgesagt, storniert, verpasst',
  fr: 'sorti*, sortie, duree, motif, annul*',
  es: 'salid*, salio, duracion, motivo, cancelad*, anulad*',
  pt: 'said*, saiu, duracao, motivo, cancelad*',
  it: 'uscit*, durata, motivo, annullat*',
  nl: 'verlaten, verliet, duur, reden, geannuleerd',
  pl: 'opuszcz*, czas trwania, powod, anulow*, odwolan*',
  sv: 'lamna*, varaktighet, orsak, avbokad',
  da: 'forlod, forladt, varighed, arsag, aflyst',
  tr: 'cikis*, sure, neden, iptal',
  ru: 'выход*, вышел, длительност*, причин*, отмен*',
  ja: '離脱, 期間, 理由, キャンセル',
  zh: '离开, 離開, 时长, 原因, 取消',
};

/** Open statuses that a lead has before somebody has spoken with it. */
export const FIRST_STATUSES: WordTable = {
  en: 'new, open, raw, lead, lead in, unassigned, uncontacted, not contacted, not started, untouched, subscriber, incoming, received, submitted, inbound, to do',
  de: 'neu, offen, nicht kontaktiert, unbearbeitet, eingegangen',
  fr: 'nouveau, nouvelle, ouvert, ouverte, a traiter, a contacter, non traite',
  es: 'nuevo, nueva, abierto, abierta, sin contactar, por contactar, no contactado',
  pt: 'novo, nova, aberto, aberta, em aberto, nao contatado, a contatar, sem contato',
  it: 'nuovo, nuova, aperto, aperta, da contattare, non contattato',
  nl: 'nieuw, open, openstaand, niet gecontacteerd, te contacteren',
  pl: 'nowy, nowa, otwarty, otwarta, otwarte, do kontaktu, niekontaktowany',
  sv: 'ny, oppen, ej kontaktad, inte kontaktad',
  da: 'ny, aben, ikke kontaktet',
  tr: 'yeni, acik, aranacak',
  ru: 'новый, новая, новые, открыт, открыта, не обработан, необработан, неразобранное',
  ja: '新規, 未対応, 未着手, 未接触',
  zh: '新建, 新, 新线索, 待处理, 待處理, 未联系, 未聯繫, 待联系',
};
