/** Pictures of clashes by id. Only images that lie in the page itself are taken: anything else would be fetched. */
const EMBEDDED = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/;

export function readPictures(text) {
  let raw;
  try {
    raw = JSON.parse(text || '{}');
  } catch {
    return new Map();
  }
  return new Map(Object.entries(raw ?? {}).filter(([, source]) => typeof source === 'string' && EMBEDDED.test(source)));
}
