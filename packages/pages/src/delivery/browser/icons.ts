/** From Lucide, like ../../icons.ts. Paths only: scripts create no markup from text. */
const PATHS = {
  close: ['M18 6 6 18', 'm6 6 12 12'],
  download: ['M12 15V3', 'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5'],
  zoom: ['M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0', 'm21 21-4.35-4.35', 'M11 8v6', 'M8 11h6'],
  previous: ['m15 18-6-6 6-6'],
  next: ['m9 18 6-6-6-6'],
} as const

/** A decorative icon in the color of its text. */
export function drawIcon(name: keyof typeof PATHS): SVGElement {
  const svg = element('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  svg.append(...PATHS[name].map((d) => element('path', { d })))
  return svg
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
