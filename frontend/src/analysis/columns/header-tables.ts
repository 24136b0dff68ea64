import type { WordTable } from './status-words.ts';

/**
 * The words of headers in the 14 languages of `status-words.ts`: columns of a status, of amounts and of dates. A word that ends in '*'
 * stands for all words that begin so.
 */
export const STATUS_HEADERS: WordTable = {
  en: 'outcome, result',
  de: 'phase, ergebnis, zustand',
  fr: 'statut, etape, resultat',
  es: 'estado, etapa, estatus, resultado',
  pt: 'etapa, situacao, resultado, fase',
  it: 'stato, fase, esito',
  nl: 'fase, resultaat, stadium',
  pl: 'etap, stan, wynik',
  sv: 'fas, steg, utfall, resultat',
  da: 'fase, trin, resultat',
  tr: 'durum, durumu, asama, sonuc',
  ru: 'статус, этап, стадия, результат',
  ja: 'ステータス, 状態, 状況, ステージ, 段階, フェーズ',
  zh: '状态, 狀態, 阶段, 階段, 结果',
};

/** Columns whose values name a conversion, as ad platforms export and take them. */
export const CONVERSION_NAMES: WordTable = {
  en: 'conversion name, conversion action, conversion event, conversion type, conversion goal, event name',
  de: 'conversion name, name der conversion, conversion aktion, conversion typ, ereignisname',
  fr: 'nom de la conversion, nom de conversion, action de conversion, nom de l evenement',
  es: 'nombre de la conversion, nombre de conversion, accion de conversion, nombre del evento',
  pt: 'nome da conversao, nome de conversao, acao de conversao, nome do evento',
  it: 'nome conversione, nome della conversione, azione di conversione, nome evento',
  nl: 'conversienaam, naam conversie, naam van conversie, conversieactie, gebeurtenisnaam',
  pl: 'nazwa konwersji, dzialanie powodujace konwersje, nazwa zdarzenia',
  sv: 'konverteringsnamn, konverteringens namn, konverteringsatgard, handelsenamn',
  da: 'konverteringsnavn, konverteringens navn, konverteringshandling, haendelsesnavn',
  tr: 'donusum adi, donusum islemi, etkinlik adi',
  ru: 'название конверсии, имя конверсии, действие конверсия, название события',
  ja: 'コンバージョン名, コンバージョンアクション, コンバージョン アクション',
  zh: '转化名称, 转化操作, 轉換名稱, 轉換動作',
};

/** The day on which the lead came. */
export const LEAD_DATES: WordTable = {
  en: 'creat*, datecreat*, submi*, receiv*, signup*, sign up, sign ups, signed up, registered, registration, inquir*, enquir*, lead date, date of lead, leaddate, lead time, date added, added, entered, entry date, opt in, optin, opted in, joined, request date, date of request, application date, applied, captured, arrived, arrival',
  de: 'erstell*, erzeugt, angelegt, anlage*, eingegangen, eingang*, eingereicht, anfrage*, angefragt, anmelde*, angemeldet, registrier*, leaddatum, lead datum, erfasst, erfassung*, erhalten, empfangen, hinzugefugt',
  fr: 'cree, creee, creation, soumis, soumission, recu, reception, inscription, inscrit, demande, enregistre, enregistrement, ajoute, date du lead, date d entree, depot',
  es: 'cread*, creacion, enviado, envio, recibid*, recepcion, registro, registrad*, inscripcion, solicitud, alta, ingreso, fecha del lead, fecha de entrada, consulta',
  pt: 'criad*, criacao, enviado, envio, recebid*, recebimento, cadastr*, registro, registrad*, inscricao, solicitacao, data do lead, data de entrada, entrada',
  it: 'creat*, creazione, inviat*, invio, ricevut*, ricezione, iscrizione, registrazione, inseriment*, inserit*, richiesta, data lead, data del lead, data di arrivo',
  nl: 'aangemaakt, aanmaak*, gemaakt, ontvang*, ingediend, ingezonden, aanvraag*, aangevraagd, inschrij*, ingeschreven, registratie*, toegevoegd, leaddatum, lead datum, binnengekomen',
  pl: 'utworz*, otrzyman*, zgloszeni*, zgloszon*, dodan*, rejestracj*, zarejestrowan*, wplyn*, przeslan*, wyslan*, data leada, zapytani*',
  sv: 'skapa*, mottag*, inkom*, inskicka*, registrer*, tillagd, leaddatum, lead datum, anmal*, forfragan, forfragningsdatum',
  da: 'oprett*, modtag*, indsend*, tilmeld*, registrer*, tilfojet, leaddato, lead dato, henvendelse*, foresporgsel*',
  tr: 'olustur*, kayit, basvuru, gonder*, alinma, alindi, eklenme, eklendi, lead tarihi, talep',
  ru: 'создан*, получен*, поступ*, заявк*, регистрац*, обращени*, добавлен*, отправлен*, дата лида',
  ja: '作成, 登録, 受付, 受信, 問い合わせ, 問合せ, 申込, 申請, 送信, リード日, リード獲得, 獲得日, 発生日',
  zh: '创建, 創建, 建立, 提交, 接收, 注册, 註冊, 登记, 登記, 录入, 线索日期, 线索时间, 留资, 进线, 咨询时间',
};

