import { DAY } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { IncomingMessage } from 'node:http';
import { AT_GOOGLE, consentPage } from './consent.ts';
import type { Site } from './caller.ts';
import { STRIP_STYLE, type Answer } from './front.ts';
import { html, page, type Html } from './html.ts';
import { listLetters, readLetter } from './letters.ts';
import { ACCOUNT, deliver, type Example } from './make-example.ts';
import { toCsv } from './example-leads.ts';
import { ALSO_THERE, listSteps } from './steps.ts';

interface Demo {
  site: Site;
  example: Example;
  /** The origin of the provider in Google's place. */
  google: string;
  /** Rows of the leads that came last. */
  latest: readonly string[][];
}

/** Lines of text, with its addresses as links. */
const withLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`));

const curlOf = ({ inbox }: Example): string =>
  [
    'curl -X PUT',
    `-H 'Authorization: Bearer ${inbox.token}'`,
    "-H 'Content-Type: text/csv'",
    '--data-binary @latest-leads.csv',
    `'${inbox.address}'`,
  ].join(' \\\n  ');

function showSteps({ site: { address }, example }: Demo, query: URLSearchParams): Html {
  const steps = listSteps(address, example.analysisId).map(
    ({ name, text, to }) =>
      html`<li>
        <b><a href="${to}">${name}</a>.</b> ${text}
      </li>`,
  );
  const said = query.has('delivered')
    ? html`<p role="status">
        <b>Delivered.</b> <a href="${address}/demo/mailbox">Look into the mailbox</a>.
      </p>`
    : html``;
  return html`<p>
      <a href="${address}${PAGES.login.path}">Sign in</a> first. Account: <code>${ACCOUNT.email}</code
      ><br />Password: <code>${ACCOUNT.password}</code>
    </p>
    <ol>
      ${steps}
    </ol>
    <h2>Deliver</h2>
    ${said}
    <form method="post" action="/demo/deliver"><button>Deliver the latest leads</button></form>
    <p>A program delivers <a href="/demo/latest-leads.csv" download>latest-leads.csv</a> by this call:</p>
    <pre>${curlOf(example)}</pre>
    <h2>A week passes</h2>
    ${
      query.has('passed')
        ? html`<p role="status">
            <b>A week has passed for the schedules.</b> What was due is being read now.
          </p>`
        : html``
    }
    <form method="post" action="/demo/week"><button>Let a week pass</button></form>
    <p>Analyses with a schedule are read, as at the hour that it names.</p>
    <h2>Also there</h2>
    <ul>
      ${ALSO_THERE.map((text) => html`<li>${text}</li>`)}
    </ul>`;
}

async function showMailbox({ site }: Demo): Promise<Html> {
  const letters = await listLetters(site.worker);
  const rows = letters.map(({ to, subject, messageId, worker }) => {
    const query = new URLSearchParams({ email_id: messageId, worker });
    return html`<tr>
      <td>${to.join(', ')}</td>
      <td><a href="/demo/letter?${query.toString()}">${subject}</a></td>
    </tr>`;
  });
  return html`<p>
      All letters that the site has sent, the newest first. The page looks for new ones every three seconds.
    </p>
    <table>
      <thead>
        <tr>
          <th align="left">To</th>
          <th align="left">Subject</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

async function showLetter({ site }: Demo, query: URLSearchParams): Promise<Html> {
  const found = { messageId: query.get('email_id') ?? '', worker: query.get('worker') ?? '' };
  const { text } = await readLetter(site.worker, found);
  return html`<p><a href="/demo/mailbox">All letters</a></p>
    <iframe title="The letter" src="/demo/letter.html?${query.toString()}"></iframe>
    <h2>As plain text</h2>
    <pre>${withLinks(text)}</pre>`;
}

/** A letter as a mail program shows it: no script runs, and a link leaves the frame. */
async function showLetterHtml({ site }: Demo, query: URLSearchParams): Promise<Answer> {
  const found = { messageId: query.get('email_id') ?? '', worker: query.get('worker') ?? '' };
  const letter = await readLetter(site.worker, found);
  return {
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation-by-user-activation",
    },
    body: letter.html.replace('<head>', '<head><base target="_top">'),
  };
}

/** Delivers the latest leads, as the CRM of somebody would. */
async function deliverLatest({ site, example, latest }: Demo): Promise<Answer> {
  await deliver(site, example.inbox, latest);
  return { status: 303, headers: { Location: '/demo?delivered' } };
}

/** Starts what is due within a week: the Worker takes the time of the hourly run for now. */
async function passWeek({ site }: Demo): Promise<Answer> {
  await fetch(`${site.worker}/cdn-cgi/handler/scheduled?time=${Date.now() + 7 * DAY}`);
  return { status: 303, headers: { Location: '/demo?passed' } };
}

/** The pages of the demo by method and path; null for another address. */
export async function answerOwn(demo: Demo, { method }: IncomingMessage, url: URL): Promise<Answer | null> {
  const { address } = demo.site;
  const show = async (title: string, content: Html | Promise<Html>): Promise<Answer> => ({
    body: page(address, title, await content).text,
  });
  switch (`${method} ${url.pathname}`) {
    case 'GET /demo':
      return show('What to try', showSteps(demo, url.searchParams));
    case 'GET /demo/mailbox':
      return { ...(await show('Mailbox', showMailbox(demo))), headers: { Refresh: '3' } };
    case 'GET /demo/letter':
      return show('A letter', showLetter(demo, url.searchParams));
    case 'GET /demo/letter.html':
      return showLetterHtml(demo, url.searchParams);
    case 'POST /demo/deliver':
      return deliverLatest(demo);
    case 'POST /demo/week':
      return passWeek(demo);
    case 'GET /demo/latest-leads.csv':
      return { headers: { 'Content-Type': 'text/csv' }, body: toCsv(demo.latest) };
    case 'GET /demo/google/authorize':
      return { body: consentPage(address, AT_GOOGLE, new URL(`${demo.google}/authorize${url.search}`)) };
    case 'GET /demo/strip.css':
      return STRIP_STYLE;
    default:
      return null;
  }
}
