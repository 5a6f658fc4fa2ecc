// The generated pages of docs/, as they should be now.

import { dialects } from '../src/robots/dialects.ts';
import { providerFields } from '../src/seed/provider-fields.ts';
import { webhookFields } from '../src/watch/webhooks/webhook.ts';
import { renderErrorsPage, renderOptionsPage, renderReasonsPage } from './docs-markdown.ts';

const { webkiller, assistant } = dialects;

/** Text by path below the repository's folder. */
export function docsPages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/options.md', renderOptionsPage({ providerFields, webhookFields, aliasDefaults })],
    ['docs/errors.md', renderErrorsPage()],
    ['docs/reasons.md', renderReasonsPage()],
  ]);
}

/** Borrowed names imply a dialect, and that dialect holds what their values are when they are not written. */
const aliasDefaults = {
  robotsTtlMinutes: webkiller.ttl.goodSec / 60,
  robotsFailTtlMinutes: webkiller.ttl.failedSec / 60,
  robotsMaxRedirects: webkiller.redirects.max,
  robotsTimeoutMs: webkiller.timeouts.readMs,
  robotsUa: webkiller.agent,
  RAG_ROBOTS_TXT_CACHE_TTL: assistant.ttl.goodSec,
  RAG_USER_AGENT: assistant.agent,
};
