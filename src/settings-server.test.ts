// Proves the options of the server as operators write them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConfigError } from './core/errors.ts';
import { loadSettings, type Settings } from './settings.ts';

function load(text: string, env: Record<string, string> = {}): Settings {
  const cwd = mkdtempSync(join(tmpdir(), 'docent-server-options-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'docent.yml'), text);
  return loadSettings({ cwd, env });
}

function problemsOf(text: string): readonly string[] {
  try {
    load(text);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('the options of the server', () => {
  it('A6: without any, this machine alone at one port and the root', () => {
    const { options } = load('');
    expect(options).toMatchObject({ listen: '127.0.0.1:7411', server_hosts: [], base_path: '', trusted_proxy: [] });
    expect([options.bot_listen, options.tls_cert, options.tls_key]).toEqual([undefined, undefined, undefined]);
  });

  it('A6: come from the file, where a port alone is a number', () => {
    const text = [
      ...[
        'listen: 8080',
        'bot_listen: "[::1]:8081"',
        'server_hosts: [docs.corp.example, 10.0.0.7]',
        'base_path: /a/docent',
      ],
      ...['trusted_proxy: [10.0.0.0/8, "::1"]', 'tls_cert: cert.pem', 'tls_key: key.pem', ''],
    ].join('\n');
    expect(load(text).options).toMatchObject({
      ...{
        listen: '8080',
        bot_listen: '[::1]:8081',
        server_hosts: ['docs.corp.example', '10.0.0.7'],
        base_path: '/a/docent',
      },
      ...{ trusted_proxy: ['10.0.0.0/8', '::1'], tls_cert: 'cert.pem', tls_key: 'key.pem' },
    });
  });

  it('A6: come from the environment, lists with commas', () => {
    const env = { DOCENT_LISTEN: '0.0.0.0:80', DOCENT_SERVER_HOSTS: 'a.example, b.example' };
    expect(load('base_path: ""\n', env).options).toMatchObject({
      ...{ listen: '0.0.0.0:80', server_hosts: ['a.example', 'b.example'], base_path: '' },
    });
  });

  it('A6: an address that cannot be listened on is refused with what can', () => {
    const shape =
      'it must be an IP address and a port, such as 127.0.0.1:7411 or [::1]:7411, or a port alone; 0.0.0.0:7411 is every address';
    expect(problemsOf('listen: ":7411"\nbot_listen: docs.example:80\n')).toEqual([
      `listen is ":7411" in docent.yml, line 1: ${shape}`,
      `bot_listen is "docs.example:80" in docent.yml, line 2: ${shape}`,
    ]);
    expect(problemsOf('listen: 70000\n')).toEqual([
      'listen is "70000" in docent.yml, line 1: it must be an IP address and a port from 0 to 65535, or a port alone',
    ]);
  });

  it('A6: the second listener has an address of its own', () => {
    expect(problemsOf('bot_listen: 7411\n')).toEqual([
      'bot_listen is "7411" in docent.yml, line 1: listen has that address and port already; it must be another',
    ]);
    expect(problemsOf('listen: 0\nbot_listen: 0\n')).toEqual([]);
    expect(problemsOf('listen: "0.0.0.0:7411"\nbot_listen: "[::1]:7411"\n')).toEqual([]);
  });

  it.each(['/', '/docent/', 'docent', '/a//b', '/../x', '/.', '/a b', 'https://x/docent', '/a?b'])(
    'A6: a base path "%s" is refused',
    (path) => {
      expect(problemsOf(`base_path: "${path}"\n`)).toEqual([
        `base_path is "${path}" in docent.yml, line 1: it must be empty, or a path such as /docent: a slash first and none at the end`,
      ]);
    },
  );

  it('A6: each host and each proxy that is none is named', () => {
    expect(
      problemsOf('server_hosts: [ok.example, "https://docs.example", "a:80"]\ntrusted_proxy: [proxy.example]\n'),
    ).toEqual([
      'server_hosts is "https://docs.example" in docent.yml, line 1: it must be a name or an address, such as docs.corp.example: no scheme, port or path',
      'server_hosts is "a:80" in docent.yml, line 1: it must be a name or an address, such as docs.corp.example: no scheme, port or path',
      'trusted_proxy is "proxy.example" in docent.yml, line 2: it must be an IP address (10.0.0.7, fd00::7) or a CIDR range (10.0.0.0/8)',
    ]);
  });

  it('A6: a certificate needs its key, and a key its certificate', () => {
    expect(problemsOf('tls_cert: c.pem\n')).toEqual([
      'tls_cert is "c.pem" in docent.yml, line 1: it needs tls_key, the file of its private key',
    ]);
    expect(problemsOf('tls_key: k.pem\n')).toEqual([
      'tls_key is "k.pem" in docent.yml, line 1: it needs tls_cert, the file of its certificate',
    ]);
  });
});
