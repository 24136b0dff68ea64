import type { Turn } from '#contract/connection-checks.ts';
import type { Audience, AdAccounts, AdPlace, ConversionActions } from '#contract/push-answers.ts';
import type { AccountReference, PlacesRequest, PushedCondition } from '#contract/pushes.ts';

/** The effect of a rule on the value of a conversion, or on a bid. Ours only multiply. */
export interface Effect {
  operation: 'multiply' | 'add' | 'set';
  value: number;
}

/** One condition of a rule: any of these values. */
export interface Condition {
  kind: PushedCondition['kind'];
  /** In any order: two conditions are the same if they have the same ids. `name` is for texts only. */
  values: readonly { id: string; name: string }[];
}

/** A rule without its id, as a push sets it and an undo restores it. */
export interface RuleState {
  /** Its name on the platform; '' where rules have none. Names are never used to tell whose a rule is. */
  name: string;
  /** The primary one first, where the platform has such. */
  conditions: readonly Condition[];
  effect: Effect;
  /** True if it has an effect now. False: it is paused, or part of nothing that applies it. */
  isOn: boolean;
  /** The conditions that `conditions` cannot say, as JSON of the platform with sorted keys: places that are left out. '' for none. */
  more: string;
}

/** A rule as an account holds it. */
export interface RuleInAccount extends RuleState {
  /** The platform's id, the one that is stored at our pushes. Where rules have none: that of the set that holds it. */
  id: string;
}

/**
 * The rules of an account, as they were read at one time. `frame` holds the things around the rules, such as their sets;
 * only the platform's own module reads it. All of it is JSON, and all of it goes into the hash that a visitor approves.
 */
export interface AccountSnapshot<Frame> {
  accountName: string;
  /** All rules, ours and others, in the platform's order where it has one. */
  rules: readonly RuleInAccount[];
  frame: Frame;
}

/** The ids that are stored at the user's pushes to the account: rules, and sets that we made. */
export type Ours = ReadonlySet<string>;

/** The rules that an account is to have from us. */
export interface DesiredRules {
  ours: Ours;
  /** All of our rules, in their order; those that are off may also be absent. */
  rules: readonly RuleState[];
  /** True for an undo: the account has held these rules before. */
  restores: boolean;
  /** The name for a set, where sets have names: 'Lead values 2026-11-25'. */
  label: string;
}

/** One write. It is all or nothing, but where a platform says which part it took: `PartlyTaken`. */
export interface WriteStep<Call> {
  /** The effect in words: 'Add 3 rules'. Past tense is not needed: they are listed under 'written'. */
  words: string;
  /** The call by which the platform's module sends it; JSON. */
  call: Call;
  /** The rules that it makes, so that they can be found again if no answer comes. */
  makes: readonly RuleState[];
}

/** A reason why something cannot be pushed. */
export interface Problem {
  /** The place in the wanted rules; null for a problem of the account or of all rules. */
  rule: number | null;
  message: string;
}

/** The right to call a platform for one user, and what it is called with: tests have a `fetch` of their own. */
export interface Access {
  accessToken: string;
  fetch(address: string, init: RequestInit): Promise<Response>;
}

/**
 * An ad platform that takes rules. Everything without `access` is pure. The engine (`engine.ts`) does the same for all of them:
 * it reads, asks `nextStep` for one write, makes it, reads again, and ends where `nextStep` has nothing left: so what was read back proves
 * what was written. Where a write has no answer, it reads once more to see whether the write took place, and stops.
 */
