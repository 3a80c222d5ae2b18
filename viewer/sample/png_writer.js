import { crc32, deflateSync } from 'node:zlib';

/** A PNG of plain colours: boxes `{ rect: [x0, y0, x1, y1], colour: [r, g, b] }` painted one over the other, as a data URL. */
export function picture(width, height, boxes) {
  const row = 1 + 3 * width;
  const pixels = Buffer.alloc(row * height, 238);
  for (let y = 0; y < height; y += 1) pixels[y * row] = 0;
  for (const { rect: [x0, y0, x1, y1], colour } of boxes) {
    for (let y = Math.max(0, y0); y < Math.min(height, y1); y += 1) {
      for (let x = Math.max(0, x0); x < Math.min(width, x1); x += 1) pixels.set(colour, y * row + 1 + 3 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [['IHDR', header], ['IDAT', deflateSync(pixels)], ['IEND', Buffer.alloc(0)]];
  const file = Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks.map(chunk)]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

function chunk([kind, data]) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return out;
}
