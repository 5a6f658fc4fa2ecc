// The body of a request as text, read within a bound.

/** Why there is no text. */
export interface UnreadBody {
  readonly not: 'too_large' | 'cut_off';
}

/** The body as text; no more than the bound is read. */
export async function readText(request: Request, most: number): Promise<string | UnreadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return { not: 'too_large' };
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body ?? []) {
      size += piece.byteLength;
      if (size > most) return { not: 'too_large' };
      pieces.push(piece);
    }
  } catch {
    // Only the connection can fail here: the client left, or took too long.
    return { not: 'cut_off' };
  }
  return Buffer.concat(pieces).toString('utf8');
}
