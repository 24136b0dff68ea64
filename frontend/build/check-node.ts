/** The oldest Node that runs the tools of this repository and its TypeScript files as they are. */
const OLDEST = [22, 18] as const;

/** Says why a version of Node, such as '20.20.2', does not suit these tools; null where it is new enough. */
export function findNodeFault(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `This is Node ${version}, and the tools here need ${OLDEST.join('.')} or newer. \`npm run …\` and \`npx …\` bring it: start them so.`;
}

/** Ends a tool that was started directly under an older Node with one sentence, before it fails with a riddle. */
export function requireNode(): void {
  const fault = findNodeFault(process.versions.node);
  if (fault === null) return;
  console.error(fault);
  process.exit(1);
}
