/** The result of `npm audit --json`: a line per vulnerable package, or the reason why there is no audit. */
export type Audit = { isOffered: false; reason: string } | { isOffered: true; findings: string[] };

interface Vulnerability {
  name: string;
  severity: string;
  range: string;
  via: (string | { title: string; url: string })[];
}

interface Report {
  message?: string;
  error?: { summary?: string };
  vulnerabilities?: Record<string, Vulnerability>;
}

function parse(text: string): Report {
  try {
    return JSON.parse(text) as Report; // npm's own format, version 2; every part is checked before it is used
  } catch {
    return {};
  }
}

function describe({ name, severity, range, via }: Vulnerability): string {
  const reasons = via.map((reason) =>
    typeof reason === 'string' ? reason : `${reason.title} (${reason.url})`,
  );
  return `${severity}: ${name} ${range}: ${reasons.join(', ')}`;
}

export function readAudit(text: string): Audit {
  const { vulnerabilities, message, error } = parse(text);
  if (vulnerabilities) return { isOffered: true, findings: Object.values(vulnerabilities).map(describe) };
  return { isOffered: false, reason: message || error?.summary || 'it gave no answer that can be read' };
}
