// Reads what a store has kept for the channel: all of it can be requested again, so what has another shape counts as missing.
import { decodeOrNothing, isNumber, isOneOf, isOptional, isShape, isString } from '../core/decode.ts';
import { isReason } from '../core/reasons.ts';
import type { ChannelDecision } from './port.ts';
import type { Quota, ServiceState } from './service-state.ts';

const isDecision = isShape<ChannelDecision>({
  provider: isString,
  source: isOneOf<ChannelDecision['source']>({ context7: true, crawl: true }),
  by: (value): value is ChannelDecision['by'] => isString(value) && isReason(value),
  detail: isString,
  library: isOptional(isString),
  updatedAt: isOptional(isNumber),
  checkedAt: isNumber,
  until: isNumber,
  wanted: isString,
});

const isService = isShape<ServiceState>({
  failures: isNumber,
  pausedUntil: isOptional(isNumber),
  why: isOptional(isString),
  offAt: isOptional(isNumber),
  quota: isOptional(
    isShape<Quota>({
      at: isNumber,
      limit: isOptional(isNumber),
      remaining: isOptional(isNumber),
      resetAt: isOptional(isNumber),
    }),
  ),
});

export function decodeDecision(json: unknown): ChannelDecision | undefined {
  return decodeOrNothing(json, isDecision);
}

export function decodeService(json: unknown): ServiceState | undefined {
  return decodeOrNothing(json, isService);
}
