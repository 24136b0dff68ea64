import { useState } from 'react';
import type { AnalysisSummary } from '#contract/answers.ts';
import { can } from '#contract/roles.ts';
import { isGone } from '#frontend/api/analyses.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useMoveAnalysis, useTeams } from '#frontend/api/teams.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import { LoggedOut } from './login-required.tsx';

/** Where an analysis can go: a team, or for null the user's own analyses. */
interface Place {
  team: string | null;
  name: string;
}

const PERSONAL: Place = { team: null, name: 'Personal' };

/** Where else the user may save. */
export function useOtherPlaces(): Place[] {
  const { data: teams = [] } = useTeams();
  const places = teams
    .filter((team) => can(team.role, 'edit', team))
    .map(({ id, name }): Place => ({ team: id, name }));
  return [PERSONAL, ...places].filter(({ team }) => team !== TEAM);
}

interface MoveDialogProps {
  analysis: AnalysisSummary;
  /** At least one. */
  places: readonly Place[];
  onClose(): void;
}

/** Moves or copies an analysis to a team, or back. */
export function MoveDialog({ analysis: { id, name }, places, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState(places[0]?.team ?? null);
  const place = places.find(({ team }) => team === chosen) ?? PERSONAL;
  const moveAnalysis = useMoveAnalysis();
  const { isBusy, problem, run } = useAction(
    async (way: 'move' | 'copy') => {
      await moveAnalysis(way, id, place.team);
      onClose();
      toast({
        title: way === 'move' ? 'Analysis Moved' : 'Analysis Copied',
        description: `“${name}” is in ${place.name} now.`,
      });
    },
    (error) => {
      if (isUnauthorized(error)) return <LoggedOut>and try again.</LoggedOut>;
      if (isGone(error)) return 'This analysis was deleted or moved in the meantime.';
      return describeFailure(error);
    },
  );
  return (
    <Dialog
      onClose={onClose}
      isBusy={isBusy}
      title="Move or copy"
      description={<span className="wrap-anywhere">{name}</span>}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button onClick={() => void run('copy')} disabled={isBusy}>
            Copy
          </Button>
          <Button variant="primary" onClick={() => void run('move')} disabled={isBusy}>
            Move
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pt-2 text-14">
        <Dropdown
          label="To"
          // An empty value stands for the user's own analyses.
          options={places.map(({ team, name: label }) => ({ value: team ?? '', label }))}
          value={place.team ?? ''}
          disabled={isBusy}
          onChange={(value) => setChosen(value === '' ? null : value)}
        />
        <p className="text-muted">
          A move takes its read-only link, its source and its versions along. A copy has its rows, choices and
          results only, and both go their own ways.
        </p>
        {place.team !== null && (
          <p className="text-muted">All members of {place.name} can open it, with its rows.</p>
        )}
        {problem && <Notice tone="error">{problem}</Notice>}
      </div>
    </Dialog>
  );
}
