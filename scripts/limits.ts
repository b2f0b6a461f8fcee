// Writes docs/limits.md from the constants of packages/domain and from docs/openapi.json.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limitsPage } from './limits/page.ts'

const DOCUMENT = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const FILE = fileURLToPath(new URL('../docs/limits.md', import.meta.url))

await writeFile(FILE, limitsPage(JSON.parse(await readFile(DOCUMENT, 'utf8'))))