/** Other days than that on which the lead came. A header with one of these is never the lead's date. */
export const OTHER_DATES: WordTable = {
  en: 'clos*, won, win, lost, loss, sold, updat*, modif*, chang*, edited, expect*, due, deadline, forecast, convert*, conversion, last, latest, next, follow, contacted, activity, birth*, dob, deleted, signed, paid, payment, end, expir*, renewal, meeting, appointment, qualified, delivered, scheduled, planned, target, start, purchase*, order*, sale, stage, status, became a customer, became customer, customer since',
  de: 'geschlossen, schluss*, abschluss*, abgeschlossen, gewonnen, verloren, verkauf*, geander*, anderung*, aktualisier*, bearbeitet, erwartet*, geplant*, fallig*, frist, letzt*, nachst*, geburt*, zahlung*, auftrag*, termin, konvertier*, wiedervorlage*, kunde seit, kunde geworden, wurde kunde',
  fr: 'clotur*, ferme, fermeture, gagne, gagnee, perdu, vendu, vente, modifi*, mise a jour, maj, prevu*, prevision*, attendu*, echeance, dernier*, derniere, prochain*, naissance, signature, paiement, rendez vous, rdv, conversion, relance, client depuis, devenu client',
  es: 'cierre, cerrad*, ganad*, perdid*, venta, vendid*, modific*, actualiz*, previst*, esperad*, estimad*, vencimiento, ultim*, proxim*, nacimiento, firma, pago, cita, conversion, cambio, seguimiento, cliente desde',
  pt: 'fechamento, fechad*, fecho, ganh*, perda, perdid*, venda, vendid*, modific*, alter*, atualiz*, previst*, previsao, esperad*, estimad*, vencimento, ultim*, proxim*, nascimento, assinatura, pagamento, conversao, reuniao, cliente desde',
  it: 'chius*, vint*, vinc*, pers*, vendita, vendut*, modific*, aggiorn*, previst*, attes*, stimat*, scadenza, ultim*, prossim*, nascita, firma, pagamento, appuntamento, conversione, cliente dal, diventato cliente',
  nl: 'gesloten, sluiting*, afgesloten, gewonnen, verloren, verkocht, verkoop*, gewijzigd, wijziging*, bijgewerkt, verwacht*, gepland*, verval*, deadline, laatst*, volgend*, geboorte*, betaal*, afspraak, conversie*, klant sinds, klant geworden',
  pl: 'zamkni*, wygran*, przegran*, sprzeda*, modyfik*, zmodyfikow*, zmian*, aktualiz*, zaktualizow*, oczekiwan*, przewidywan*, planowan*, termin*, ostatni*, nastepn*, urodzeni*, platnosc*, konwersj*, spotkani*, klient od',
  sv: 'stang*, avslut*, vunn*, forlora*, sald, salda, salj*, forsalj*, andr*, uppdater*, forvanta*, planera*, forfall*, senast*, nasta, fodelse*, betal*, mote*, konverter*, kund sedan, blev kund',
  da: 'lukke*, lukning*, afslut*, vundet, tabt, solgt, salg*, aendr*, opdater*, forvent*, planlagt, forfald*, seneste, sidst*, naeste, fodsel*, betal*, mode*, konverter*, kunde siden, blev kunde',
  tr: 'kapan*, kapat*, kazan*, kayb*, satis*, satil*, guncel*, degis*, beklenen, tahmini, planlanan, vade, son, sonraki, dogum, odeme, toplanti, randevu, donusum, musteri oldu',
  ru: 'закрыт*, выигр*, проигр*, продаж*, продан*, изменен*, обновлен*, ожидаем*, планируем*, прогноз*, срок*, последн*, следующ*, рождени*, оплат*, договор*, конверси*, встреч*, стал клиентом, клиент с',
  ja: '完了, クローズ, 終了, 受注, 失注, 成約, 契約, 更新, 変更, 編集, 予定, 予想, 期限, 期日, 最終, 最新, 次回, 誕生, 生年, 支払, 入金, 顧客化',
  zh: '关闭, 關閉, 成交, 赢单, 输单, 签约, 更新, 修改, 变更, 预计, 預計, 预期, 截止, 到期, 最后, 最近, 最後, 下次, 出生, 生日, 完成, 付款, 支付, 结束, 成为客户',
};

