// A certificate and its key for a server of a test, made by openssl as an operator would.
import { existsSync } from 'node:fs';
import { run } from './process.ts';

const OPENSSL = '/usr/bin/openssl';
export const hasOpenssl = existsSync(OPENSSL);
const KIND = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=x'];

/** Writes cert.pem and key.pem into a folder. */
export async function makeCertificate(folder: string): Promise<void> {
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  const made = await run(OPENSSL, ['req', '-x509', ...KIND, ...files], { cwd: folder });
  if (made.code !== 0) throw new Error(made.stderr);
}
