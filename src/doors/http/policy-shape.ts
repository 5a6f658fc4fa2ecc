// A provider policy in its own form, as docent.yml has it: its schema and its shape, both made from the table of its fields.
import { isMapping } from '../../core/options/resolve.ts';
import { widestFields } from '../../seed/provider.ts';
import { fieldsSchema } from './fields.ts';
import { HttpProblem } from './problem.ts';
import { type DataShape, type JsonSchema, named } from './shape.ts';

/** A policy as data. */
export type PolicyData = Readonly<Record<string, unknown>>;

const written = fieldsSchema(widestFields, { partial: true }) as {
  readonly properties: Readonly<Record<string, JsonSchema>>;
};

/** The properties of a policy. */
export const policyProperties: Readonly<Record<string, JsonSchema>> = Object.freeze({
  ...written.properties,
  seed_url: { type: 'string', format: 'uri', description: 'A single seed; `seed_urls` has several.' },
});

/** Beside a policy that is sent: the preset it is made from. */
export const presetProperty: JsonSchema = { type: 'string', description: 'The id or another name of a preset.' };

/** The schema of a policy that is sent, with these properties beside its own. What it leaves out has its default. */
export function sentPolicySchema(more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return { ...written, properties: { ...more, ...policyProperties } };
}

/** The schema of a change: any of a policy's fields, null for the default. */
export const policyPatchSchema: JsonSchema = { ...written, properties: withNull(policyProperties) };

function withNull(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const inner = schema.properties as Readonly<Record<string, JsonSchema>> | undefined;
      const own = inner === undefined ? schema : { ...schema, properties: withNull(inner) };
      return [name, { anyOf: [own, { type: 'null' }] }];
    }),
  );
}

/** The body as a policy; its fields are checked with the rest of the file. Throws invalid for what is no object. */
export function readPolicyData(body: unknown): PolicyData {
  if (!isMapping(body)) throw new HttpProblem('invalid', 'the body must be a JSON object with the fields of a policy');
  return body;
}

/** A policy as it is written; URLs without secrets. What it does not list has its default. */
export const policyShape: DataShape<PolicyData> = named('ProviderPolicy', {
  schema: { ...written, properties: policyProperties },
  // The app lets out nothing but fields of a policy.
  write: (policy) => policy,
  named: new Map(),
});
