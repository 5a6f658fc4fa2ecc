import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { IdleConnections, mostIdle } from './idle.ts';

describe('H6: idle connections', () => {
  it.each([
    [30, 1],
    [256, 48],
    [1024, 128],
    [Number.POSITIVE_INFINITY, 128],
  ])('H6: with at most %i open files, %i of them are idle connections', (limit, most) => {
    expect(mostIdle(limit)).toBe(most);
  });

  it('H6: the connection that has been idle longest is closed; one in use is not', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const open = (): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
      });
    const idle = new IdleConnections(() => 2);
    const [a, b, c] = (await Promise.all([open(), open(), open()])) as [Socket, Socket, Socket];
    try {
      idle.add(a);
      idle.add(b);
      idle.remove(a);
      idle.add(c);
      expect([a, b, c].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
      idle.add(a);
      expect([a, b, c].map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
      idle.closeAll();
      expect([a.destroyed, c.destroyed, idle.size]).toEqual([true, true, 0]);
    } finally {
      for (const socket of [a, b, c]) socket.destroy();
      server.close();
    }
  });
});
