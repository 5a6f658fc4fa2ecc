// A request to a server with any header, Host among them, which fetch does not let through.
import { type IncomingHttpHeaders, request as overHttp, type RequestOptions } from 'node:http';
import { request as overTls } from 'node:https';

export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

export interface RawRequest {
  readonly method?: string;
  /** As it is sent: nothing in it is resolved or escaped. */
  readonly path: string;
  readonly headers?: HeaderFields;
  readonly body?: string;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends it to the origin of an address. A stream of events is left after its headers. */
export function sendRaw(
  address: string,
  { method = 'GET', path, headers = {}, body = '' }: RawRequest,
): Promise<RawReply> {
  const { protocol, hostname, port } = new URL(address);
  const send = protocol === 'https:' ? overTls : overHttp;
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    ...{ hostname, port, method, path, agent: false, rejectUnauthorized: false },
    headers: { ...headers } as Record<string, string | string[]>,
  };
  return new Promise((resolve, reject) => {
    const sent = send(options, (response) => {
      const pieces: Buffer[] = [];
      const reply = (): RawReply => ({
        ...{ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(pieces).toString() },
      });
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        resolve(reply());
        sent.destroy();
        return;
      }
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(reply()));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
