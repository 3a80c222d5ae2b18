/** Writes bodies as a GLB the way the command does: a node for each body, `extras.body` its index in the report. */
export function writeGlb(bodies) {
  const chunks = [];
  let length = 0;
  const document = {
    asset: { version: '2.0', generator: 'Impinge' },
    scene: 0,
    scenes: [{ nodes: bodies.map((_, index) => index) }],
    nodes: [], meshes: [], accessors: [], bufferViews: [], buffers: [],
  };
  const append = (array, accessor) => {
    document.accessors.push({ bufferView: document.bufferViews.length, ...accessor });
    document.bufferViews.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength });
    chunks.push(Buffer.from(array.buffer, array.byteOffset, array.byteLength));
    length += array.byteLength;
    return document.accessors.length - 1;
  };
  bodies.forEach(({ name, positions, indices, simplified, translation }, body) => {
    const position = append(Float32Array.from(positions), { componentType: 5126, type: 'VEC3', count: positions.length / 3 });
    const index = append(Uint32Array.from(indices), { componentType: 5125, type: 'SCALAR', count: indices.length });
    document.nodes.push({ name, mesh: body, extras: { body, ...(simplified && { simplified }) }, ...(translation && { translation }) });
    document.meshes.push({ primitives: [{ attributes: { POSITION: position }, indices: index }] });
  });
  document.buffers.push({ byteLength: length });
  return container(Buffer.from(JSON.stringify(document)), Buffer.concat(chunks));
}

/** The two chunks of a GLB behind its header. */
function container(document, binary) {
  const json = Buffer.concat([document, Buffer.alloc(-document.length & 3, ' ')]);
  const words = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
  const total = 12 + 8 + json.length + 8 + binary.length;
  return Buffer.concat([words(0x46546c67, 2, total), words(json.length, 0x4e4f534a), json, words(binary.length, 0x004e4942), binary]);
}
