/** Segments of a JPEG that are looked at. Cameras write about twenty before the size. */
const SEGMENTS_READ = 200

/** The pixels of a JPEG or a PNG, read from its head: to decode it would take its whole size in memory. */
export async function pixelsOf(file: Blob): Promise<number> {
  const head = await viewOf(file, 0, 24)
  if (head.byteLength < 24) return 0
  if (head.getUint32(0) === 0x89504e47) return head.getUint32(16) * head.getUint32(20)
  return head.getUint16(0) === 0xffd8 ? pixelsOfJpeg(file) : 0
}

async function pixelsOfJpeg(file: Blob): Promise<number> {
  let at = 2
  for (let i = 0; i < SEGMENTS_READ; i++) {
    const segment = await viewOf(file, at, 9)
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) return 0
    const marker = segment.getUint8(1)
    if (isFrame(marker)) return segment.getUint16(5) * segment.getUint16(7)
    at += 2 + segment.getUint16(2)
  }
  return 0
}

/** Start of frame: C0 to CF without DHT (C4), JPG (C8) and DAC (CC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

async function viewOf(file: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + length).arrayBuffer())
}
