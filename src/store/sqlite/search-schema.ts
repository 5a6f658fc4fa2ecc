// The tables of the search index: full text without its content, a forward index, inbound links, and words for suggestions.
import { termCharacters } from '../../search/port.ts';

/**
 * Creates the tables. Terms come from our own analyser, separated by spaces; FTS5 only keeps them. `search_links` holds what
 * pages say about others, `search_anchors` the same by target, brought up to date for the pages in `search_stale`; `search_words`
 * words as pages write them with the term each becomes, found by their keys once they are no longer in `search_new_words`.
 */
export const searchSchema = `
  CREATE VIRTUAL TABLE search_text USING fts5 (
    title, headings, symbols, meta, body, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '${termCharacters}'"
  );
  CREATE VIRTUAL TABLE search_terms USING fts5vocab (search_text, row);
  CREATE TABLE search_forward (row INTEGER PRIMARY KEY, page INTEGER NOT NULL, seq INTEGER NOT NULL, forward BLOB NOT NULL);
  CREATE INDEX search_forward_by_page ON search_forward (page);
  CREATE TABLE search_links (
    source INTEGER NOT NULL, target INTEGER NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (source, target, terms)
  ) WITHOUT ROWID;
  CREATE INDEX search_links_by_target ON search_links (target);
  CREATE VIRTUAL TABLE search_anchor_text USING fts5 (
    terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '${termCharacters}'"
  );
  CREATE TABLE search_anchors (page INTEGER PRIMARY KEY, inbound INTEGER NOT NULL DEFAULT 0, outbound INTEGER NOT NULL DEFAULT 0,
    texts TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE search_stale (page INTEGER PRIMARY KEY);
  CREATE TABLE search_words (word TEXT PRIMARY KEY, term TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE search_new_words (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE search_word_keys (key TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (key, word)) WITHOUT ROWID;
  CREATE TABLE search_meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`;