/** Headers of amounts of money. */
export const AMOUNT_WORDS: WordTable = {
  en: 'amount, amounts, revenue, deal value, order value, contract value, sale value, sales value, purchase value, conversion value, deal size, acv, tcv, mrr, arr',
  de: 'betrag, umsatz, auftragswert, auftragssumme, auftragsvolumen, bestellwert, dealwert, vertragswert, abschlusswert, kaufwert, rechnungsbetrag, erlos',
  fr: 'montant, valeur, revenu',
  es: 'importe, monto, valor del negocio, valor de la venta, valor del pedido, ingreso, ingresos',
  pt: 'montante, valor do negocio, valor da venda, valor do pedido, receita',
  it: 'importo, valore trattativa, valore ordine, ricavo, ricavi, ammontare',
  nl: 'bedrag, omzet, orderwaarde, dealwaarde, contractwaarde, opbrengst',
  pl: 'kwota, przychod, przychody',
  sv: 'belopp, intakt, intakter, omsattning, ordervarde, affarsvarde, avtalsvarde',
  da: 'belob, omsaetning, ordrevaerdi, indtaegt, kontraktvaerdi',
  tr: 'tutar, tutari, gelir',
  ru: 'сумма, выручка, доход',
  ja: '金額, 売上, 受注額, 契約額',
  zh: '金额, 金額, 成交额, 成交額, 销售额, 銷售額, 收入',
};

/** Words that mean an amount only as the last of a header or beside one of `AMOUNT_WORDS`: 'Deal - Value', not 'Value proposition'. */
export const AMOUNTS_AT_END: WordTable = {
  en: 'deal, sales, value, price',
  de: 'wert, preis, verkaufspreis, kaufpreis',
  fr: 'prix, vente, ventes',
  es: 'valor, precio, venta, ventas',
  pt: 'valor, preco, venda, vendas',
  it: 'valore, prezzo, vendita, vendite',
  nl: 'waarde, prijs, verkoop',
  pl: 'wartosc, cena, sprzedaz',
  sv: 'varde, pris, forsaljning',
  da: 'vaerdi, pris, salg',
  tr: 'deger, degeri, fiyat, fiyati, satis',
  ru: 'стоимость, цена, продажа, продажи',
  ja: '価格, 価値, 値段',
  zh: '价格, 價格, 价值, 價值',
};

/** Names of currencies in headers: 'Deal size in Euro'. Signs and codes are read by `findHeaderMark`. */
export const CURRENCY_NAMES =
  'euro, euros, dollar, dollars, franken, kronor, kroner, zloty, zlotych, zl, lira, tl, рубль, рублей, руб, yen, 円, 元, yuan, rupee, rupees, reais, pesos';

