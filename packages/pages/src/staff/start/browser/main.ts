import '../../board/browser/main.ts'
import { Connection, callWithRetries, put, readMedia } from '../../upload/browser/connection.ts'

const [WIDTH, HEIGHT] = [1_200, 800]
const TYPE = 'image/jpeg'
const QUALITY = 0.85

/** Draws and uploads photos for a new sample. */
async function drawSample(): Promise<void> {
  const line = document.getElementById('sample')
  const { project, drawing = '', drawn = '', failed = '' } = line?.dataset ?? {}
  if (!line || project === undefined) return
  line.textContent = drawing
  const isDrawn = await upload(project).catch(() => false)
  line.textContent = isDrawn ? drawn : failed
}

async function upload(projectId: string): Promise<boolean> {
  const connection = new Connection()
  // The photos exist after a reload, or if the sample was restored.
  if ((await readMedia(connection, projectId)).length > 0) return true
  const files = await Promise.all(
    Object.entries(SCENES).map(async ([name, draw]) => {
      const blob = await picture(draw)
      return new File([blob], `${name}.jpg`, { type: TYPE })
    }),
  )
  const { data } = await callWithRetries<{ data: { key: string; uploadUrl: string }[] }>(
    connection,
    'POST',
    '/media/presign-batch',
    {
      projectId,
      files: files.map(({ name }) => ({ filename: name, contentType: TYPE, mediaType: 'PHOTO' })),
    },
  )
  const { signal } = new AbortController()
  const sent = await Promise.all(
    files.map((file, i) => {
      const url = data[i]?.uploadUrl ?? ''
      return put({ url, file, contentType: TYPE, onProgress() {}, signal })
    }),
  )
  if (sent.some((status) => status !== 200)) return false
  const confirmed = files.map(({ name, size }, i) => ({
    filename: name,
    size,
    type: 'PHOTO',
    key: data[i]?.key,
  }))
  await callWithRetries(connection, 'POST', '/media/confirm-batch', { projectId, files: confirmed })
  return true
}

type Draw = (context: CanvasRenderingContext2D) => void

function picture(draw: Draw): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (context) draw(context)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), TYPE, QUALITY)
  })
}

function box(context: CanvasRenderingContext2D, fill: string, ...[x, y, w, h]: number[]): void {
  context.fillStyle = fill
  context.fillRect(x ?? 0, y ?? 0, w ?? WIDTH, h ?? HEIGHT)
}

function shape(
  context: CanvasRenderingContext2D,
  fill: string,
  ...points: [number, number][]
): void {
  context.fillStyle = fill
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.fill()
}

function disc(
  context: CanvasRenderingContext2D,
  fill: string,
  x: number,
  y: number,
  r: number,
): void {
  context.fillStyle = fill
  context.beginPath()
  context.arc(x, y, r, 0, 2 * Math.PI)
  context.fill()
}

const SCENES: Record<string, Draw> = {
  front(context) {
    box(context, '#bcd8ee')
    box(context, '#86a56b', 0, 600, WIDTH, 200)
    box(context, '#f1ece2', 280, 380, 640, 240)
    shape(context, '#4c4f57', [230, 390], [600, 210], [970, 390])
    for (const x of [340, 480, 800]) box(context, '#5c86a8', x, 450, 90, 90)
    box(context, '#7d4a2d', 650, 450, 90, 170)
    shape(context, '#cfc8ba', [640, 620], [750, 620], [860, 800], [540, 800])
    for (const x of [150, 1_060]) disc(context, '#5d8a4f', x, 540, 90)
  },
  room(context) {
    box(context, '#e6e2db')
    shape(context, '#c89f6f', [0, 800], [220, 570], [980, 570], [1_200, 800])
    shape(context, '#d8d3ca', [0, 0], [220, 120], [220, 570], [0, 800])
    shape(context, '#d3cdc3', [1_200, 0], [980, 120], [980, 570], [1_200, 800])
    box(context, '#ffffff', 390, 170, 420, 270)
    box(context, '#b9d6ea', 405, 185, 185, 240)
    box(context, '#b9d6ea', 610, 185, 185, 240)
    box(context, '#8c4a38', 380, 520, 430, 110)
    box(context, '#a35a45', 380, 460, 430, 80)
  },
  garden(context) {
    box(context, '#f3d5b4')
    disc(context, '#fff0c2', 610, 430, 100)
    box(context, '#7f9f62', 0, 540, WIDTH, 260)
    for (const x of [140, 390, 820, 1_070]) {
      box(context, '#6a4d36', x - 12, 420, 24, 190)
      disc(context, '#55804a', x, 370, 100)
    }
    box(context, '#7fc0d8', 440, 640, 320, 80)
  },
}

void drawSample()
