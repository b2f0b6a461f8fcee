import sharp from 'sharp'

/** Bytes of a JPEG that has the noise of a photo: `width` by `height` pixels. */
export function photo(width: number, height: number): Promise<Buffer> {
  return noisy(width, height).jpeg({ quality: 85 }).toBuffer()
}

/** A picture with detail everywhere, to be encoded. */
export function noisy(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) }
  const create = { ...size, channels: 3, background: '#808080', noise } as const
  return sharp({ create }).resize(width, height, { fit: 'fill', kernel: 'linear' })
}

/** A picture of one colour, to be encoded. Its file is small for any number of pixels. */
export function plain(width: number, height: number, background = '#336699') {
  return sharp({
    create: { width, height, channels: 3, background },
    limitInputPixels: false,
  })
}

/** An animated WebP with these frames, to be encoded. */
export function animation(frames: Buffer[]) {
  return sharp(frames, { join: { animated: true } }).webp({ loop: 0 })
}
