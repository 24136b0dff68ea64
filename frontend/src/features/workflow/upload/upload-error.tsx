import { Notice } from '#frontend/ui/notice.tsx';
import type { UploadStatus } from '../use-upload.ts';
import { problemText } from './problem-text.ts';

export interface UploadErrorProps {
  status: Extract<UploadStatus, { kind: 'problem' }>;
  /** The file that is still open, if any. */
  openFileName?: string;
}

/** Why the last file was refused. */
export function UploadError({ status, openFileName }: UploadErrorProps) {
  return (
    <Notice tone="error" title={`${status.fileName} was not opened`}>
      <p>{problemText(status.problem)}</p>
      {openFileName && <p className="text-muted">{openFileName} is still open.</p>}
    </Notice>
  );
}
