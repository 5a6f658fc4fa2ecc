// Changes of sources: policies added, replaced, changed and removed in docent.yml, and in force when the response is sent.
import type { PolicyChange } from '../../../app/providers/policy-changes.ts';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { ifMatch } from '../etag.ts';
import type { Means } from '../means.ts';
import { operation, operationWithBody } from '../operation.ts';
import { policyPatchSchema, presetProperty, readPolicyData, sentPolicySchema } from '../policy-shape.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, object, text, url } from '../shape.ts';
import { detailsShape, idParam, noSource, sourceReply } from './providers.ts';

const CHANGES =
  'The file is changed in place, comments and all else stay, and it is in force when the response is sent.';
const BY_HAND =
  'What names folders and variables of the server’s machine (`folder`, `package`, `headers_from_env`) is set in the file by hand only; so is all that decides which files of a folder are read.';
const MATCHED = [409, 412, 428];

export const providerChangeOperations = [
  operationWithBody({
    ...{ id: 'addProvider', method: 'post', path: '/providers', tag: 'Sources', scope: 'write', problems: [409] },
    summary: 'Add a source: a policy as in docent.yml, or a preset',
    description: `\`{ "preset": "stripe" }\` adds a preset, with other fields on top. Without \`provider_id\` the id is the host of the first seed, without \`allowed_path_patterns\` the folders of the seeds are in scope. ${CHANGES} ${BY_HAND}`,
    cli: 'docent providers add <id|url>',
    body: {
      schema: sentPolicySchema({ preset: presetProperty }),
      read: readPolicyData,
    },
    returns: { status: 201, shape: detailsShape },
    async run({ body, means }) {
      const change = await means.policies.add(body);
      const reply = await changedReply(change, means);
      const place = `providers/${encodeURIComponent(reply.value.source.id)}`;
      return { ...reply, headers: { ...reply.headers, location: place } };
    },
  }),
  operationWithBody({
    ...{ id: 'replaceProvider', method: 'put', path: '/providers/{id}', tag: 'Sources', scope: 'write' },
    summary: 'Replace the policy of a source; a preset is copied into the file first',
    description: `Needs If-Match with the ETag of getProvider. ${CHANGES} ${BY_HAND}`,
    problems: MATCHED,
    params: [idParam],
    body: { schema: sentPolicySchema(), read: readPolicyData },
    returns: { status: 200, shape: detailsShape },
    async run({ path: { id }, body, request, means }) {
      const change = await means.policies.replace(id, body, ifMatch(request));
      return changedReply(change, means, id);
    },
  }),
  operationWithBody({
    ...{ id: 'changeProvider', method: 'patch', path: '/providers/{id}', tag: 'Sources', scope: 'write' },
    summary: 'Change fields of a policy: those that are sent; null brings one back to its default',
    description: `A section (\`tos\`, \`custom_selectors\`, …) is joined with what is written. Needs If-Match with the ETag of getProvider. ${CHANGES} ${BY_HAND}`,
    cli: 'docent providers edit <id> key=value',
    problems: MATCHED,
    params: [idParam],
    body: { schema: policyPatchSchema, read: readPolicyData },
    returns: { status: 200, shape: detailsShape },
    async run({ path: { id }, body, request, means }) {
      const change = await means.policies.patch(id, body, ifMatch(request));
      return changedReply(change, means, id);
    },
  }),
  operation({
    ...{ id: 'removeProvider', method: 'delete', path: '/providers/{id}', tag: 'Sources', scope: 'write' },
    summary: 'Take a source out of the configuration; what is stored of it stays, and is found',
    description:
      'Needs If-Match with the ETag of getProvider. `forget` removes what is stored. A folder of the server’s machine is taken out by hand only.',
    cli: 'docent providers remove <id>',
    problems: MATCHED,
    params: [idParam],
    returns: { status: 200, shape: object({ id: text(), pages: count('Stored pages, which stay.') }) },
    async run({ path: { id }, request, means }) {
      refuseUnlessDone(await means.policies.remove(id, ifMatch(request)), id);
      const pages = (await means.reads.run('source', { id }))?.source.pages ?? 0;
      return { value: { id, pages } };
    },
  }),
  operation({
    ...{ id: 'addSeeds', method: 'post', path: '/providers/{id}/seeds', tag: 'Sources', scope: 'write' },
    summary: 'Add seeds; a crawl that runs now picks them up within seconds',
    description: 'A preset is copied into the file first. Seeds outside of the scope of the source are refused.',
    cli: 'docent providers seed <id> <url...>',
    problems: [409],
    params: [idParam],
    body: { fields: [{ name: 'urls', kind: 'list', of: 'url', min: 1, required: true, doc: 'Where to start, too.' }] },
    returns: {
      status: 200,
      shape: object({
        id: text(),
        added: list(url(), 'Those that were not among its seeds before.'),
        isQueued: flag('Whether a crawl that runs now takes them up.'),
      }),
    },
    async run({ path: { id }, body: { urls }, means }) {
      const known = await means.reads.run('source', { id });
      if (known?.policy === undefined) throw noSource(id);
      const seeded = await means.policies.addSeeds(id, urls);
      return { value: { ...seeded, added: seeded.added.map(shownUrl) } };
    },
  }),
];

async function changedReply(change: PolicyChange, means: Means, id = '') {
  const done = refuseUnlessDone(change, id);
  return sourceReply(done.id, means);
}

/** The change where it was made. Throws not_found, conflict and changed where it was not. */
function refuseUnlessDone(change: PolicyChange, id: string): Extract<PolicyChange, { kind: 'done' }> {
  switch (change.kind) {
    case 'done':
      return change;
    case 'exists':
      throw new HttpProblem('conflict', `there is a source "${change.id}" already; PATCH changes it`);
    case 'missing':
      throw noSource(id);
    case 'preset':
      throw new HttpProblem(
        'conflict',
        `"${id}" ships with docent and is not in the configuration; PATCH it with enabled: false to keep it from running`,
      );
    case 'changed':
      throw new HttpProblem('changed', `the policy of "${id}" is not the one that If-Match names`);
  }
}
