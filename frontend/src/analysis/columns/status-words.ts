/**
 * The words by which statuses, amounts, dates and stages are known, in 14 languages. Phrases are separated by ', ' and compared as
 * `foldText` writes them, so that accents and capitals may be missing in a file. Words of Japanese and Chinese are found inside
 * longer texts too.
 *
 * @internal
 */
export type Language =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'pt'
  | 'it'
  | 'nl'
  | 'pl'
  | 'sv'
  | 'da'
  | 'tr'
  | 'ru'
  | 'ja'
  | 'zh';

/** Phrases of one meaning. A language that is left out does not compile. */
export type WordTable = Readonly<Record<Language, string>>;

/** The last step of a sale, in whatever column it stands. */
export const FINAL_ENDS: WordTable = {
  en: 'won, closedwon, converted, sold, closed deal, deal closed, closed sale, sale closed, contract signed',
  de: 'gewonnen, verkauft, konvertiert, auftrag erteilt, auftrag erhalten, vertrag unterschrieben, vertrag abgeschlossen',
  fr: 'gagne, gagnee, gagnes, vendu, vendue, converti, convertie, vente conclue, affaire conclue, contrat signe',
  es: 'ganado, ganada, ganados, vendido, vendida, convertido, convertida, venta cerrada, contrato firmado',
  pt: 'ganho, ganha, ganhou, vendido, vendida, convertido, convertida, venda fechada, venda realizada, negocio fechado, contrato assinado, contrato fechado',
  it: 'vinto, vinta, venduto, venduta, convertito, convertita, vendita conclusa, contratto firmato',
  nl: 'gewonnen, verkocht, geconverteerd, contract getekend, opdracht gegeven',
  pl: 'wygrana, wygrany, wygrane, wygrano, sprzedane, sprzedany, sprzedana, sprzedano, skonwertowany, skonwertowano, umowa podpisana',
  sv: 'vunnen, vunnet, vunna, sald, salt, konverterad, avtal signerat, avtal tecknat',
  da: 'vundet, vandt, solgt, konverteret, kontrakt underskrevet, aftale indgaet',
  tr: 'kazanildi, kazanilan, kazanilmis, satildi, donusturuldu, satin aldi, satis tamamlandi, sozlesme imzalandi',
  ru: 'выиграно, выиграна, выигран, выиграли, продано, продана, продан, успешно реализовано, сделка закрыта, сделка заключена, договор подписан, договор заключен, конвертирован',
  ja: '受注, 成約, 契約済, 契約完了, 契約締結, 購入済, 販売済, 売却済',
  zh: '赢单, 贏單, 已赢, 成交, 已签约, 已簽約, 已购买, 已購買, 已售, 售出, 已转化, 已轉換',
};

/** Somebody who has bought. A value counts by such a word alone or beside words of `BESIDE_BUYERS`: 'Client contacted' is none. */
export const BUYERS: WordTable = {
  en: 'customer',
  de: 'kunde, kundin, neukunde',
  fr: 'client, cliente',
  es: 'cliente, clienta',
  pt: 'cliente',
  it: 'cliente',
  nl: 'klant',
  pl: 'klient, klientka',
  sv: 'kund',
  da: 'kunde',
  tr: 'musteri',
  ru: 'клиент, клиентом, покупатель',
  ja: '顧客, お客様',
  zh: '客户, 客戶, 正式客户',
};

/** Words that may stand beside a buyer: 'New customer', 'Closed - Customer (2025)'. Numbers may too. */
export const BESIDE_BUYERS: WordTable = {
  en: 'new, closed, won, closedwon, converted, sold, paying, paid, signed, active, is, a, now, became, to, lead, yes, stage, status, deal',
  de: 'neuer, neue, neu, ist, jetzt, zahlender, zahlende, aktiver, gewonnen, wurde, geworden, lead',
  fr: 'nouveau, nouvelle, nouveaux, est, devenu, devenue, payant, payante, actif, gagne, lead',
  es: 'nuevo, nueva, es, activo, activa, ganado, ganada, lead',
  pt: 'novo, nova, e, virou, ativo, ativa, ganho, pagante, lead',
  it: 'nuovo, nuova, e, attivo, attiva, acquisito, acquisita, pagante, lead',
  nl: 'nieuwe, is, nu, betalende, actieve, geworden, lead',
  pl: 'nowy, nowa, aktywny, lead',
  sv: 'ny, ar, nu, betalande, aktiv, blivit, lead',
  da: 'ny, er, nu, betalende, aktiv, lead',
  tr: 'yeni, oldu, aktif, lead',
  ru: 'новый, стал, стала, активный, лид',
  ja: '新規, の',
  zh: '新, 正式, 成交, 付费',
};

