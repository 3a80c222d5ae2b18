const CHUNK = 1 << 20; // characters decoded at once, a multiple of four

/** The bytes of a base64 text; spaces around it do not matter. */
export function decode(text) {
  const trimmed = text.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(trimmed);
  const padding = trimmed.endsWith('==') ? 2 : Number(trimmed.endsWith('='));
  const bytes = new Uint8Array((trimmed.length / 4) * 3 - padding);
  for (let at = 0, out = 0; at < trimmed.length; at += CHUNK) {
    const piece = atob(trimmed.slice(at, at + CHUNK));
    for (let k = 0; k < piece.length; k += 1, out += 1) bytes[out] = piece.charCodeAt(k);
  }
  return bytes;
}
