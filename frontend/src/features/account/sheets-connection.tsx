import { useState } from 'react';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { useDisconnectSheets, useSheetsConnection } from '#frontend/api/sheets.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';

/** The connection to Google Sheets, with a button that ends it; nothing without one. */
export function SheetsConnection() {
  const connection = useSheetsConnection();
  /** What has happened, in words. */
  const [ended, setEnded] = useState<string | null>(null);
  const disconnect = useDisconnectSheets();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!connection && ended === null) return null;

  const end = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setEnded(await disconnect());
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="sheets-connection" className="mt-6 border-t border-hairline pt-5">
      <h3 id="sheets-connection" className="text-13 font-medium">
        Google Sheets
      </h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <output className="min-w-0 flex-1 basis-48 text-14 wrap-anywhere text-muted">
          {connection ? `${connection.isOver ? 'Was connected' : 'Connected'} as ${connection.email}` : ended}
        </output>
        {connection && (
          <Button size="small" disabled={isBusy} onClick={() => void end()}>
            {isBusy ? 'Disconnecting...' : 'Disconnect'}
          </Button>
        )}
      </div>
      {problem && (
        <Notice tone="error" className="mt-3">
          {problem}
        </Notice>
      )}
    </section>
  );
}

function describeProblem(error: unknown): string {
  if (isUnauthorized(error)) return 'You are logged out. Please log in again to disconnect Google Sheets.';
  return (error instanceof ApiError ? error.reason : null) ?? 'That did not work. Please try again.';
}
