// Measures programs: the processor time of a command with all its children, or of a process so far, and its memory.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measured {
  /** Seconds of processor time, children included. */
  readonly cpu: number;
  /** The largest resident memory of one of its processes, in megabytes. */
  readonly rss: number;
  readonly wall: number;
  readonly out: string;
}

/** Runs a command to its end; CPU as the shell counts it for the process and its children, memory as the kernel's high-water mark. */
export async function measure(command: readonly string[], cwd: string): Promise<Measured> {
  const start = performance.now();
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('bash', ['-c', `TIMEFORMAT='cpu %U %S'; time ${quoted}`], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  let rss = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const sampler = setInterval(() => {
    for (const pid of descendants(child.pid as number)) rss = Math.max(rss, highWater(pid));
  }, 50);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(sampler);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(errors) ?? [];
  if (code !== 0 || user === undefined) throw new Error(`${quoted}: exit code ${code}\n${errors}`);
  return { cpu: Number(user) + Number(system), rss, wall: (performance.now() - start) / 1000, out };
}

/** User and system time of a process and its threads so far, in milliseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function highWater(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
