import type { StandIn } from '../support/stand-in.ts';
import { html, page } from './html.ts';
import { ACCOUNT } from './make-example.ts';

interface Service {
  name: string;
  /** The example account at its stand-in. */
  persona: object;
}

export const AT_GOOGLE: Service = {
  name: 'Google',
  persona: {
    claims: {
      sub: 'google-example',
      email: ACCOUNT.email,
      email_verified: true,
      given_name: 'Example',
      family_name: 'account',
    },
  },
};

const elsewhere = (name: string): Service => ({ name, persona: { account: ACCOUNT.email } });

/** The other services with a page of consent, by the end of its path. */
const SERVICES = { '/dialog/oauth': elsewhere('Meta'), '/oauth2/v2.0/authorize': elsewhere('Microsoft') };

/** Asks whether the account that is shown gives the rights. `asked` is the address of the stand-in, which answers without a word. */
export function consentPage(address: string, { name, persona }: Service, asked: URL): string {
  const answer = (hint: object) => {
    const url = new URL(asked);
    url.searchParams.set('login_hint', JSON.stringify(hint));
    return url.href;
  };
  const rights = (asked.searchParams.get('scope') ?? '')
    .split(/[ ,]/)
    .map((right) => html`<li>${right}</li>`);
  const content = html`<p>${name} would ask you here. The site asks for:</p>
    <ul>
      ${rights}
    </ul>
    <p>
      <a class="button" href="${answer(persona)}">Allow as ${ACCOUNT.email}</a>
      <a class="button quiet" href="${answer({ ...persona, error: 'access_denied' })}">Cancel</a>
    </p>`;
  return page(address, `Stand-in for ${name}`, content).text;
}

/** The stand-in, with a page of consent before it sends the browser back. */
export const askFirst =
  (address: string) =>
  (standIn: StandIn): StandIn =>
  (request) => {
    const { pathname, searchParams } = request.url;
    const [, service] = Object.entries(SERVICES).find(([end]) => pathname.endsWith(end)) ?? [];
    if (!service || searchParams.has('login_hint')) return standIn(request);
    return {
      status: 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: consentPage(address, service, request.url),
    };
  };
