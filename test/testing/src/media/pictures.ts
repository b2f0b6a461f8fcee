import sharp from 'sharp'

/** A JPEG with a photo's noise. */
export function photo(width: number, height: number): Promise<Buffer> {
  return noisy(width, height).jpeg({ quality: 85 }).toBuffer()
}

/** A picture with detail everywhere. */
export function noisy(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) }
  const create = { ...size, channels: 3, background: '#808080', noise } as const
  return sharp({ create }).resize(width, height, { fit: 'fill', kernel: 'linear' })
}

/** A solid-color picture: a small file at any size. */
export function plain(width: number, height: number, background = '#336699') {
  return sharp({
    create: { width, height, channels: 3, background },
    limitInputPixels: false,
  })
}

/** An animated WebP with these frames. */
export function animation(frames: Buffer[]) {
  return sharp(frames, { join: { animated: true } }).webp({ loop: 0 })
}
