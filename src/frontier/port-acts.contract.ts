// Random things that happen to a ledger, for the contract's model and for comparing engines.
import fc from 'fast-check';
import type { ReasonName } from '../core/reasons.ts';
import type { Outcome } from './port.ts';
import { again, ended, found, identity, indexed, page, redirect, T } from './port-words.contract.ts';

/** One thing that happens to a ledger; numbers choose among what is there. */
export type Act =
  | {
      readonly do: 'offer';
      readonly names: readonly string[];
      readonly depth: number;
      readonly by?: ReasonName | undefined;
      /** Ends each of the URLs, as another spelling of the same key. */
      readonly slash: string;
    }
  | { readonly do: 'lease'; readonly count: number }
  | { readonly do: 'settle'; readonly which: number; readonly outcome: Outcome; readonly hold: number }
  | { readonly do: 'release' | 'repeat'; readonly which: number }
  | { readonly do: 'hold'; readonly host: string; readonly ms: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'give-up'; readonly host: string }
  | { readonly do: 'kill' | 'finish' | 'fresh' };

const name = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 5 }))
  .map(([host, n]) => `${host}/${n}`);
const text = fc.constantFrom('T1', 'T2', 'T3', 'T4', 'T5', 'T6');
const links = fc.array(name, { maxLength: 4 }).map((names) => names.map((one) => found(one, { depth: 2 })));
const noindex = { ok: false, by: 'robots:noindex', detail: '' } as const;
const empty = { ok: false, by: 'content:empty', detail: '', keepStored: true } as const;

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(text, links).map(([hash, links]) => page(hash, { links })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(text, links, fc.array(text, { maxLength: 3 }), name, fc.integer({ min: 1, max: 2 }))
      .map(([hash, links, bodies, to, analyser]) =>
        page(hash, { links, ...indexed(bodies, { [to]: hash }, analyser) }),
      ),
  },
  fc
    .tuple(text, links, name, fc.constantFrom('redirect', 'canonical'))
    .map(([hash, links, one, by]) =>
      page(hash, { links, identity: identity(one, by as 'redirect'), ...indexed([hash, 'more']) }),
    ),
  fc.tuple(text, links).map(([hash, links]) => page(hash, { links, noindex })),
  fc.constant({ kind: 'unchanged', at: T, links: [] } as const),
  fc.constantFrom('skipped', 'blocked', 'failed', 'gone').map((state) => ended(state as 'gone')),
  fc
    .constantFrom(['gone', 'http:404'], ['failed', 'DOC_TLS'], ['blocked', 'robots:rfc9309:line-2'])
    .map(([state, by]) => ended(state as 'gone', by)),
  fc.tuple(fc.integer({ min: -10, max: 5_000 }), fc.boolean()).map(([ms, retry]) => again(T + ms, retry)),
  fc.tuple(name, fc.boolean()).map(([to, temporary]) => redirect(to, temporary)),
  fc.tuple(text, name).map(([hash, one]) => page(hash, { noindex: empty, identity: identity(one, 'redirect') })),
);
const which = fc.nat(20);
const host = fc.constantFrom('a.test', 'b.test', 'c.test');

/** Any act, the usual ones more often. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('offer' as const),
      names: fc.array(name, { maxLength: 5 }),
      depth: fc.nat(3),
      by: fc.constantFrom(undefined, undefined, undefined, 'scope:depth', 'trap:cycle'),
      slash: fc.constantFrom('', '', '', '/', '//', '///', '////'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('lease' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('settle' as const), which, outcome, hold: fc.nat(300) }) },
  fc.record({ do: fc.constantFrom('release' as const, 'repeat' as const), which }),
  fc.record({ do: fc.constant('hold' as const), host, ms: fc.nat(500) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(1_000) }) },
  fc.record({ do: fc.constant('give-up' as const), host }),
  {
    weight: 3,
    arbitrary: fc.constantFrom<Act>(
      { do: 'kill' },
      { do: 'finish' },
      { do: 'fresh' },
      { do: 'kill' },
      { do: 'finish' },
    ),
  },
);
