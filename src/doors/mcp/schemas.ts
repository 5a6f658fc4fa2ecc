// The schemas of what tools return. They are short on purpose: every client reads all of them before its first question.

const text = { type: 'string' };
const number = { type: 'number' };
const texts = { type: 'array', items: text };

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[]): Record<string, unknown> {
  return { type: 'object', properties, required };
}

function rows(properties: Readonly<Record<string, unknown>>, required: readonly string[]): Record<string, unknown> {
  return { type: 'array', items: object(properties, required) };
}

const times = { fetched: text, verified: text };
const copies = { last_fetched: text, oldest_verified: text };
const library = { id: text, name: text, version: text, hosts: texts, pages: number, retain: text, ...copies };
const run = object({ what: text, state: text, detail: text }, ['what', 'state']);

export const schemas = Object.freeze({
  search_docs: object(
    {
      notice: text,
      passages: rows(
        {
          url: text,
          title: text,
          headings: texts,
          library: text,
          ...times,
          score: number,
          tokens: number,
          text,
          whole: { type: 'boolean' },
          flags: texts,
        },
        ['url', 'headings', 'fetched', 'verified', 'score', 'tokens'],
      ),
      cursor: text,
    },
    ['notice', 'passages'],
  ),
  read_doc: object(
    {
      ...{ notice: text, url: text, title: text, ...times, live: { type: 'boolean' } },
      parts: rows({ headings: texts, anchor: text, text, flags: texts }, ['text']),
      ...{ cursor: text, retry_after: number },
    },
    [],
  ),
  find_library: object({ match: text, library: object(library, ['id']), candidates: rows({ id: text }, ['id']) }, [
    'match',
  ]),
  list_libraries: object({ libraries: rows({ id: text, version: text, ...copies }, ['id']), cursor: text }, [
    'libraries',
  ]),
  check_freshness: object({ libraries: rows({ id: text, ...copies, age_hours: number }, ['id']), cursor: text }, [
    'libraries',
  ]),
  whats_changed: object(
    {
      ...{ since: text, total: number },
      changes: rows({ kind: text, url: text, library: text, at: text, title: text, sections: { type: 'array' } }, [
        'kind',
      ]),
      cursor: text,
    },
    ['changes'],
  ),
  add_source: run,
  refresh_source: run,
});
