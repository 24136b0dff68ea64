import { useEffect, useState, useSyncExternalStore } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { PAGES } from '#contract/pages.ts';
import type { ListedSend } from '#contract/sends.ts';
import { useConnections } from '#frontend/api/connections.ts';
import { useAskSends, useSends } from '#frontend/api/sends.ts';
import { useMay, useTabTeam } from '#frontend/api/teams.ts';
import { useUser } from '#frontend/api/user.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { GOOGLE_UPLOADS } from '#frontend/analysis/platforms/google-ads/google-columns.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { FailedNotice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { FailedAnswer, LeadsProgress } from '#frontend/features/results/answer-progress.tsx';
import { useTabChoice, type TabChoice } from '#frontend/features/results/shown-results.tsx';
import { createSending, type AskedEvents, type Sending } from './sending.ts';
import { ReadyToSend } from './send-ready.tsx';
import { SendLogSection } from './send-log.tsx';
import { SendProblemNotice, SentOutcome } from './send-outcome.tsx';
import {
  DestinationFields,
  latestDestination,
  readDestination,
  SEND_DESTINATIONS,
  type TypedDestination,
} from './send-destination-fields.tsx';

export interface SendValuesProps {
  /** The values, as the file has them. */
  question: AskedEvents;
  /** The stage of the values, which has a conversion action of its own; absent for values of leads. */
  stage?: string;
  files: LeadFiles;
  /** False while it is open which values leads have, or which columns name them. */
  isReady: boolean;
  /** Downloads the file for Data Manager; null while there is none. */
  download: (() => void) | null;
}

/** The send stays while another tab of the results is shown. */
const SENDING: TabChoice<Sending | null> = { first: null };

/** Answers of the server are asked for again when the visitor comes back from another tab, in which an account may have been connected. */
const SERVER_DATA: SWRConfiguration = {
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  revalidateIfStale: true,
  dedupingInterval: 0,
};

/** 'Send to Google Ads': sign in, connect, choose a destination, look, test, send. */
export function SendValues(props: SendValuesProps) {
  return (
    <section
      aria-labelledby="send-values"
      className="flex flex-col gap-5 rounded-surface border border-hairline p-4 sm:p-6"
    >
      <SWRConfig value={SERVER_DATA}>
        <Gate {...props} />
      </SWRConfig>
    </section>
  );
}

function Head({ isTried = true }: { isTried?: boolean }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 id="send-values" className="text-14 font-semibold">
          Send to Google Ads
        </h4>
        {!isTried && <Badge>Beta: not yet tried with a live account</Badge>}
      </div>
      <p className="max-w-prose text-13 text-muted">
        The same values as in the file, from this browser straight to Google (datamanager.googleapis.com).
        E-mail addresses and phone numbers are hashed first. No lead passes our server: it keeps when you
        sent, how many, and Google’s numbers of the requests.
      </p>
    </div>
  );
}

/** Asks for a session and a connection where one is missing; a send needs both. */
function Gate(props: SendValuesProps) {
  const { user, isLoading } = useUser();
  const { offered, error, askAgain } = useConnections(user !== null, 'own');
  const { sends, error: logError, askAgain: askLog } = useSends(user !== null);
  const team = useTabTeam();
  const may = useMay();
  if (!isLoading && user === null)
    return (
      <>
        <Head />
        <p className="text-14">
          <InNewTab to={PAGES.login.path}>Sign in</InNewTab> to send: the connection to Google Ads belongs to
          your account. Your leads stay open here.
        </p>
      </>
    );
  if (error || logError)
    return (
      <>
        <Head />
        <FailedNotice
          title="Your connections could not be loaded"
          onRetry={() => void Promise.all([askAgain(), askLog()])}
        >
          The server could not be reached. Your leads are still open, and nothing was sent.
        </FailedNotice>
      </>
    );
  if (!offered || !sends || (TEAM !== null && !team))
    return <SkeletonLines label="Looking for your connection…" lines={4} />;
  const own = offered.find(({ kind }) => kind === 'google-values');
  const isConnected = own?.connection && !own.connection.isOver;
  if (!may('push'))
    return (
      <>
        <Head isTried={own?.isTried} />
        <p className="text-14">
          In {team?.name}, {team?.editorsPush ? 'editors and admins' : 'admins'} send values. The file works
          without it.
        </p>
        {sends.length > 0 && <SendLogSection sends={sends} mayFollow={false} />}
      </>
    );
  const rules = offered.find(({ kind }) => kind === 'google-rules')?.connection;
  return (
    <>
      <Head isTried={own?.isTried} />
      {isConnected ? (
        <SendSteps
          {...props}
          googleAccount={own.connection?.account ?? ''}
          sends={sends}
          mayChoose={Boolean(rules && !rules.isOver)}
        />
      ) : (
        <p className="text-14">
          <InNewTab to={PAGES.connections.path}>
            {own?.connection ? 'Connect again' : 'Connect Google Ads (send values)'}
          </InNewTab>{' '}
          first. It opens in another tab of your browser, and your leads stay open here.
          {team && ` The connection is your own: ${team.name} keeps the record of what was sent.`}
        </p>
      )}
      {sends.length > 0 && <SendLogSection sends={sends} mayFollow />}
    </>
  );
}

