import type { AccountReference } from '#contract/pushes.ts';
import { pause } from '#worker/connections/pause.ts';
import { haveSameEffect, listOurs } from './difference.ts';
import {
  PartlyTaken,
  PlatformRefused,
  PlatformSilent,
  type Access,
  type DesiredRules,
  type AccountSnapshot,
  type Ours,
  type RulePlatform,
  type WriteStep,
} from './rule-platform.ts';

/** An account of a platform, with the right to call it. */
export interface Account<Frame, Call> {
  platform: RulePlatform<Frame, Call>;
  access: Access;
  reference: AccountReference;
}

/** Stores each write, so that nothing of it is lost if the Worker ends on the way. */
export interface Journal<Call> {
  /** The ids of all that was made at pushes to this account, this one included. */
  readonly ours: Ours;
  /** Before a write: what it makes, and the ids that the account has without it. */
  begin(step: WriteStep<Call>, known: readonly string[]): Promise<void>;
  /** After the platform has confirmed it, or it was found in the account. */
  end(step: WriteStep<Call>, made: readonly string[]): Promise<void>;
  /** After the platform has refused it: nothing was made. */
  drop(): Promise<void>;
}

/** Where it ended. */
export interface Reached<Frame> {
  /** The rules of the account, read after the last write; null where they could not be read. */
  held: AccountSnapshot<Frame> | null;
  /** Why the aim was not reached; null where it was. */
  problem: string | null;
}

/** No platform needs as many writes for one push. */
const MAX_STEPS = 12;
/** An account that does not show a confirmed write is read this often, with pauses between. */
const MAX_READS = 4;
const PAUSE_MS = 1500;

/**
 * Brings our rules of an account to an aim, one write after the other. It reads the account after each, and is done where nothing is left to
 * write and what was read has the effect of the aim.
 */
export async function reconcile<Frame, Call>(
  account: Account<Frame, Call>,
  {
    held,
    aim,
    journal,
  }: { held: AccountSnapshot<Frame>; aim: Omit<DesiredRules, 'ours'>; journal: Journal<Call> },
): Promise<Reached<Frame>> {
  const { platform } = account;
  let current = held;
  for (let count = 0; count < MAX_STEPS; count++) {
    const step = platform.nextStep(current, { ...aim, ours: journal.ours });
    if (!step) {
      const isThere = haveSameEffect(platform, listOurs(current, journal.ours), aim.rules);
      return { held: current, problem: isThere ? null : notThere(platform.name) };
    }
    const written = await takeStep(account, { current, step, journal, aim });
    if (written.problem !== null || !written.held) return written;
    current = written.held;
  }
  return { held: current, problem: notThere(platform.name) };
}

const notThere = (name: string): string =>
  `${name} took every write, and the account does not show the rules as approved. Look at it there, then look again.`;

interface Taken<Frame, Call> {
  current: AccountSnapshot<Frame>;
  step: WriteStep<Call>;
  journal: Journal<Call>;
  aim: Omit<DesiredRules, 'ours'>;
}

/** Makes one write and reads the account afterwards. A write without an answer is looked for, and never repeated. */
async function takeStep<Frame, Call>(
  account: Account<Frame, Call>,
  taken: Taken<Frame, Call>,
): Promise<Reached<Frame>> {
  const { platform, access, reference } = account;
  const { current, step, journal } = taken;
  await journal.begin(step, platform.listIds(current));
  try {
    const made = await platform.write(access, reference, step);
    await journal.end(step, made);
    return await readAfter(account, taken, made);
  } catch (error) {
    if (error instanceof PartlyTaken) {
      await journal.end({ ...step, words: error.words }, error.made);
      return { held: await readAgain(account), problem: error.message };
    }
    if (error instanceof PlatformRefused) {
      await journal.drop();
      return { held: current, problem: error.message };
    }
    if (!(error instanceof PlatformSilent)) throw error;
    return await lookFor(account, taken);
  }
}

/** Reads until the account shows what was written: a platform may need some time. */
async function readAfter<Frame, Call>(
  account: Account<Frame, Call>,
  taken: Taken<Frame, Call>,
  made: readonly string[],
): Promise<Reached<Frame>> {
  const { platform } = account;
  for (let reads = 1; reads <= MAX_READS; reads++) {
    const held = await readAgain(account);
    if (!held) return { held: null, problem: notRead(platform.name) };
    const shown = new Set(platform.listIds(held));
    if (made.every((id) => shown.has(id)) && isTaken(platform, held, taken)) return { held, problem: null };
    if (reads < MAX_READS) await pause(PAUSE_MS);
  }
  return { held: null, problem: notThere(platform.name) };
}

const notRead = (name: string): string =>
  `${name} took the last write, and then did not answer. Look again to see what the account holds.`;

async function readAgain<Frame, Call>({
  platform,
  access,
  reference,
}: Account<Frame, Call>): Promise<AccountSnapshot<Frame> | null> {
  try {
    return await platform.read(access, reference);
  } catch (error) {
    if (error instanceof PlatformRefused || error instanceof PlatformSilent) return null;
    throw error;
  }
}

/** A write has taken place where the account does not ask for the same one again. */
function isTaken<Frame, Call>(
  platform: RulePlatform<Frame, Call>,
  held: AccountSnapshot<Frame>,
  { step, aim, journal }: Taken<Frame, Call>,
): boolean {
  const next = platform.nextStep(held, { ...aim, ours: journal.ours });
  return JSON.stringify(next?.call) !== JSON.stringify(step.call);
}

/** After a write without an answer: goes on where the account shows it, else stops. */
async function lookFor<Frame, Call>(
  account: Account<Frame, Call>,
  taken: Taken<Frame, Call>,
): Promise<Reached<Frame>> {
  const { platform } = account;
  const { current, step, journal } = taken;
  const held = await readAgain(account);
  if (!held) return { held: null, problem: notAnswered(platform.name, step) };
  const made = platform.findMade(held, step, new Set(platform.listIds(current)));
  const ours = new Set([...journal.ours, ...made]);
  if (!isTaken(platform, held, { ...taken, journal: { ...journal, ours } }))
    return { held, problem: notAnswered(platform.name, step) };
  await journal.end(step, made);
  return { held, problem: null };
}

const notAnswered = <Call>(name: string, { words }: WriteStep<Call>): string =>
  `${name} did not answer to this write: ${words}. It was not repeated. Look again to see what the account holds, then push what is missing.`;
