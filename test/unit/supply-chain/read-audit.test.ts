import { expect, test } from 'vitest';
import { readAudit } from '#test/support/read-audit.ts';

test('a clean report has no findings', () => {
  const report = { auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } };
  expect(readAudit(JSON.stringify(report))).toEqual({ isOffered: true, findings: [] });
});

test('every vulnerable package is named with its range and reason', () => {
  const advisory = { title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-x' };
  const vulnerabilities = {
    deep: { name: 'deep', severity: 'high', range: '<1.2.3', via: [advisory] },
    outer: { name: 'outer', severity: 'low', range: '*', via: ['deep'] },
  };
  expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
    isOffered: true,
    findings: [
      'high: deep <1.2.3: Prototype pollution (https://github.com/advisories/GHSA-x)',
      'low: outer *: deep',
    ],
  });
});

test.each([
  [
    '{ "message": "405 Method Not Allowed - POST", "error": { "summary": "" } }',
    '405 Method Not Allowed - POST',
  ],
  ['{ "error": { "code": "ENOTFOUND", "summary": "no network" } }', 'no network'],
  ['', 'it gave no answer that can be read'],
])('a registry that offers no audit is told from a clean one: %s', (text, reason) => {
  expect(readAudit(text)).toEqual({ isOffered: false, reason });
});
