import { useMemo } from 'react';
import { ArrowRight } from 'lucide-react';
import type { ConditionKind } from '#contract/platforms.ts';
import {
  areRulesEnough,
  isUploadEnough,
  reachByRules,
  reachByUpload,
  type OpenWays,
} from '#frontend/analysis/decision/next-step.ts';
import {
  FORM_LOOK_UPS,
  sortFieldsForRules,
  type FieldsForRules,
} from '#frontend/analysis/platforms/ways-to-apply.ts';
import type { UploadGap } from '#frontend/analysis/platforms/upload-reach.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { describeDropReason } from '#frontend/features/platforms/drop-words.ts';
import { useResults, type ApplyWay } from '#frontend/features/results/shown-results.tsx';
import { useOpenWays, usePlansRun } from '#frontend/features/platforms/platform-plans.tsx';
import { describeExplained, describeUploads } from '#frontend/features/platforms/reach-words.ts';

interface WayText {
  title: string;
  meaning: string;
}

/** The ways to use the values, in their order where a rule fits. */
export const WAYS: Readonly<Record<ApplyWay, WayText>> = {
  rules: {
    title: 'Rules in the platform',
    meaning: 'The platform multiplies the value, or the bid, of leads that meet a condition.',
  },
  'per-lead': {
    title: 'A value per lead',
    meaning: 'You upload your leads as conversions, each with its own value.',
  },
  form: {
    title: 'In the form',
    meaning: 'Your page or tag manager looks up the value when a form is sent.',
  },
};

const RULES_FIRST: readonly ApplyWay[] = ['rules', 'per-lead', 'form'];
const PER_LEAD_FIRST: readonly ApplyWay[] = ['per-lead', 'rules', 'form'];

/** How far a way reaches with these attributes and this file. */
interface WayNote {
  isOpen: boolean;
  /** How far the way reaches, as the button of the next step says it; absent where it does not. */
  reach?: string;
  /** A remark on the way, or the reason why it reaches less. */
  text: string;
}

/** The id of the button of a way. It gets the focus when its page is left. */
export const wayButton = (way: ApplyWay) => `apply-way-${way}`;

