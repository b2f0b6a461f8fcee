/** CSS pixels, twice for sharp screens. */
const SIDE = 112
/** Larger photos are not decoded only for a small picture. */
const DECODED_BYTES = 40_000_000
/** Seconds from the start of a video. */
const FRAME_AT = 0.5
const LOAD_MS = 5_000

let last: Promise<void> = Promise.resolve()

const visible = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue
    visible.unobserve(target)
    const draw = pending.get(target)
    // One after the other: each takes memory.
    if (draw) last = last.then(draw).catch(() => {})
  }
})
const pending = new WeakMap<Element, () => Promise<void>>()

/** Draws a photo, or a frame of a video, when the canvas comes into view. */
export function paint(canvas: HTMLCanvasElement, file: File, contentType: string): void {
  canvas.width = canvas.height = SIDE
  pending.set(canvas, async () => {
    if (contentType.startsWith('video/')) return paintFrame(canvas, file)
    if (!/^image\/(jpeg|png|webp)$/.test(contentType) || file.size > DECODED_BYTES) return
    const bitmap = await createImageBitmap(file, { resizeWidth: 2 * SIDE })
    fill(canvas, bitmap, bitmap.width, bitmap.height)
    bitmap.close()
  })
  visible.observe(canvas)
}

async function paintFrame(canvas: HTMLCanvasElement, file: File): Promise<void> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await event(video, 'loadeddata')
    video.currentTime = FRAME_AT
    await event(video, 'seeked')
    fill(canvas, video, video.videoWidth, video.videoHeight)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function event(video: HTMLVideoElement, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true })
    video.addEventListener('error', reject, { once: true })
    setTimeout(reject, LOAD_MS)
  })
}

/** Fills the canvas with the middle of a picture. */
function fill(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number) {
  const side = Math.min(width, height)
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  canvas.getContext('2d')?.drawImage(source, x, y, side, side, 0, 0, SIDE, SIDE)
  canvas.classList.add('painted')
}
