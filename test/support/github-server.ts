// A stand-in for GitHub on loopback: a repository in memory behind its API, an archive on another origin, and a list of requests.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type LocalServer, startServer } from './local-server.ts';

/** Answers a request in place of the repository; false: the repository answers. */
export type Instead = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface GitHubStandIn extends AsyncDisposable {
  /** Where people would read it, and below which its API is. */
  readonly origin: string;
  /** `tree`, `tarball`, `archive` or `blob PATH`, in their order. */
  readonly requests: string[];
  /** The headers of every request to the origin of the archive. */
  readonly archiveHeaders: IncomingMessage['headers'][];
  /** The headers of every request to the API. */
  readonly apiHeaders: IncomingMessage['headers'][];
  /** By path; what is changed is what the repository holds from then on. */
  readonly files: Map<string, string>;
  /** What the archive holds where that is not what the tree lists. */
  archived: ReadonlyMap<string, string> | undefined;
  /** Entries of the archive beside the files, with paths as they are. */
  readonly hostile: Map<string, string>;
  isCut: boolean;
  /** Changes the bytes of the archive. */
  damage: (archive: Buffer) => Buffer;
  instead: Instead;
}

/** git's hash of a file. */
export function blobHash(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}

const TREE = '/api/v3/repos/acme/kettle/git/trees/HEAD?recursive=1';
const TARBALL = '/api/v3/repos/acme/kettle/tarball/HEAD';
const BLOBS = '/api/v3/repos/acme/kettle/git/blobs/';

/** Starts it with these files, as acme/kettle. */
export async function startGitHub(files: Readonly<Record<string, string>>): Promise<GitHubStandIn> {
  const requests: string[] = [];
  const archiveHeaders: IncomingMessage['headers'][] = [];
  const apiHeaders: IncomingMessage['headers'][] = [];
  const archives: LocalServer = await startServer((request, response) => {
    requests.push('archive');
    archiveHeaders.push(request.headers);
    const entries = [...(standIn.archived ?? standIn.files)].map(([path, text]) => [
      `acme-kettle-1a2b3c/${path}`,
      text,
    ]);
    const tar = tarOf([...entries, ...standIn.hostile] as [string, string][]);
    response.writeHead(200, { 'content-type': 'application/x-gzip' }).end(standIn.damage(gzipSync(tar)));
  });
  const api = await startServer((request, response) => {
    const { url = '' } = request;
    apiHeaders.push(request.headers);
    const byHash = [...standIn.files].find(([, text]) => url === `${BLOBS}${blobHash(text)}`);
    requests.push(url === TREE ? 'tree' : url === TARBALL ? 'tarball' : byHash ? `blob ${byHash[0]}` : url);
    if (standIn.instead(request, response)) return;
    if (url === TREE) sendTree(request, response);
    else if (url === TARBALL)
      response.writeHead(302, { location: `${archives.origin}/kettle.tar.gz?token=signed` }).end();
    else if (byHash === undefined) response.writeHead(404).end('{"message":"Not Found"}');
    else if (request.headers.accept !== 'application/vnd.github.raw+json') response.writeHead(406).end();
    else response.writeHead(200, { 'content-type': 'application/vnd.github.raw+json' }).end(byHash[1]);
  });
  const sendTree = (request: IncomingMessage, response: ServerResponse): void => {
    const tree = [...standIn.files].map(([path, text]) => ({
      ...{ path, mode: '100644', type: 'blob', sha: blobHash(text), size: Buffer.byteLength(text) },
    }));
    const body = JSON.stringify({ sha: 'x', tree, truncated: standIn.isCut });
    const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'application/json' }).end(isKnown ? '' : body);
  };
  const standIn: GitHubStandIn = {
    ...{ origin: api.origin, requests, archiveHeaders, apiHeaders, files: new Map(Object.entries(files)) },
    ...{ archived: undefined, hostile: new Map(), isCut: false },
    damage: (archive) => archive,
    instead: () => false,
    async [Symbol.asyncDispose]() {
      await Promise.all([api[Symbol.asyncDispose](), archives[Symbol.asyncDispose]()]);
    },
  };
  return standIn;
}

/** An archive as GitHub sends it: a global header with the commit, then the files. */
function tarOf(entries: readonly (readonly [string, string])[]): Buffer {
  const comment = '52 comment=0123456789012345678901234567890123456789\n';
  const parts = [
    tarEntry('pax_global_header', comment, 'g'),
    ...entries.map(([path, text]) => tarEntry(path, text, '0')),
  ];
  return Buffer.concat([...parts, Buffer.alloc(1_024)]);
}

function tarEntry(path: string, text: string, type: string): Buffer {
  const body = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(path, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