/** The question that 'Apply' begins with. Each choice says how far it reaches with these attributes and this file. */
export function WayChoice({ onChoose }: { onChoose(way: ApplyWay): void }) {
  const { analysis, apply, leadFiles } = useResults();
  const { kinds } = usePlansRun();
  const ways = useOpenWays() ?? NOTHING_KNOWN;
  const includesTests = apply?.choices.includesTests ?? false;
  const fields = useMemo(
    () => sortFieldsForRules(analysis, { kinds, includesTests }),
    [analysis, kinds, includesTests],
  );
  const isForCustomers = ways.isOfCustomers ?? false;
  const notes: Record<ApplyWay, WayNote> = {
    rules:
      isForCustomers && analysis.basis === 'conversions' ? NO_RULE_NEEDED : noteRules(fields, ways.plans),
    'per-lead': leadFiles ? noteUploads(ways.reach) : NO_LEADS,
    form: isForCustomers
      ? NO_LOOK_UP
      : noteForm(
          analysis.fields.map(({ name }) => name),
          kinds,
        ),
  };
  const order = fields.fitting.length > 0 ? RULES_FIRST : PER_LEAD_FIRST;
  return (
    <section aria-labelledby="how-to-apply" className="flex flex-col gap-5">
      <h2 id="how-to-apply" className="text-16 font-semibold">
        How will you use the values?
      </h2>
      <ul className="grid gap-4 lg:grid-cols-3">
        {order.map((way) => (
          <Choice key={way} way={way} note={notes[way]} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

interface ChoiceProps {
  way: ApplyWay;
  note: WayNote;
  onChoose(way: ApplyWay): void;
}

/** A heading that is a button. Its whole card can be pressed. */
function Choice({ way, note: { isOpen, reach, text }, onChoose }: ChoiceProps) {
  const { title, meaning } = WAYS[way];
  const id = wayButton(way);
  return (
    <li
      className={cx(
        'relative flex min-w-0 flex-col gap-y-2 rounded-surface border border-control bg-surface p-4 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent hover:bg-hover',
        // Texts and notes of all cards begin in line.
        'lg:row-span-3 lg:grid lg:grid-rows-subgrid',
      )}
    >
      <h3 className="text-16 font-semibold">
        <button
          id={id}
          type="button"
          aria-describedby={`${id}-meaning ${id}-note`}
          onClick={() => onChoose(way)}
          className="flex w-full items-center justify-between gap-2 text-left outline-none after:absolute after:inset-0"
        >
          {title}
          <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </h3>
      <p id={`${id}-meaning`} className="text-14 text-muted">
        {meaning}
      </p>
      <p id={`${id}-note`} className="flex gap-2 border-t border-hairline pt-3 text-13">
        <span aria-hidden className={cx('w-3 shrink-0 text-center', isOpen ? 'text-muted' : 'text-caution')}>
          {isOpen ? '✓' : '!'}
        </span>
        <span className="min-w-0 wrap-anywhere">
          {reach && <span className="block font-semibold tabular-nums">{reach}.</span>} {text}
        </span>
      </p>
    </li>
  );
}

const NOTHING_KNOWN: OpenWays = { reach: null, plans: null };

const NO_RULE_NEEDED: WayNote = {
  isOpen: false,
  text: 'No rule is needed: each customer counts the same, and your ad account sees by itself which clicks bring more of them.',
};

const NO_LOOK_UP: WayNote = {
  isOpen: false,
  text: 'When the form is sent, nobody knows yet whether the lead becomes a customer.',
};

const NO_LEADS: WayNote = { isOpen: false, text: 'The leads are not at hand here.' };

function noteRules(fields: FieldsForRules, plans: OpenWays['plans']): WayNote {
  const text = describeFieldsForRules(fields);
  if (!plans) return { isOpen: fields.fitting.length > 0, text: `${text} The plans are being made.` };
  const best = reachByRules(plans);
  if (best.rules > 0) return { isOpen: areRulesEnough(best), reach: describeExplained(best).join(' '), text };
  return { isOpen: false, text: fields.fitting.length > 0 ? 'No platform has a rule to enter.' : text };
}

function describeFieldsForRules({ fitting, unclear, closed }: FieldsForRules): string {
  if (fitting.length > 0) {
    const others =
      unclear.length + closed.length > 0 ? ' The others cannot, or make no clear difference.' : '';
    return `${listNames(fitting)} can be ${plural(fitting, 'a rule', 'rules')}.${others}`;
  }
  if (unclear.length === 0) return 'None of your attributes can be a rule.';
  return `${listNames(unclear)} can be ${plural(unclear, 'a rule', 'rules')}, but no difference is clear enough.`;
}

const GAP_WORDS: Readonly<Record<UploadGap, string>> = {
  identifier: 'a column with a click ID, a phone number or an e-mail address',
  time: 'a column with the time of the lead',
};

function noteUploads(counted: OpenWays['reach']): WayNote {
  if (!counted) return { isOpen: true, text: 'Your leads are being counted.' };
  const { gaps, missed } = counted;
  if (gaps.length > 0)
    return {
      isOpen: false,
      text: `No upload without ${gaps.map((gap) => GAP_WORDS[gap]).join(', and ')}. Your file seems to have none.`,
    };
  const best = reachByUpload(counted);
  if (best.leads === 0) return { isOpen: false, text: 'The leads could not be counted.' };
  const [isOpen, reach, reason] = [isUploadEnough(best), describeUploads(best), missed[best.format]];
  const left = reason ? ` Left out most often: ${describeDropReason(reason, best.format)}.` : '';
  return { isOpen, reach, text: `Works for any attribute, with your columns.${left}` };
}

function noteForm(names: readonly string[], kinds: readonly ConditionKind[]): WayNote {
  const knows = (_: string, field: number) => FORM_LOOK_UPS[kinds[field] ?? 'none'].isOpen;
  const visible = names.filter(knows);
  if (visible.length === 0) return { isOpen: false, text: 'The form can see none of your attributes.' };
  const unseen = names.filter((name) => !visible.includes(name));
  return {
    isOpen: true,
    reach: `The form can know ${listNames(visible)}`,
    text:
      unseen.length === 0
        ? 'If it asks for it, or the page knows it.'
        : `The form cannot see ${listNames(unseen)}: the value is estimated without.`,
  };
}

const LONGEST_NAME = 40;

function listNames(names: readonly string[]): string {
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return list.format(names.map((name) => shortName(name, LONGEST_NAME, names)));
}

const plural = (names: readonly string[], one: string, several: string) =>
  names.length === 1 ? one : several;