/** Ends of a sale that mean something else outside a status column: 'Purchased list' and 'Client referral' are sources. */
export const FINAL_IN_STATUS: WordTable = {
  en: 'sale, purchase, purchased, bought, paid, enrolled, enroled, signed, funded, ordered, order placed',
  de: 'gekauft, bezahlt, abgeschlossen, beauftragt, bestellt, unterschrieben',
  fr: 'signe, signee, achete, achetee, paye, payee, conclu, conclue, vente',
  es: 'comprado, comprada, compro, pagado, pagada, firmado, firmada, venta, matriculado, matriculada',
  pt: 'comprado, comprou, pago, paga, assinado, assinada, fechado, fechada, venda, matriculado, matriculada, contratado',
  it: 'acquistato, acquistata, pagato, pagata, firmato, firmata, vendita, iscritto, iscritta',
  nl: 'getekend, betaald, gekocht, besteld',
  pl: 'kupil, kupila, kupione, zaplacono, oplacone, podpisana, podpisano, sprzedaz',
  sv: 'kopt, betald, betalt, signerad, signerat, undertecknad',
  da: 'kobt, betalt, underskrevet, bestilt',
  tr: 'satis, odendi, imzalandi',
  ru: 'купил, купила, куплено, оплачено, оплачен, оплатил, оплатила, реализовано, подписан, подписано, покупка, продажа',
  ja: '購入, 入金済, 契約, 申込済',
  zh: '签约, 簽約, 购买, 購買, 已付款, 已支付',
};

/** Ends before a sale. */
export const EARLIER_ENDS: WordTable = {
  en: 'qualified',
  de: 'qualifiziert, qualifizierte, qualifizierter, qualifiziertes',
  fr: 'qualifie, qualifiee, qualifies',
  es: 'calificado, calificada, cualificado, cualificada',
  pt: 'qualificado, qualificada',
  it: 'qualificato, qualificata',
  nl: 'gekwalificeerd, gekwalificeerde',
  pl: 'zakwalifikowany, zakwalifikowana, zakwalifikowano, kwalifikowany',
  sv: 'kvalificerad, kvalificerat',
  da: 'kvalificeret',
  tr: 'nitelikli',
  ru: 'квалифицирован, квалифицирована, квалифицированный, квалифицировано',
  ja: '適格, 有望',
  zh: '合格',
};

/** Ends before a sale that mean something else outside a status column. */
export const EARLIER_IN_STATUS: WordTable = {
  en: 'success, successful, accepted, approved',
  de: 'erfolgreich, erfolg, angenommen, genehmigt',
  fr: 'reussi, reussie, succes, accepte, acceptee, approuve',
  es: 'exito, exitoso, aceptado, aceptada, aprobado, aprobada',
  pt: 'sucesso, aceito, aceita, aprovado, aprovada',
  it: 'successo, accettato, accettata, approvato, approvata',
  nl: 'succes, geslaagd, geaccepteerd, goedgekeurd',
  pl: 'sukces, zaakceptowany, zaakceptowano, zatwierdzony',
  sv: 'lyckad, godkand, accepterad',
  da: 'succes, godkendt, accepteret',
  tr: 'basarili, onaylandi, kabul edildi',
  ru: 'успех, успешно, принят, принято, одобрен, одобрено',
  ja: '承認済, 成功',
  zh: '成功, 通过, 通過',
};

/** Answers. Those of the specification are known in any column. */
export const YES: WordTable = {
  en: 'yes, true',
  de: 'ja, wahr',
  fr: 'oui, vrai',
  es: 'si, verdadero',
  pt: 'sim, verdadeiro',
  it: 'si, vero',
  nl: 'ja, waar',
  pl: 'tak, prawda',
  sv: 'ja, sant',
  da: 'ja, sandt',
  tr: 'evet, dogru',
  ru: 'да, истина',
  ja: 'はい',
  zh: '是',
};

