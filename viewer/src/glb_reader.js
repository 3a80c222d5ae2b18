/**
 * Reads what a clash report's GLB holds: nodes with positions and triangles. Materials, normals and animation are not looked at;
 * a GLB that needs an extension or packs positions in another way is refused with the reason.
 */

const GLTF = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const TRIANGLES = 4;
const FLOAT = 5126;
const INDEX_TYPES = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array };

export class GlbError extends Error {}

/** Parts `{ body, simplified, matrix, positions, indices }`: a node's primitives, its matrix by columns, positions in its own frame. */
export function readGlb(bytes) {
  const { document, binary } = chunks(bytes);
  if (document.extensionsRequired?.length) throw new GlbError(`it needs ${document.extensionsRequired.join(', ')}`);
  const parts = [];
  const visited = new Set();
  const visit = (index, parent) => {
    const node = document.nodes?.[index];
    if (!node || visited.has(index)) throw new GlbError(`node ${index} is not there or hangs in two places`);
    visited.add(index);
    const matrix = multiply(parent, matrixOf(node));
    for (const primitive of document.meshes?.[node.mesh]?.primitives ?? []) {
      if ((primitive.mode ?? TRIANGLES) === TRIANGLES) parts.push({ ...extras(node), matrix, ...primitiveOf(primitive, document, binary) });
    }
    for (const child of node.children ?? []) visit(child, matrix);
  };
  for (const root of document.scenes?.[document.scene ?? 0]?.nodes ?? []) visit(root, IDENTITY);
  return parts;
}

function extras({ extras: given }) {
  return { body: Number.isInteger(given?.body) ? given.body : null, simplified: given?.simplified === true };
}

function chunks(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20 || view.getUint32(0, true) !== GLTF || view.getUint32(4, true) !== 2) throw new GlbError('it is no GLB of version 2');
  let [document, binary] = [null, new Uint8Array(0)];
  for (let at = 12; at + 8 <= bytes.length;) {
    const [length, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > bytes.length) throw new GlbError('it ends too soon');
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK) document = JSON.parse(new TextDecoder().decode(data));
    if (kind === BINARY_CHUNK) binary = data;
    at += 8 + length;
  }
  if (!document) throw new GlbError('it has no JSON');
  return { document, binary };
}

function primitiveOf({ attributes, indices }, document, binary) {
  const positions = elements(attributes?.POSITION, document, binary, { width: 3, arrayOf: (type) => (type === FLOAT ? Float32Array : null) });
  const vertices = positions.length / 3;
  const triangles = indices === undefined
    ? Uint32Array.from({ length: vertices }, (_, k) => k)
    : elements(indices, document, binary, { width: 1, arrayOf: (type) => INDEX_TYPES[type] ?? null });
  for (const index of triangles) if (index >= vertices) throw new GlbError(`vertex ${index} of ${vertices} is asked for`);
  return { positions, indices: triangles.subarray(0, triangles.length - (triangles.length % 3)) };
}

/** The numbers of an accessor, packed tightly whatever the stride. */
function elements(index, document, binary, { width, arrayOf }) {
  const accessor = document.accessors?.[index];
  const view = document.bufferViews?.[accessor?.bufferView];
  const Numbers = arrayOf(accessor?.componentType);
  if (!view || !Numbers || accessor.sparse) throw new GlbError(`accessor ${index} is packed in a way this page does not read`);
  const size = width * Numbers.BYTES_PER_ELEMENT;
  const stride = view.byteStride ?? size;
  const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const end = start + stride * (accessor.count - 1) + size;
  if (accessor.count > 0 && end > binary.length) throw new GlbError(`accessor ${index} reaches past the end`);
  const packed = new Uint8Array(size * accessor.count);
  if (stride === size) packed.set(binary.subarray(start, start + packed.length));
  else for (let k = 0; k < accessor.count; k += 1) packed.set(binary.subarray(start + k * stride, start + k * stride + size), k * size);
  return new Numbers(packed.buffer);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function matrixOf({ matrix, translation: [tx, ty, tz] = [0, 0, 0], rotation: [x, y, z, w] = [0, 0, 0, 1], scale: [sx, sy, sz] = [1, 1, 1] }) {
  if (matrix) return matrix;
  return [
    sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (x * z - y * w), 0,
    sy * 2 * (x * y - z * w), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + x * w), 0,
    sz * 2 * (x * z + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (x * x + y * y)), 0,
    tx, ty, tz, 1,
  ];
}

/** The product of two matrices by columns, in doubles: places far from the origin keep their digits. */
function multiply(p, q) {
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return p[row] * q[4 * column] + p[4 + row] * q[4 * column + 1] + p[8 + row] * q[4 * column + 2] + p[12 + row] * q[4 * column + 3];
  });
}
