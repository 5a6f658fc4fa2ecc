// C4: backups of the data. A restore is for the command line: it needs a folder that nobody serves.
import { madeBackup } from '../made-backup.ts';
import { operation } from '../operation.ts';
import { count, flag, list, object, optional, text, time } from '../shape.ts';

export const backupOperations = [
  operation({
    ...{ id: 'listBackups', method: 'get', path: '/backups', tag: 'Data', scope: 'read' },
    summary: 'Backups that were made of the data, the latest first',
    returns: {
      status: 200,
      shape: object({
        folder: text('Where the server writes them (`backup_folder`).'),
        backups: list(
          object({
            file: text(),
            at: time('When it was made, or last restored from.'),
            bytes: optional(count('Absent where it cannot be reached now.')),
          }),
        ),
      }),
    },
    run: async ({ means }) => ({ value: await means.reads.run('backups', undefined) }),
  }),
  operation({
    ...{ id: 'makeBackup', method: 'post', path: '/backup', tag: 'Data', scope: 'write', problems: [404, 409, 507] },
    summary: 'Copy the data into a new file, also while a crawl runs',
    description:
      'The file lies in `backup_folder`, by default beside the data folder; no caller names it. It is looked through before it is there, and completed also when the client leaves. One is made at a time, at most 30 are kept (the operator removes them), and the disk must have room for twice the data. `docent restore` puts one back.',
    cli: 'docent backup <file>',
    returns: {
      status: 201,
      shape: object({
        file: text(),
        bytes: count(),
        version: count('Of the data’s form.'),
        providers: count('Sources.'),
        pages: count(),
        waiting: count('URLs that wait.'),
        tookMs: count(),
        noted: flag('Whether `forget` will name this file.'),
      }),
    },
    async run({ means }) {
      const made = await madeBackup(means);
      return { value: { ...made, tookMs: Math.round(made.tookMs) } };
    },
  }),
];