/** A whole value with one of these says no. */
export const NO: WordTable = {
  en: 'no, false',
  de: 'nein, falsch',
  fr: 'non, faux',
  es: 'no, falso',
  pt: 'nao, falso',
  it: 'no, falso',
  nl: 'nee, onwaar',
  pl: 'nie, falsz',
  sv: 'nej, falskt',
  da: 'nej, falsk',
  tr: 'hayir, yanlis',
  ru: 'нет, ложь',
  ja: 'いいえ',
  zh: '否, 不是',
};

/** A value with one of these is no converted status: 'Closed Lost (customer of a competitor)'. */
export const BAD_ENDS: WordTable = {
  en: 'lost, closedlost, closed lost, disqualified, unqualified, rejected, declined, refused, cancelled, canceled, junk, spam, dead, failed, churned, refunded, duplicate, invalid, false, test, fake, withdrawn, abandoned, bounced, unresponsive, unreachable, fell through, qualified out, sold out',
  de: 'verloren, abgelehnt, storniert, abgesagt, abgebrochen, abgesprungen, gekundigt, ungultig, falsch, disqualifiziert, unqualifiziert, duplikat, doppelt, widerrufen, unbrauchbar',
  fr: 'perdu, perdue, perdus, refuse, refusee, rejete, rejetee, annule, annulee, abandonne, abandonnee, disqualifie, invalide, faux, doublon, resilie',
  es: 'perdido, perdida, perdidos, rechazado, rechazada, cancelado, cancelada, descartado, descartada, descalificado, descalificada, invalido, falso, duplicado, anulado, anulada',
  pt: 'perdido, perdida, perdeu, rejeitado, rejeitada, recusado, cancelado, cancelada, descartado, descartada, desqualificado, desqualificada, invalido, falso, duplicado, desistiu, desistencia',
  it: 'perso, persa, persi, rifiutato, rifiutata, annullato, annullata, scartato, scartata, squalificato, non valido, falso, duplicato, disdetto',
  nl: 'verloren, afgewezen, geannuleerd, afgevallen, gediskwalificeerd, ongeldig, onwaar, dubbel, opgezegd, afgehaakt',
  pl: 'przegrana, przegrany, przegrane, przegrano, utracony, utracona, stracony, stracona, odrzucony, odrzucona, odrzucono, anulowany, anulowana, anulowano, zdyskwalifikowany, falsz, duplikat, rezygnacja',
  sv: 'forlorad, forlorat, avbojd, avvisad, avbruten, diskvalificerad, okvalificerad, osald, ogiltig, falskt, dubblett, avslagen, uppsagd',
  da: 'tabt, mistet, afvist, annulleret, diskvalificeret, ukvalificeret, usolgt, ugyldig, falsk, dublet, opsagt, afslaet',
  tr: 'kaybedildi, kaybedilen, kayip, reddedildi, iptal, iptal edildi, niteliksiz, gecersiz, yanlis, basarisiz, vazgecti',
  ru: 'проиграно, проиграна, проигран, потерян, потеряна, потеряно, отказ, отказался, отклонен, отклонено, отменен, отменено, отменена, неквалифицирован, дисквалифицирован, ложь, дубль, спам, закрыто и не реализовано, нереализовано, возврат',
  ja: '失注, 不成約, 不成立, 見送り, キャンセル, 却下, 解約, 対象外, 無効, 失格, 失敗, 重複',
  zh: '输单, 輸單, 丢单, 丟單, 失败, 失敗, 流失, 战败, 無效, 无效, 拒绝, 拒絕, 取消, 放弃, 放棄, 重复',
};

/** Words that turn a converted status round, before or behind it. 'Not yet converted', 'Não vendido', 'Kunde: nein'. */
export const NEGATIONS: WordTable = {
  en: 'not, non, un, no, never, without, cannot, isnt, wasnt, didnt, hasnt, wont, dont, doesnt, nor, neither, hardly, n, none, fail',
  de: 'nicht, kein, keine, keiner, nie, niemals, ohne, nein, noch',
  fr: 'pas, jamais, non, ne, sans, aucun, aucune, ni',
  es: 'no, nunca, jamas, sin, ningun, ninguna, tampoco',
  pt: 'nao, nunca, jamais, sem, nenhum, nenhuma',
  it: 'non, mai, no, senza, nessun, nessuno, nessuna',
  nl: 'niet, geen, nooit, zonder, nee',
  pl: 'nie, nigdy, bez, niesprzedane, niesprzedany, niewygrana, niezakwalifikowany',
  sv: 'inte, ej, icke, aldrig, utan, ingen, inget, nej',
  da: 'ikke, ej, aldrig, uden, ingen, intet, nej',
  tr: 'degil, hayir, hic, asla, olmadi, olmayan, olmadan, yok',
  ru: 'не, нет, никогда, без, ни',
  ja: '未, 不成, 不適, 不可, 非, 否, なし, ない, なかった, ならず, ませ, せず, いいえ',
  zh: '未, 不合, 不是, 不买, 不購, 不购, 不通, 没, 沒, 非, 无, 無意, 否',
};

