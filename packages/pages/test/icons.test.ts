import { readFile } from 'node:fs/promises'
import t from 'tap'
import { ICONS } from '../src/icons.ts'

t.test('every icon matches the installed Lucide', async (t) => {
  for (const [name, drawing] of Object.entries(ICONS)) {
    const file = new URL(`icons/${name}.svg`, import.meta.resolve('lucide-static/package.json'))
    const [, lucide = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(await readFile(file, 'utf8')) ?? []
    t.equal(drawing, lucide.replaceAll(/>\s+/g, '>').replaceAll(' />', '/>').trim(), name)
  }
})
