// The configuration in effect, with where each value came from.
import { effectiveSettings } from '../../../app/server/effective-settings.ts';
import { operation } from '../operation.ts';
import { anything, flag, list, object, optional, text, time } from '../shape.ts';

export const settingsOperations = [
  operation({
    ...{ id: 'getSettings', method: 'get', path: '/settings', tag: 'Settings', scope: 'read' },
    summary: 'Every option with its value and where it was written; secrets are not shown',
    cli: 'docent doctor --settings',
    returns: {
      status: 200,
      shape: object({
        file: optional(text('The configuration file in force.')),
        loadedAt: time('When it was read.'),
        problems: optional(list(text(), 'Why the file as it is now is not in force.')),
        atNextStart: list(text(), 'Options whose new value takes effect at the next start.'),
        settings: list(
          object({
            name: text(),
            value: anything('`***` for a secret that is set; null where nothing is.'),
            origin: text('Where it was written, in words.'),
            isSet: flag('Whether somebody wrote it.'),
            default: anything(),
            takes: text('What it may be, in words.'),
            doc: text(),
            secret: flag(),
            atNextStart: flag('Whether a change takes effect only at the next start.'),
          }),
        ),
      }),
    },
    async run({ means }) {
      const { path: file, loadedAt, problems, atNextStart } = means.settingsState();
      return { value: { file, loadedAt, problems, atNextStart, settings: effectiveSettings(means.settings()) } };
    },
  }),
];
