import { STOP_LINK_MS } from '#contract/limits.ts';
import { takeUnmailed } from '#worker/db/alerts.ts';
import { findAlertedName, listAlertReaders, type AlertReader } from '#worker/db/mail-links.ts';
import type { Target } from '#worker/db/shared-analyses.ts';
import { alertLetter } from '#worker/mail/alert-letter.ts';
import { makeMailLink } from '#worker/mail/links.ts';
import { MailFailure, canSendMail, sendMail } from '#worker/mail/send.ts';
import type { Site } from '../env.ts';
import { presentAlert } from './present-alerts.ts';

/**
 * Tells by e-mail what a version has raised, where its owner wants that. The alerts are marked before the message is sent: whatever
 * breaks, and however often this is called, there is one message at most. The page shows the alerts in any case.
 */
export async function notify(site: Site, target: Target, version: number): Promise<void> {
  const { env, db } = site;
  if (!canSendMail(env)) return;
  const readers = await listAlertReaders(db, target.userId);
  const name = readers.length > 0 ? await findAlertedName(db, target) : undefined;
  if (name === undefined) return;
  const alerts = await takeUnmailed(db, target, { version, now: Date.now() });
  if (alerts.length === 0) return;
  const shown = alerts.map(presentAlert);
  for (const reader of readers)
    await sendAlert(site, reader, (token) =>
      alertLetter(
        shown,
        { id: target.id, name, team: reader.id === target.userId ? null : target.userId },
        token,
      ),
    );
}

/** A message that is not taken is no reason to repeat the run: it would go to the others twice. */
async function sendAlert(
  { env, db }: Site,
  { id, email }: AlertReader,
  write: (stopToken: string) => ReturnType<typeof alertLetter>,
): Promise<void> {
  try {
    const stopToken = await makeMailLink(db, { userId: id, purpose: 'stop', lifeMs: STOP_LINK_MS });
    await sendMail(env, email, write(stopToken));
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    console.error(`An alert was not sent: ${error.message}`);
  }
}