/** Words for what has been so and is no more: 'Ex-customer', 'Ehemaliger Kunde', 'Ancien client'. */
export const FORMER: WordTable = {
  en: 'former, formerly, ex, previous, previously, past, old, lapsed, inactive, dormant, expired, terminated, gone, once, was, longer, reactivated, winback',
  de: 'ehemalig, ehemalige, ehemaliger, ehemaligen, ehemals, ex, fruher, fruhere, fruherer, alt, alter, alte, altkunde, inaktiv, inaktiver, vormals',
  fr: 'ancien, ancienne, anciens, ex, precedent, inactif, plus',
  es: 'antiguo, antigua, ex, anterior, inactivo, inactiva, excliente, viejo, fue, era',
  pt: 'antigo, antiga, ex, anterior, inativo, inativa, excliente, velho, foi, era',
  it: 'ex, vecchio, vecchia, precedente, inattivo, inattiva, era',
  nl: 'voormalig, voormalige, ex, oud, oude, vorige, inactief, inactieve, vroegere',
  pl: 'byly, byla, ex, dawny, dawna, poprzedni, nieaktywny, stary, stara',
  sv: 'tidigare, fore detta, ex, gammal, inaktiv, fd',
  da: 'tidligere, ex, gammel, inaktiv, forhenvaerende',
  tr: 'eski, onceki, pasif, kaybettik',
  ru: 'бывший, бывшая, экс, прежний, старый, неактивный, был, была, ушел, ушла',
  ja: '元顧客, 元客, 旧, 離脱, 休眠, 過去',
  zh: '前客户, 前客戶, 原客户, 原客戶, 曾, 过去, 過去, 老客户, 老客戶, 沉睡',
};

/** Words for those that had bought before the lead came: 'Existing customer', 'Already a customer'. */
export const EXISTING: WordTable = {
  en: 'existing, already, current, returning, repeat, recurring, our',
  de: 'bestehend, bestehende, bestehender, bereits, schon, bestandskunde, bestandskunden, aktueller, stammkunde',
  fr: 'existant, existante, deja, actuel, actuelle, fidele',
  es: 'existente, ya, actual, habitual, recurrente',
  pt: 'existente, ja cliente, ja e cliente, ja era cliente, ja comprou, atual, recorrente',
  it: 'esistente, gia, attuale',
  nl: 'bestaand, bestaande, al klant, reeds, huidig, huidige',
  pl: 'istniejacy, istniejaca, obecny, obecna, juz, staly, stala',
  sv: 'befintlig, redan, nuvarande, stamkund',
  da: 'eksisterende, allerede, nuvaerende, bestaende',
  tr: 'mevcut, zaten, halihazirda',
  ru: 'существующий, существующая, уже, действующий, действующая, текущий, постоянный',
  ja: '既存, すでに, 既に, 現行',
  zh: '现有, 現有, 已是, 已经是, 已經是, 既有, 存量',
};