/** A column with one of these in its header has no amounts of won deals, whatever else the header says. */
export const NO_AMOUNTS: WordTable = {
  en: 'budget*, cost, costs, spend*, spent, cpc, cpl, cpa, cpm, fee, fees, discount*, tax, taxes, vat, salary, salaries, wage, income, weighted, expected, forecast*, probability, score, scores, age, count, number, quantity, qty, visits, sessions, days, activities, employees, staff, annual*, annually, yearly, turnover, company, companies, id, percent, percentage, pct',
  de: 'kosten, ausgabe*, gebuhr*, rabatt*, nachlass, steuer*, mwst, gehalt, gewichtet*, erwartet*, prognose*, wahrscheinlichkeit, punkte, alter, anzahl, nummer, menge, besuche, tage, aktivitaten, mitarbeiter*, jahres*, firmen*, unternehmen*, prozent, werbe*, einkommen',
  fr: 'cout*, depense*, frais, remise, taxe*, tva, salaire*, pondere*, attendu*, prevu*, prevision*, probabilite, age, nombre, numero, quantite, visites, jours, activites, employes, effectif*, annuel*, chiffre d affaires, entreprise, pourcentage, budget*',
  es: 'no cobrado, no cobrada, no pagado, no pagada, no facturado, no facturada, costo*, coste*, gasto*, tarifa, descuento*, impuesto*, iva, salario*, sueldo, ponderad*, esperad*, previst*, pronostico, probabilidad, puntuacion, edad, numero, cantidad, visitas, dias, actividades, empleados, anual*, facturacion, empresa, porcentaje, presupuesto',
  pt: 'custo*, gasto*, despesa*, taxa*, desconto*, imposto*, salario*, ponderad*, esperad*, previst*, previsao, probabilidade, pontuacao, idade, numero, quantidade, visitas, dias, atividades, funcionarios, anual*, faturamento, empresa, percentual, orcamento, verba',
  it: 'costo, costi, spesa, spese, commissione, sconto*, imposta, imposte, tasse, iva, stipendio, ponderat*, attes*, previst*, previsione, probabilita, punteggio, eta, numero, quantita, visite, giorni, attivita, dipendenti, annuo, annua, annuale, fatturato, azienda, aziendale, percentuale',
  nl: 'kosten, uitgave*, korting*, belasting*, btw, salaris*, gewogen, verwacht*, prognose, kans, waarschijnlijkheid, leeftijd, aantal, nummer, hoeveelheid, bezoeken, dagen, activiteiten, medewerkers, werknemers, jaar*, procent',
  pl: 'budzet*, koszt*, wydatk*, oplat*, rabat*, podat*, vat, pensja, wazon*, oczekiwan*, prognoz*, przewidywan*, prawdopodobienstwo, punkt*, wiek, liczba, numer, ilosc, wizyt*, dni, aktywnosc*, pracownik*, roczn*, procent',
  sv: 'kostnad*, utgift*, avgift*, rabatt*, skatt*, moms, lon, viktad*, vagd, forvanta*, prognos*, sannolikhet, poang, alder, antal, nummer, mangd, besok*, dagar, aktivitet*, anstallda, arlig*, ars*, procent',
  da: 'udgift*, omkostning*, gebyr*, rabat*, skat*, moms, lon, vaegtet*, forvent*, prognose*, sandsynlighed, alder, antal, nummer, maengde, besog*, dage, aktivitet*, ansatte, medarbejder*, arlig*, ars*, procent',
  tr: 'butce*, maliyet*, harcama*, ucret*, indirim*, vergi*, kdv, maas*, agirlikli, beklenen, tahmini, olasilik, puan*, yas, sayi*, numara*, miktar*, ziyaret*, gun, aktivite*, calisan*, yillik, ciro, sirket, yuzde',
  ru: 'бюджет*, расход*, затрат*, комисси*, скидк*, налог*, ндс, зарплат*, взвешен*, ожидаем*, прогноз*, вероятност*, балл*, возраст, количеств*, число, номер, визит*, дней, активност*, сотрудник*, годов*, процент*',
  ja: '予算, 費用, コスト, 支出, 手数料, 割引, 税額, 税率, 給与, 加重, 見込, 予測, 予想, 確率, スコア, 年齢, 件数, 番号, 数量, 訪問, 日数, 従業員, 年間, 年商, 率',
  zh: '预算, 預算, 成本, 费用, 費用, 支出, 佣金, 折扣, 税额, 税费, 稅額, 工资, 加权, 加權, 预期, 预计, 预测, 概率, 评分, 得分, 年龄, 数量, 编号, 人数, 次数, 天数, 员工, 年度, 年收入, 年营, 百分, 率',
};

