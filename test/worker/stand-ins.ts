import { makeGoogleAdsStandIn } from '../support/google-ads-stand-in.ts';
import { makeGoogleSheetsStandIn } from '../support/google-sheets-stand-in.ts';
import { makeMetaStandInFor } from '../support/meta-rules-stand-in.ts';
import { makeMetaStandIn } from '../support/meta-stand-in.ts';
import { makeMicrosoftStandInFor } from '../support/microsoft-rules-stand-in.ts';
import { makeMicrosoftStandIn } from '../support/microsoft-stand-in.ts';
import { toText, type StandIn } from '../support/stand-in.ts';

/** The services in whose place a function answers, by their hosts in tests. */
const STAND_INS: Readonly<Record<string, StandIn>> = {
  'google-ads.test': makeGoogleAdsStandIn(),
  'sheets.test': makeGoogleSheetsStandIn(),
  'meta.test': makeMetaStandInFor(makeMetaStandIn()),
  'microsoft.test': makeMicrosoftStandInFor(makeMicrosoftStandIn()),
};

const network = globalThis.fetch;

/**
 * The stand-ins answer right here: a call over the network takes many times as long as they do. The runtime still makes the request, so
 * that it refuses what it would refuse to send. All other hosts are called over the network.
 */
globalThis.fetch = async (input, init) => {
  const standIn = STAND_INS[new URL(input instanceof Request ? input.url : input).host];
  if (!standIn) return await network(input, init);
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  const { method, url, headers, redirect } = request;
  const body = new TextDecoder().decode(await request.arrayBuffer());
  const answer = standIn({ method, url: new URL(url), headers, body });
  const isElsewhere = answer.status >= 300 && answer.status < 400;
  if (isElsewhere && redirect !== 'manual') throw new Error('The redirects of stand-ins are not followed');
  return new Response(toText(answer), { status: answer.status, headers: answer.headers });
};
