// A server on loopback that sends whatever bytes a test chooses, HTTP or not.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface RawServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** Connections so far. */
  readonly connections: () => number;
  /** Everything received, as latin-1. */
  readonly received: () => string;
}

export type Part = string | Buffer;

/** Listens on a free port of 127.0.0.1 and calls `answer` for the first bytes of each request; open sockets end with it. */
export async function startRawServer(answer: (socket: Socket, request: string) => void): Promise<RawServer> {
  let connections = 0;
  let received = '';
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.setNoDelay(true));
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.on('data', (data) => {
      received += data.toString('latin1');
      answer(socket, data.toString('latin1'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    received: () => received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers every request with these bytes and closes. */
export function sends(...parts: readonly Part[]): Promise<RawServer> {
  return startRawServer((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });
}

/** Answers with these bytes, then one more byte every `everyMs`, for ever. */
export function trickles(first: Part, everyMs = 20): Promise<RawServer> {
  return startRawServer((socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write('x'), everyMs);
    socket.on('close', () => clearInterval(timer));
  });
}

/** A whole HTTP/1.1 answer with its Content-Length. */
export function reply(status: number, headers: Readonly<Record<string, string>>, body: Part = ''): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${head}\r\n`, 'latin1'), bytes]);
}
