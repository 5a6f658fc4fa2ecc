// How a delivery is signed: HMAC-SHA256 over the time and the body, so that neither can be changed or sent again much later.
import { createHmac } from 'node:crypto';

/** The headers of one try; the id is the same for every try of a delivery. */
export function deliveryHeaders(
  delivery: { readonly id: string; readonly event: string; readonly body: string },
  secret: string,
  now: number,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(now / 1000);
  return {
    'docent-event': delivery.event,
    'docent-delivery': delivery.id,
    'docent-signature': `t=${seconds},v1=${signature(secret, seconds, delivery.body)}`,
  };
}

function signature(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