export interface RulePlatform<Frame = unknown, Call = unknown> {
  /** 'Google Ads' */
  name: string;
  /** True if the first rule that matches applies, so that the order of our rules is part of their effect. */
  isOrdered: boolean;
  /** 'Multiply by 1.30', 'Increase bid by 30%' */
  describeEffect(effect: Effect): string;
  /** A part of a plan's rules that earlier releases did not push, so that rules of before are made anew. Absent where there is none. */
  renew?: {
    toRenewed(state: RuleState): RuleState;
    /** The other effect of a rule of before, behind the words of its effect. */
    words: string;
  };
  /** @throws PlatformRefused, PlatformSilent; so do all calls with `access` */
  listAccounts(access: Access): Promise<AdAccounts>;
  /**
   * Tries whether the connection works, and changes nothing.
   *
   * @returns a sentence about what works
   */
  tryConnection(access: Access, account: AccountReference): Promise<string>;
  /** True where the trial tests a rule in an account; the others are told none. */
  isTriedInAccount?: boolean;
  /** The candidates of each name, in the order of the names. */
  findPlaces(access: Access, request: PlacesRequest): Promise<AdPlace[][]>;
  listAudiences(access: Access, account: AccountReference): Promise<Omit<Audience, 'confirmedFor'>[]>;
  /** Those of an account; absent where values are not sent to the platform. */
  listConversionActions?(access: Access, account: AccountReference): Promise<ConversionActions>;
  /** All rules of the account with what is around them, with as few calls as possible: ids may stand for names. */
  read(access: Access, account: AccountReference): Promise<AccountSnapshot<Frame>>;
  /** The same with the names of places and audiences, as far as the platform gives them. */
  addNames(
    access: Access,
    account: AccountReference,
    held: AccountSnapshot<Frame>,
  ): Promise<AccountSnapshot<Frame>>;
  /** Sentences: the campaigns and conversion actions of this account that rules touch. */
  listTouched(access: Access, account: AccountReference): Promise<string[]>;

  /**
   * The reasons why the aim cannot be reached, with what can be done instead: wrong figures, conditions that the platform does not take,
   * a rule of others with the same conditions, a limit. The page has checked nothing.
   */
  check(held: AccountSnapshot<Frame>, aim: DesiredRules): Problem[];
  /** How a rule of ours that is no longer wanted leaves: it stays paused where the platform can, or it is removed. */
  leaveBy(held: AccountSnapshot<Frame>, aim: DesiredRules): (rule: RuleInAccount) => 'pause' | 'remove';
  /**
   * The next write on the way to the aim: our rules exactly as it says, in its order where order counts, and none of ours beside
   * them. Null if the account is there. What is not ours is never changed.
   */
  nextStep(held: AccountSnapshot<Frame>, aim: DesiredRules): WriteStep<Call> | null;
  /** Makes a write, or has the platform test it; returns the ids of all that it made, in the order of `makes` and then sets. */
  write(access: Access, account: AccountReference, step: WriteStep<Call>): Promise<string[]>;
  /** Has the platform test a write without making it. Absent where it cannot. */
  test?(access: Access, account: AccountReference, step: WriteStep<Call>): Promise<void>;
  /** The ids of what a write without an answer has made: in `held`, not in `known`, and exactly what the step makes. */
  findMade(held: AccountSnapshot<Frame>, step: WriteStep<Call>, known: ReadonlySet<string>): string[];
  /** All ids of the account that could be ours: of rules and sets. */
  listIds(held: AccountSnapshot<Frame>): string[];

  /** Sentences for the table, before a push: what changes beside the rules and cannot be taken back. */
  noteChanges(held: AccountSnapshot<Frame>, aim: DesiredRules): string[];
  /** Sentences after a push: what is left to do by hand. */
  listNext(held: AccountSnapshot<Frame>, ours: Ours): string[];
  /** Sentences after an undo: what differs from `before` although the effect is the same. */
  listKept(before: AccountSnapshot<Frame>, after: AccountSnapshot<Frame>): string[];
}

/** The platform refused a call, with its reason in words for the visitor. Nothing was written. */
export class PlatformRefused extends Error {
  /** The code of the platform; null where it gave none, and where the refusal is our own. */
  readonly code: string | null;
  /** After a code that is not known it is the operator's, since the site made the request. */
  readonly turn: Turn;

  constructor(
    message: string,
    { code = null, turn }: { code?: string | null; turn?: Turn | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.turn = turn ?? (code === null ? 'user' : 'operator');
  }
}

/** It refused since the right has ended, or the token is not taken: the visitor must connect again. */
export class AccessEnded extends PlatformRefused {}

/** The platform did not answer, or said that it failed. A write may have taken place. */
export class PlatformSilent extends Error {}

/** The platform took a part of a write and refused the rest, with its reason in words for the visitor. */
export class PartlyTaken extends Error {
  /** The ids of what was made. */
  readonly made: readonly string[];
  /** The part that it took, in words: 'Add 2 of 3 rules'. */
  readonly words: string;

  constructor(message: string, taken: { made: readonly string[]; words: string }) {
    super(message);
    this.made = taken.made;
    this.words = taken.words;
  }
}
