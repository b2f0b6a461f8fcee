import encodeQR from 'qr'

/** The white border, in modules: ISO/IEC 18004 requires four. */
const BORDER_MODULES = 4

/** A QR code of `text` as SVG. Its background is white, so that it can be printed on coloured paper. */
export function qrCode(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER_MODULES })
  const path = modules.map((row, y) =>
    darkRuns(row)
      .map(({ x, length }) => `M${x} ${y}h${length}v1H${x}z`)
      .join(''),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${modules.length}v${modules.length}H0z"/><path d="${path.join('')}"/></svg>`
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (isDark && last && last.x + last.length === x) last.length++
    else if (isDark) runs.push({ x, length: 1 })
  }
  return runs
}
