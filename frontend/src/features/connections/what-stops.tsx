import type { ReactNode } from 'react';
import { CONNECTION_NAMES } from '#contract/platforms.ts';
import type { Connection } from '#contract/connections.ts';
import type { EndingConnection } from '#contract/team-answers.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';

interface WhatStopsProps {
  /** The event, in a short sentence. */
  children: ReactNode;
  /** By name; nothing is said where it is empty. */
  stops: readonly string[];
  /** The line above the list. */
  heading?: string;
  /** The sentences about what stays; those that do not apply are null. */
  stays: readonly (string | null)[];
}

/** The text of a question before something ends: what happens, what stops by name, and what stays. */
export function WhatStops({ children, stops, heading = 'This stops:', stays }: WhatStopsProps) {
  const after = stays.filter((sentence) => sentence !== null).join(' ');
  return (
    <>
      <p>{children}</p>
      {stops.length > 0 && (
        <>
          <p className="mt-3 font-medium text-text">{heading}</p>
          <ul className="mt-1 list-disc pl-5 wrap-anywhere text-text">
            {stops.map((one) => (
              <li key={one} className="mt-0.5">
                {one}
              </li>
            ))}
          </ul>
        </>
      )}
      {after && <p className={stops.length > 0 ? 'mt-3' : 'mt-2'}>{after}</p>}
    </>
  );
}

/** Longer names are cut, so that a list of them stays a list. */
const MAX_SHOWN_LENGTH = 60;

const shorten = (name: string): string =>
  name.length > MAX_SHOWN_LENGTH ? `${name.slice(0, MAX_SHOWN_LENGTH - 1).trimEnd()}…` : name;

/** '‘A’', '‘A’ and ‘B’', '‘A’, ‘B’ and 7 more'. `count` is that of all. */
export function nameSome(names: readonly string[], count = names.length): string {
  const rest = count - names.length;
  const quoted = names.map((name) => `‘${shorten(name)}’`);
  const parts = rest > 0 ? [...quoted, `${formatCount(rest)} more`] : quoted;
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('');
}

type Uses = NonNullable<Connection['uses']>;

/** Of a connection of which an earlier release does not tell. */
export const NO_USES: Uses = { sources: 0, pushes: 0, sends: 0, names: [] };

/**
 * Lists the uses that stop with a connection, each with names: 'the schedules of 2 analyses: ‘May’ and ‘June’'. Several pushes or sends go
 * to one ad account, so there is no number of accounts beyond those that are named.
 */
export function listUses({ sources, pushes, sends, names }: Uses): string[] {
  const schedules = `the ${sources === 1 ? 'schedule' : 'schedules'} of ${countNoun(sources, 'analysis', 'analyses')}`;
  const some = nameSome(names, sources || names.length);
  const stopping: [number, string, string][] = [
    [sources, schedules, ': '],
    [pushes, `the undo of ${countNoun(pushes, 'push', 'pushes')}`, ' to '],
    [sends, `the rest of ${countNoun(sends, 'send')}`, ' to '],
  ];
  return stopping.flatMap(([count, text, joint]) => (count > 0 ? (some ? text + joint + some : text) : []));
}

/** 'Google Sheets (ann@example.com), with the schedule of 1 analysis: ‘May’' */
export function describeEnding({ kind, account, ...uses }: EndingConnection): string {
  return [`${CONNECTION_NAMES[kind]} (${shorten(account)})`, ...listUses(uses)].join(', with ');
}

/** Says that the rules of pushes stay where their undo ends; null without any. */
export const describePushed = (ends: readonly (Pick<Uses, 'pushes'> | undefined)[]): string | null =>
  ends.some((uses) => uses && uses.pushes > 0) ? 'Rules that were pushed stay in the ad accounts.' : null;

/** The sentences about everything that stays where connections of a team end. */
export const afterEnding = (endings: readonly EndingConnection[]): (string | null)[] => [
  describePushed(endings),
  endings.length > 0 ? 'What stops goes on once an admin connects again.' : null,
];
