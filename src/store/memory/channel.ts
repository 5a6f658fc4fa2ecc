// X2: the channel's memory, as long as the process lives.
import { type ChannelMemory, mostAnswers } from '../../channel/port.ts';
import type { MemoryData } from './records.ts';

/** The channel's memory of this data. */
export function createChannelMemory({ channel }: MemoryData): ChannelMemory {
  const { decisions, aliases, answers } = channel;
  return {
    decision: async (provider) => decisions.get(provider),
    decisions: async () => [...decisions.values()].toSorted((a, b) => (a.provider < b.provider ? -1 : 1)),
    async keepDecision(decision) {
      decisions.set(decision.provider, decision);
    },
    service: async () => channel.service,
    async keepService(state) {
      channel.service = state;
    },
    alias: async (library) => aliases.get(library),
    async keepAlias(library, to) {
      aliases.set(library, to);
    },
    async answer(key, now) {
      const kept = answers.get(key);
      return kept !== undefined && kept.until > now ? kept.answer : undefined;
    },
    async keepAnswer(answer, now) {
      for (const [key, { until }] of answers) if (until <= now) answers.delete(key);
      answers.set(answer.key, answer);
      const others = [...answers.values()].filter(({ key }) => key !== answer.key);
      for (const { key } of others.toSorted((a, b) => b.until - a.until).slice(mostAnswers - 1)) answers.delete(key);
    },
    close: async () => {},
  };
}
