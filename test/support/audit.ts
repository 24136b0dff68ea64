import { spawnSync } from 'node:child_process';
import { readAudit } from './read-audit.ts';

// `npm run audit`: fails if a package in use has a known vulnerability. Not every registry offers an audit.

const npm = process.env.npm_execpath;
if (!npm) throw new Error('Start this by `npm run audit`');

const { stdout } = spawnSync(process.execPath, [npm, 'audit', '--json'], { encoding: 'utf8' });
const audit = readAudit(stdout);

if (!audit.isOffered) console.warn(`Audit SKIPPED, the registry offers none: ${audit.reason}`);
else if (audit.findings.length > 0) console.error(audit.findings.join('\n'));
else console.warn('Audit passed: no version in use is known to be vulnerable.');

process.exitCode = audit.isOffered && audit.findings.length > 0 ? 1 : 0;