/** Words for a sale that somebody else has made: 'Sold to competitor', 'Anderweitig verkauft'. */
export const ANOTHERS: WordTable = {
  en: 'competitor, competitors, competition, elsewhere, another, others, other agent, other agency, other broker, other company, other dealer, other party, other provider, other supplier, other vendor, to other, by other, with other, someone, somebody, privately, by owner, themselves, rival, third party',
  de: 'wettbewerb, wettbewerber, wettbewerbs, mitbewerber, mitbewerbers, konkurrenz, konkurrent, konkurrenten, anderweitig, anderswo, woanders, andere, anderer, anderen, anderem, fremd, fremdkunde, privat',
  fr: 'concurrent, concurrents, concurrence, ailleurs, autre, autres, autrui',
  es: 'competidor, competencia, otro, otra, otros, otra parte, tercero, terceros',
  pt: 'concorrente, concorrentes, concorrencia, outro, outra, outros, terceiro, terceiros',
  it: 'concorrente, concorrenti, concorrenza, altrove, altro, altra, altri, terzi',
  nl: 'concurrent, concurrenten, concurrentie, elders, ander, andere, anderen, anders',
  pl: 'konkurent, konkurenta, konkurencja, konkurencji, konkurencje, gdzie indziej, inny, innej, innemu, innego, inna',
  sv: 'konkurrent, konkurrenten, konkurrens, annan, annat, andra, annanstans, nagon annan',
  da: 'konkurrent, konkurrenten, konkurrence, anden, andet, andre, andetsteds',
  tr: 'rakip, rakibe, rakibin, rakipten, baska, diger, baskasina',
  ru: 'конкурент, конкурента, конкуренту, конкурентам, конкурентов, другой, другого, другому, другим, чужой',
  ja: '他社, 競合, 別会社, 他の',
  zh: '竞争, 競爭, 竞品, 对手, 對手, 其他, 别家, 別家, 同行',
};

/** Words that leave an end in doubt: 'Almost won', 'Sale pending', 'Potential customer'. */
export const DOUBTS: WordTable = {
  en: 'potential, prospective, prospect, almost, nearly, maybe, perhaps, possible, possibly, likely, unlikely, probable, probably, expected, pending, awaiting, waiting, to be, ready, wants, interested, target, future, should, could, would, might, may, partially, half, soon, if, until, unsure, unknown, unclear, undecided, review, under, attempt, attempted, trying, lookalike, requested, referral, service, support, list, search, social, media, up',
  de: 'potenziell, potenzieller, potentiell, potentieller, potenzielle, potentielle, fast, beinahe, vielleicht, eventuell, moglich, moglicher, mogliche, wahrscheinlich, voraussichtlich, zukunftig, zukunftiger, kunftig, kunftiger, bald, unklar, wartet, ausstehend, interessent, prufen, in prufung, soll, teilweise, demnachst, empfehlung, angeblich',
  fr: 'potentiel, potentielle, presque, peut etre, possible, probable, futur, future, bientot, attente, a confirmer, interesse, prospect, quasi, en cours, en partie',
  es: 'potencial, casi, quizas, quiza, tal vez, posible, probable, futuro, futura, pronto, pendiente, por confirmar, interesado, prospecto, en curso, en proceso, espera',
  pt: 'potencial, quase, talvez, possivel, provavel, futuro, futura, em breve, pendente, a confirmar, interessado, prospecto, em andamento, em processo, aguardando',
  it: 'potenziale, quasi, forse, possibile, probabile, futuro, futura, presto, attesa, da confermare, interessato, in corso, sospeso',
  nl: 'potentieel, potentiele, bijna, misschien, mogelijk, mogelijke, waarschijnlijk, toekomstig, toekomstige, binnenkort, afwachting, geinteresseerd, prospect, wacht',
  pl: 'potencjalny, potencjalna, prawie, moze, mozliwy, mozliwa, prawdopodobny, przyszly, przyszla, wkrotce, oczekuje, oczekujacy, zainteresowany, w toku, w trakcie, do potwierdzenia',
  sv: 'potentiell, nastan, kanske, mojlig, trolig, sannolik, framtida, snart, vantar, avvaktar, intresserad, pagaende, blivande',
  da: 'potentiel, naesten, maske, mulig, sandsynlig, fremtidig, snart, afventer, venter, interesseret, igangvaerende, kommende',
  tr: 'potansiyel, neredeyse, belki, muhtemel, olasi, gelecek, yakinda, bekliyor, beklemede, ilgileniyor, aday, adayi',
  ru: 'потенциальный, потенциальная, почти, возможно, возможный, вероятно, вероятный, будущий, скоро, ожидает, ожидание, ожидается, заинтересован, в процессе, в работе',
  ja: '見込, 検討, 予定, 待ち, 約中, 進行中, 可能, 潜在, 候補, ほぼ, かも',
  zh: '潜在, 潛在, 意向, 可能, 准客户, 準客戶, 待, 约中, 進行中, 进行中, 处理中, 预计, 預計, 快要, 即将, 疑似',
};

