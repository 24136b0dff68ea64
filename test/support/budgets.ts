const KB = 1024;

/**
 * The most that visitors and the Workers runtime fetch, in bytes as gzip sends them. Today's figures are in brackets, in KB.
 * The same files compress to some bytes more or less from one version of Node to the next, so each limit leaves 100 bytes at least.
 */
export const BUDGETS = {
  /** The scripts that the document of the first page asks for (97.8; as many bytes more or less as the names of the files compress to). */
  firstScripts: 97.9 * KB,
  /** Its style sheet (14.3). */
  firstStyle: 14.5 * KB,
  /**
   * The scripts of the page from there to the first results, with 9 KB that the thread fetches for the steps before: the
   * search for columns with the families of rows and their check and the words of statuses in 14 languages (234.9, of which 2.5 came from
   * the first page, .9 are main effects, and .6 the choice of open leads by their chance). The views, the Lead Calculator, the report, the files for platforms and messages come later.
   */
  toResults: 235.2 * KB,
  /**
   * The script of the thread that holds the file, with the compiled reader, the words of statuses, amounts and dates in 14 languages, the lines that are no leads and
   * the main effects of best estimates (70.4, of which these 1.9).
   */
  thread: 70.7 * KB,
  /**
   * The Worker's upload (291.6; the plans of the ad platforms for versions are 23; tables of web pages are 3 of it, the guess of encodings with its letters 5, the marks of cells and short
   * numbers 3). The largest parts, by their share: drizzle 23, the hashes of common passwords 8, zod 8, bcrypt 6, Hono 5.5, OAuth 4; the
   * rest is our own code, such as the reader and the counting of delivered files 33, which the browser has too, inboxes 4, sheets on a
   * schedule 6, alerts 6.5, what a push does to rules in use 2.3, e-mail 4.5, teams 8.5, their domain, retention and log 5.5 (the triggers
   * 2.5), rules in ad accounts 25 (Google and what is common 14, Meta and Microsoft 11), the log of sends with the key of transaction ids
   * 2.0, the connections to other services 4.5, their checks 2.7, and of the checks of what a link shows `contract/pair-tables` 1.4 and
   * `contract/three-fields` 1.0, the choice of stages .9 and their figures 1.0, the stages of versions 18.9
   * (the words of statuses and of headers of stages in 14 languages 11), pairs that the attributes explain .6,
   * alerts at the earlier mix 1.4, the main effects of best estimates 1.6.
   */
  worker: 291.9 * KB,
} as const;
