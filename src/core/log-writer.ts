// Structured logs: JSON lines, readable lines on a terminal, secrets hidden before anything is written.
import { pino } from 'pino';
import { hideSecrets, type Log, type LogFormat, type LogLevel } from './log.ts';
import { printable, printableJson } from './printable.ts';

export interface LogOptions {
  readonly level: LogLevel;
  /** `auto` is pretty when `out` is a terminal. */
  readonly format: LogFormat;
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** A log that writes to `out`, one line per event. */
export function createLog({ level, format, out }: LogOptions): Log {
  const pretty = format === 'pretty' || (format === 'auto' && out.isTTY === true);
  const colour = pretty && out.isTTY === true && !process.env.NO_COLOR;
  const open = (least: LogLevel) =>
    pino(
      {
        level: least,
        base: null,
        messageKey: 'event',
        timestamp: pino.stdTimeFunctions.isoTime,
        serializers: { err: pino.stdSerializers.err },
        formatters: { level: (label) => ({ level: label }) },
        hooks: { streamWrite: (line) => printableJson(hideSecrets(line)) },
      },
      { write: (line: string) => void out.write(pretty ? prettyLine(line, colour) : line) },
    );
  // A level is a property of a pino logger: what no level leaves out needs one of its own.
  const unbounded = open('info');
  return Object.assign(open(level), { always: (fields: object, event: string) => unbounded.info(fields, event) });
}

const colours: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

function prettyLine(line: string, colour: boolean): string {
  const { level, time, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const paint = (text: string, code: number): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const clock = String(time).slice(11, 19);
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`,
  );
  const word = String(level).toUpperCase().padEnd(5);
  // A text of several lines is printed as it is, indented: nothing in it can pass for a line of the log.
  const lines = String(event)
    .split(/\n(?= {2})/)
    .map(printable);
  const rest = lines.length > 1 ? '' : paint(printable(shown.join(' ')), 90);
  return `${[paint(clock, 90), paint(word, colours[String(level)] ?? 0), lines.join('\n'), rest].join(' ').trimEnd()}\n`;
}
