// What an engine keeps of runs, changes and alerts: read as it was written, refused with a name where it was not.
import { describe, expect, it } from 'vitest';
import type { Alert } from './alerts/alerts.ts';
import { decodeAlert, decodeEstimate, decodeReasons, decodeSections } from './port-decode.ts';

const alert: Alert = {
  ...{ key: 'docs:error_rate', provider: 'docs', bound: 'error_rate', value: 21.5, limit: 20, since: 1 },
  ...{ cause: 'the site is down', command: 'docent report docs', text: 'docs: 21.5 %' },
};
const sections = [
  { kind: 'added', headings: ['Home'] },
  { kind: 'renamed', headings: ['Home', 'New'], anchor: 'new', before: ['Home', 'Old'] },
];

describe('what is stored', () => {
  it.each([
    ['an estimate', decodeEstimate, { pages: 1, bytes: 2, seconds: 3.5 }],
    ['reasons', decodeReasons, { 'http:404': 2 }],
    ['sections', decodeSections, sections],
    ['an alert', decodeAlert, alert],
    ['an alert of a host', decodeAlert, { ...alert, of: 'docs.example' }],
    ['an alert about a bound of another version', decodeAlert, { ...alert, bound: 'a_later_one' }],
  ])('as %s is read as it was written', (_, decode, value) => {
    expect(decode(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    ['the estimate of a run', decodeEstimate, { pages: 1, bytes: 2 }],
    ['the reasons of a run', decodeReasons, { 'http:404': '2' }],
    ['the changed sections of a page', decodeSections, [{ kind: 'moved', headings: [] }]],
    ['the changed sections of a page', decodeSections, [{ kind: 'added', headings: 'Home' }]],
    ['an alert', decodeAlert, { ...alert, since: '1' }],
  ])('names %s where it is damaged', (what, decode, value) => {
    expect(() => decode(JSON.stringify(value))).toThrow(
      expect.objectContaining({ code: 'DOC_STORE_DAMAGED', message: expect.stringContaining(what) }),
    );
  });
});
