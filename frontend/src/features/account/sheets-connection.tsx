import { useState } from 'react';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';
import { useDisconnectSheets } from '#frontend/api/sheets.ts';
import { useSheetsStatus } from '#frontend/api/sheets-status.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { toast } from '#frontend/ui/toast-store.ts';

/** The connection to Google Sheets, with a button that ends it; empty without one. */
export function SheetsConnection() {
  const connection = useSheetsStatus()?.connection ?? null;
  const disconnect = useDisconnectSheets();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!connection) return null;

  const end = async () => {
    setBusy(true);
    setProblem(null);
    try {
      toast({ title: 'Disconnected', description: await disconnect() });
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
        <p className="min-w-0 flex-1 basis-48 text-14 wrap-anywhere text-muted">
          {connection.isOver ? 'Was connected as' : 'Connected as'} {connection.email}
        </p>
        <Button size="small" disabled={isBusy} onClick={() => void end()}>
          {isBusy ? 'Disconnecting...' : 'Disconnect'}
        </Button>
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