/** Statuses of leads that are not decided yet, as CRM exports write them. A whole status is compared. */
export const OPEN_STATUSES: WordTable = {
  en: 'new, open, in progress, working, pending, assigned, unassigned, uncontacted, not contacted, attempted to contact, attempted contact, attempting contact, attempting, follow up, followup, following up, waiting, on hold, to do, in review, under review, undecided, not started, contacted, contact made, contacting, connected, reached, nurturing, nurture, in nurture, engaged, mql, sql, sal, pql, marketing qualified, sales qualified, marketing qualified lead, sales qualified lead, sales accepted lead, lead, lead in, raw, prospect, prospecting, subscriber, opportunity, opportunity created, callback, call back, scheduled, incoming, received, submitted, untouched, inbound, tbd',
  de: 'neu, offen, in bearbeitung, in arbeit, in prufung, ausstehend, wartend, nicht kontaktiert, unbearbeitet, kontaktiert, kontakt aufgenommen, erstkontakt, angeschrieben, erreicht, in kontakt, nachfassen, wiedervorlage, zugewiesen, interessent, qualifizierung, in qualifizierung, laufend, eingegangen, ruckruf, chance, verkaufschance',
  fr: 'nouveau, nouvelle, ouvert, ouverte, en cours, en attente, a traiter, a contacter, contacte, contactee, a relancer, relance, en qualification, assigne, attribue, prospect, opportunite, a rappeler, non traite, en maturation',
  es: 'nuevo, nueva, abierto, abierta, en proceso, en curso, en progreso, pendiente, sin contactar, contactado, contactada, por contactar, en seguimiento, seguimiento, asignado, prospecto, oportunidad, en espera, no contactado, nutricion',
  pt: 'novo, nova, aberto, aberta, em aberto, em andamento, em progresso, pendente, contatado, contatada, contactado, em contato, nao contatado, a contatar, em acompanhamento, acompanhamento, atribuido, prospecto, oportunidade, em espera, aguardando, sem contato, nutricao',
  it: 'nuovo, nuova, aperto, aperta, in corso, in attesa, da contattare, contattato, contattata, in lavorazione, assegnato, da richiamare, richiamare, opportunita, in sospeso, non contattato',
  nl: 'nieuw, open, openstaand, in behandeling, in afwachting, gecontacteerd, contact gehad, gecontacteerde, opvolgen, in opvolging, toegewezen, kans, niet gecontacteerd, te contacteren, lopend, benaderd',
  pl: 'nowy, nowa, otwarty, otwarta, otwarte, w toku, w trakcie, oczekujacy, skontaktowano, skontaktowany, do kontaktu, kontakt nawiazany, przypisany, w realizacji, szansa, niekontaktowany, do oddzwonienia',
  sv: 'ny, oppen, pagaende, kontaktad, ej kontaktad, inte kontaktad, uppfoljning, tilldelad, vantar, vilande, under bearbetning, mojlighet, bearbetas',
  da: 'ny, aben, igangvaerende, kontaktet, ikke kontaktet, opfolgning, tildelt, afventer, venter, under behandling, mulighed, i gang',
  tr: 'yeni, acik, devam ediyor, beklemede, iletisime gecildi, gorusuldu, arandi, aranacak, atandi, islemde, takip, takipte, firsat, gorusuluyor, bekliyor',
  ru: 'новый, новая, новые, открыт, открыта, в работе, ожидает, в процессе, в обработке, связались, контакт установлен, первичный контакт, назначен, перезвонить, не обработан, необработан, неразобранное, квалификация, переговоры, в ожидании',
  ja: '新規, 未対応, 対応中, 未着手, 連絡済, 連絡済み, アプローチ中, 架電済, 商談中, 検討中, 保留, 見込み, ナーチャリング, 未接触, 進行中, 追客中, 割当済',
  zh: '进行中, 進行中, 新建, 新, 新线索, 待处理, 待處理, 未联系, 未聯繫, 已联系, 已聯繫, 跟进中, 跟進中, 处理中, 處理中, 待跟进, 已分配, 培育中, 商机, 洽谈中, 待联系',
};

/** Statuses of leads that are not decided yet in other languages. */
export const MORE_OPEN_STATUSES =
  'apen, pagar, uusi, avoin, kesken, novy, nova, otevreny, otevreno, probiha, новий, відкрито, в роботі, 신규, 진행중, 진행 중';

