// The tables of the search index: full text without its content, a forward index, inbound links, and words for suggestions.
import { termCharacters } from '../../../search/port.ts';

/**
 * Creates the tables. Terms come from our own analyser, separated by spaces; FTS5 only keeps them. `search_links` holds the anchor texts by which
 * pages link to others, by the hash of the key they lead to (`search_targets`), so that a link counts as soon as there is a
 * page; `same` is the target that a redirect, a canonical link or a copy made of it. `search_anchors` holds the same by page,
 * brought up to date for the rows of `search_stale`; `search_words` words as pages write them with the term each becomes,
 * found by their keys (up to the word `keyed` in `search_meta`).
 */
export const searchSchema = `
  CREATE VIRTUAL TABLE search_text USING fts5 (
    title, headings, symbols, meta, body, content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '${termCharacters}'"
  );
  CREATE VIRTUAL TABLE search_terms USING fts5vocab (search_text, row);
  CREATE TABLE search_forward (row INTEGER PRIMARY KEY, page INTEGER NOT NULL, seq INTEGER NOT NULL, forward BLOB NOT NULL);
  CREATE INDEX search_forward_by_page ON search_forward (page);
  CREATE TABLE search_targets (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, same INTEGER);
  CREATE INDEX search_targets_same ON search_targets (same) WHERE same IS NOT NULL;
  CREATE TABLE search_links (
    source INTEGER NOT NULL, target INTEGER NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (source, target, terms)
  ) WITHOUT ROWID;
  CREATE INDEX search_links_by_target ON search_links (target);
  CREATE VIRTUAL TABLE search_anchor_text USING fts5 (
    terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '${termCharacters}'"
  );
  CREATE TABLE search_anchors (page INTEGER PRIMARY KEY, inbound INTEGER NOT NULL DEFAULT 0, outbound INTEGER NOT NULL DEFAULT 0,
    texts TEXT NOT NULL DEFAULT '[]');
  CREATE TABLE search_stale (target INTEGER PRIMARY KEY);
  CREATE TABLE search_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, term TEXT NOT NULL);
  -- Keys are hashed.
  CREATE TABLE search_word_keys (key INTEGER NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (key, word)) WITHOUT ROWID;
  -- chunks: how many are in the index; dropped: whether anything was taken out of it since it was last cleaned up; keyed: the
  -- last word whose keys are there.
  CREATE TABLE search_meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  -- A leaf fills a page of the file: fewer rows, faster to write and to read. Merging more segments at a time is less work.
  INSERT INTO search_text (search_text, rank) VALUES ('pgsz', 4050), ('automerge', 8);
  INSERT INTO search_anchor_text (search_anchor_text, rank) VALUES ('pgsz', 4050);
`;