function InNewTab({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="font-medium underline underline-offset-2">
      {children}
    </a>
  );
}

interface SendStepsProps extends SendValuesProps {
  /** True where the Worker may read accounts and conversion actions. */
  mayChoose: boolean;
  googleAccount: string;
  sends: readonly ListedSend[];
}

function SendSteps(props: SendStepsProps) {
  const { question, stage = '', files, isReady, download, googleAccount, sends, mayChoose } = props;
  const sending = useSending(question);
  const state = useSyncExternalStore(sending.subscribe, sending.getState);
  const askSends = useAskSends();
  const [typed, setTyped] = useTabChoice(SEND_DESTINATIONS);
  const [isAsked, setAsked] = useState(false);
  const destination = typed.get(stage) ?? latestDestination(sends, stage);
  const { busy, ready, sent, failure } = state;
  const isUnderWay = busy === 'testing' || busy === 'sending';
  useStayQuestion(busy === 'sending');
  const look = () => {
    setAsked(true);
    const read = readDestination(destination);
    if (read) void sending.check({ destination: read, question, files, sends });
  };
  const send = async () => {
    await sending.send();
    await askSends();
  };
  const change = (changes: Partial<TypedDestination>) => {
    setTyped(new Map(typed).set(stage, { ...destination, ...changes }));
    sending.reset();
  };
  return (
    <>
      <DestinationFields
        typed={destination}
        isAsked={isAsked}
        isDisabled={isUnderWay}
        mayChoose={mayChoose}
        onChange={change}
      />
      <p className="-mt-2 text-13 text-muted">
        As {googleAccount}, who needs the Standard or Admin role in the account. {GOOGLE_UPLOADS.waits}
      </p>
      {busy === null && !ready && !sent && (
        <Button className="self-start" disabled={!isReady} onClick={look}>
          Look at the Values
        </Button>
      )}
      {busy === 'checking' && (
        <LeadsProgress label="Checking your leads" progress={state.checked} onCancel={sending.stop} />
      )}
      {ready && (
        <ReadyToSend
          ready={ready}
          state={state}
          onTest={() => void sending.test()}
          onSend={() => void send()}
          onStop={sending.stop}
          files={files}
          download={download}
        />
      )}
      {sent && !isUnderWay && (
        <SentOutcome outcome={sent} files={files} onGoOn={ready && (() => void send())} download={download} />
      )}
      {failure instanceof Error ? (
        <FailedAnswer title="The leads could not be handed over" error={failure} onRetry={look}>
          Your leads are still open, and nothing was sent.
        </FailedAnswer>
      ) : (
        failure && <SendProblemNotice details={failure} download={download} />
      )}
    </>
  );
}

/** The send of these results. Other values begin another one, unless it is under way. */
function useSending(question: AskedEvents): Sending {
  const [kept, keep] = useTabChoice(SENDING);
  const [fresh] = useState(createSending);
  const sending = kept ?? fresh;
  useEffect(() => {
    if (kept === null) keep(fresh);
  }, [kept, keep, fresh]);
  useEffect(() => sending.reset, [sending, question]);
  return sending;
}

/** The browser asks before a tab is closed that is sending. Values that have arrived stay, and the rest can follow later. */
function useStayQuestion(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
}