/**
 * Stages of a sale in their order. A value stands at the last stage that it names. Where the table knows no last step in a column, the
 * first converted status and all stages beyond it are proposed.
 */
export const STAGES = {
  marketing: {
    en: 'mql, marketing qualified',
    de: 'marketing qualifiziert, marketing qualifizierter',
    fr: 'qualifie marketing',
    es: 'calificado por marketing, calificado marketing',
    pt: 'qualificado por marketing, qualificado marketing',
    it: 'qualificato marketing',
    nl: 'marketing gekwalificeerd',
    pl: 'kwalifikowany marketingowo',
    sv: 'marknadskvalificerad',
    da: 'marketing kvalificeret',
    tr: 'pazarlama nitelikli',
    ru: 'маркетинговый квалифицированный',
    ja: 'マーケ適格',
    zh: '市场合格, 市场认可',
  },
  qualified: {
    ...EARLIER_ENDS,
    en: 'sql, sal, qualified, sales qualified, sales accepted, qualifiedtobuy',
  },
  opportunity: {
    en: 'opportunity, meeting scheduled, meeting booked, meeting held, demo, demo scheduled, appointment, appointmentscheduled, presentationscheduled, needs analysis, value proposition, decisionmakerboughtin',
    de: 'chance, verkaufschance, opportunity, termin vereinbart, termin, bedarfsanalyse',
    fr: 'opportunite, rendez vous, rdv, demo',
    es: 'oportunidad, reunion, cita, demo',
    pt: 'oportunidade, reuniao, reuniao agendada, demo',
    it: 'opportunita, appuntamento, incontro, demo',
    nl: 'kans, opportunity, afspraak, demo',
    pl: 'szansa, szansa sprzedazy, spotkanie, demo',
    sv: 'mojlighet, affarsmojlighet, mote bokat, demo',
    da: 'mulighed, salgsmulighed, mode booket, demo',
    tr: 'firsat, randevu, toplanti, demo',
    ru: 'возможность, встреча, встреча назначена, презентация',
    ja: '商談, アポ',
    zh: '商机, 商機, 预约, 演示',
  },
  proposal: {
    en: 'proposal, quote, quoted, quotation, offer, offer sent, proposal sent',
    de: 'angebot, angebot erstellt, angebot versendet, angebot gesendet',
    fr: 'devis, proposition, offre, devis envoye',
    es: 'propuesta, presupuesto, cotizacion, oferta',
    pt: 'proposta, orcamento, cotacao, proposta enviada',
    it: 'proposta, preventivo, offerta',
    nl: 'offerte, voorstel, offerte verzonden',
    pl: 'oferta, propozycja, oferta wyslana, wycena',
    sv: 'offert, offert skickad, forslag',
    da: 'tilbud, tilbud sendt, forslag',
    tr: 'teklif, teklif verildi',
    ru: 'предложение, коммерческое предложение, кп отправлено, счет выставлен',
    ja: '提案, 見積',
    zh: '报价, 報價, 方案, 提案',
  },
  negotiation: {
    en: 'negotiation, negotiating, contract sent, contractsent, contract, verbal, verbal agreement',
    de: 'verhandlung, in verhandlung, vertrag versendet, vertrag',
    fr: 'negociation, en negociation, contrat envoye',
    es: 'negociacion, en negociacion, contrato enviado',
    pt: 'negociacao, em negociacao, contrato enviado',
    it: 'negoziazione, trattativa, in trattativa, contratto inviato',
    nl: 'onderhandeling, in onderhandeling, contract verzonden',
    pl: 'negocjacje, umowa wyslana',
    sv: 'forhandling, avtal skickat',
    da: 'forhandling, kontrakt sendt',
    tr: 'muzakere, pazarlik, sozlesme gonderildi',
    ru: 'переговоры, договор отправлен, согласование договора',
    ja: '交渉, 契約書送付',
    zh: '谈判, 談判, 合同',
  },
} as const satisfies Record<string, WordTable>;

/** Words by which a value looks like a status that has not converted; those of the specification first. */
export const OTHER_STATUSES =
  'lost, disqualified, unqualified, open, closed, new, contacted, nurturing, mql, sql, opportunity, no, false, ' +
  'offen, neu, verloren, nouveau, perdu, nuevo, perdido, nuovo, perso';