/** The day on which a lead was won. */
export const WON_DATES: WordTable = {
  en: 'won, win, closed, close, closing, closedate, converted, conversion, sold, sale, signed, became a customer, became customer, customer since',
  de: 'gewonnen, abschluss*, abgeschlossen, geschlossen, schluss*, konvertier*, verkauft, verkaufsdatum, kunde seit, kunde geworden, wurde kunde',
  fr: 'gagne, gagnee, clotur*, fermeture, conversion, vendu, vente, signature, client depuis, devenu client',
  es: 'ganad*, cierre, cerrad*, conversion, venta, vendid*, firma, cliente desde',
  pt: 'ganho, ganha, ganhou, fechamento, fechad*, fecho, conversao, venda, vendid*, assinatura, cliente desde',
  it: 'vint*, vinc*, chius*, conversione, vendita, vendut*, firma, cliente dal, diventato cliente',
  nl: 'gewonnen, gesloten, sluiting*, afgesloten, conversie*, verkocht, verkoopdatum, klant sinds, klant geworden',
  pl: 'wygran*, zamkni*, konwersj*, sprzeda*, klient od',
  sv: 'vunn*, stang*, avslut*, konverter*, sald, salda, saljdatum, kund sedan, blev kund',
  da: 'vundet, lukke*, lukning*, afslut*, konverter*, solgt, salgsdato, kunde siden, blev kunde',
  tr: 'kazan*, kapan*, kapat*, donusum, satis, musteri oldu',
  ru: 'выигр*, закрыт*, конверси*, продаж*, продан*, стал клиентом, клиент с',
  ja: '受注, 成約, 契約, クローズ, 完了, 顧客化',
  zh: '成交, 赢单, 签约, 关闭, 關閉, 完成, 成为客户',
};

/** Days that were only planned, or on which something else happened. A header with one of these is never the day of a won lead. */
export const NOT_WON_DATES: WordTable = {
  en: 'expect*, due, deadline, forecast*, estimat*, planned, target, lost, loss, last, latest, next, updat*, modif*, signed up',
  de: 'erwartet*, geplant*, voraussichtlich*, frist, fallig*, verloren, letzt*, nachst*, geander*',
  fr: 'prevu*, prevision*, attendu*, estime*, echeance, perdu*, dernier*, derniere, prochain*, modifi*',
  es: 'previst*, esperad*, estimad*, vencimiento, perdid*, ultim*, proxim*, modific*',
  pt: 'previst*, previsao, esperad*, estimad*, vencimento, perdid*, perda, ultim*, proxim*, modific*',
  it: 'previst*, attes*, stimat*, scadenza, pers*, ultim*, prossim*, modific*',
  nl: 'verwacht*, gepland*, geschat*, verval*, verloren, laatst*, volgend*, gewijzigd',
  pl: 'oczekiwan*, przewidywan*, planowan*, szacowan*, termin*, przegran*, ostatni*, nastepn*, zmodyfikow*',
  sv: 'forvanta*, beraknad*, planera*, forfall*, forlora*, senast*, nasta, andr*',
  da: 'forvent*, planlagt, forfald*, tabt, seneste, sidst*, naeste, aendr*',
  tr: 'beklenen, tahmini, planlanan, vade, kayb*, son, sonraki, degis*',
  ru: 'ожидаем*, планируем*, прогноз*, срок*, проигр*, последн*, следующ*, изменен*',
  ja: '予定, 予想, 見込, 期限, 失注, 最終, 最新, 次回, 変更',
  zh: '预计, 預計, 预期, 截止, 输单, 最后, 最近, 下次, 修改',
};
