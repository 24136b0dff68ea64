import type { DataManagerStandIn } from '../support/data-manager-stand-in.ts';
import type { StandIn } from '../support/stand-in.ts';

/** The Data Manager API as a server can answer for it. An answer that is lost is one of a server between. */
export const serveDataManager =
  (google: DataManagerStandIn): StandIn =>
  ({ method, url, headers, body }) => {
    const path = url.pathname + url.search;
    const answer = google.answer({ method, path, authorization: headers.get('Authorization'), body });
    return answer ? { status: answer.status, headers: answer.headers, body: answer.json } : { status: 502 };
  };
