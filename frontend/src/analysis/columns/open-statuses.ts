/**
 * Statuses of leads that are not decided yet, as CRM exports in several languages write them: Salesforce's 'Open - Not Contacted' and
 * 'Working - Contacted', HubSpot's 'IN_PROGRESS' and 'ATTEMPTED_TO_CONTACT', Pipedrive's 'Offen'.
 */
const OPEN_STATUSES = new Set(
  [
    'new, open, in progress, working, pending, assigned, unassigned, uncontacted, not contacted, attempted to contact, attempted contact',
    'follow up, waiting, on hold, to do, in review, under review, undecided, not started',
    'neu, offen, in bearbeitung, in arbeit, in prüfung, ausstehend, wartend, nicht kontaktiert, unbearbeitet',
    'nouveau, nouvelle, ouvert, ouverte, en cours, en attente, à traiter, à contacter',
    'nuevo, nueva, abierto, abierta, en proceso, en curso, en progreso, pendiente, sin contactar',
    'novo, nova, aberto, aberta, em aberto, em andamento, em progresso, pendente',
    'nuovo, nuova, aperto, aperta, in corso, in attesa, da contattare',
    'nieuw, openstaand, in behandeling, in afwachting',
    'nowy, nowa, otwarty, otwarte, w toku, w trakcie, oczekujący',
    'ny, öppen, pågående, åben, igangværende, åpen, pågår, uusi, avoin, kesken',
    'nový, nová, otevřený, otevřeno, probíhá, yeni, açık, devam ediyor, beklemede',
    'новый, новая, открыт, в работе, ожидает, новий, відкрито, в роботі',
    '新規, 未対応, 対応中, 进行中, 新建, 待处理, 未联系, 신규, 진행중, 진행 중',
  ].flatMap((line) => line.split(', ')),
);

/** Words after which a status means the same: 'New Lead', 'OPEN_DEAL'. */
const AFTERWARDS = / (leads?|deals?|inquir(y|ies)|anfrage|opportunit(y|ies))$/;

/**
 * Whether a status says that the lead is not decided yet. Only what stands before a dash, colon, slash or bracket is read, without a
 * number in front; the whole of it must be a known status, so that 'New customer' and 'Reopened' are none.
 * Examples: '1. New', 'Open - Not Contacted' and 'IN_PROGRESS' are open.
 */
export function isOpenStatus(status: string): boolean {
  const [first = ''] = status
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/^[\s\d.)#:-]+/, '')
    .split(/\s[-–—]\s|[:/(|]/);
  const words = first.replaceAll(/[-\s]+/g, ' ').trim();
  return OPEN_STATUSES.has(words) || OPEN_STATUSES.has(words.replace(AFTERWARDS, ''));
}
