import type { StoredToEnter } from '#contract/metrics.ts';
import type { PlannedAnalysis } from '#contract/pushes.ts';
import type { RuleKind } from '#contract/platforms.ts';
import type { Database } from '#worker/db/client.ts';
import {
  changeRules,
  findMarks,
  keepBefore,
  markPushed,
  noteInUse,
  unmarkPushed,
  type MarkRow,
  type NewMark,
  type PushKey,
} from '#worker/db/push-marks.ts';
import type { PushState, RulesBefore } from '#worker/db/schema.ts';
import type { Statement } from '#worker/db/uploads.ts';
import type { Site } from '../env.ts';
import { mergeEntered, readInUse } from './entered-figures.ts';
import { readEntered } from './read-saved.ts';
import { freezeRules, readFrozenRules, withFigures } from './rules-in-use.ts';
import { parseJson, toJson } from '#worker/db/json.ts';

/** The rules of an analysis as a push begins, and the figures that it enters. */
export interface PlannedMark extends Pick<NewMark, 'target' | 'recordVersion' | 'rules'> {
  own: StoredToEnter[] | undefined;
}

/**
 * Reads the rules that a push brings into use. Null without such a version.
 *
 * @throws 404 if the owner has no such analysis
 */
export async function planMark(
  site: Site,
  userId: string,
  { id, version, toEnter }: PlannedAnalysis,
): Promise<PlannedMark | null> {
  const target = { userId, id };
  const found = await readEntered(site, target, version);
  if (!found) return null;
  const rules = freezeRules(found.entered, { version, by: 'entered', now: Date.now() });
  return { target, recordVersion: found.recordVersion, rules, own: toEnter ?? found.toEnter };
}

/** The change of the rules in use when a push of a kind, or its undo, ends: only a whole push brings its rules into use. */
export const changeAtEnd =
  (db: Database, kind: RuleKind, mark?: PlannedMark | null) =>
  async (push: PushKey, state: PushState | undefined): Promise<Statement[]> => {
    if (state === 'undone') return await unmark(db, push);
    if (state !== 'done' || !mark) return [];
    const { own, target, rules, recordVersion } = mark;
    const merged = mergeEntered(kind, own, await readInUse(db, target));
    const used = {
      ...rules,
      usedBy: kind,
      since: Date.now(),
      rules: withFigures(rules.rules, merged),
    };
    const entered = own ? toJson(own) : null;
    return markPushed(db, { push, target, recordVersion, rules: used, entered });
  };

async function unmark(db: Database, push: PushKey): Promise<Statement[]> {
  const { marks, watched } = await findMarks(db, push);
  const own = marks.find(({ pushId }) => pushId === push.id);
  if (!own) return [noteInUse(db, push, null)]; // it has marked nothing, or the analysis is gone
  const later = listLater(own, marks, watched?.reference);
  let figures = figuresOf(beforeOf(own).rules?.rules);
  const changes = later.map((mark, at) => {
    const change = keepBefore(db, mark.pushId, at === 0 ? skip(own, mark) : withBefore(mark, figures));
    figures = mergeEntered(mark.kind, enteredOf(mark), figures);
    return change;
  });
  if (watched && later.length > 0)
    changes.push(changeRules(db, watched, withFigures(watched.rules, figures)));
  return [...changes, ...unmarkPushed(db, own)];
}

const beforeOf = ({ before }: MarkRow) => parseJson(before);
const enteredOf = ({ entered }: MarkRow) => (entered === null ? undefined : parseJson(entered));
const figuresOf = (stored: string | undefined) =>
  stored === undefined ? undefined : readFrozenRules(stored).toEnter;

/**
 * The pushes, to other accounts, whose rules came into use after those of a push, one after the other up to the rules in use now. The oldest
 * first; none where somebody has marked rules by hand in between, which then say what is entered.
 */
function listLater(own: MarkRow, marks: readonly MarkRow[], inUse: string | undefined): MarkRow[] {
  const later: MarkRow[] = [];
  for (let reference = inUse; reference !== own.reference;) {
    const mark = marks.find((one) => one.reference === reference);
    if (!mark) return [];
    later.unshift(mark);
    reference = beforeOf(mark).rules?.reference;
  }
  return later;
}

/** Once the mark of a push is gone, the next mark keeps the things that this one has kept. */
const skip = (own: MarkRow, next: MarkRow): RulesBefore => {
  const { enteredAt } = beforeOf(own.version === next.version ? own : next);
  return { ...beforeOf(own), enteredAt };
};

/** The contents of a mark, with other figures. */
function withBefore(mark: MarkRow, figures: StoredToEnter[] | undefined): RulesBefore {
  const before = beforeOf(mark);
  const { rules } = before;
  return { ...before, rules: rules && { ...rules, rules: withFigures(rules.rules, figures) } };
}
