import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as domain from '@mediajobs/domain'
import t from 'tap'
import { limitsPage } from '../scripts/limits.ts'
import { read } from './support/deployment.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'apps/api/src',
  'packages/operations/src',
  'packages/pages/src',
  'apps/dispatcher/src',
  'apps/media/src',
]
const NUMBER = '-?[\\d_]{2,}'
const CONSTANT = new RegExp(`\\b((?:MAX_|MIN_)\\w+|\\w*LIMIT\\w*)\\s*=\\s*${NUMBER}`)
const KEYWORD = new RegExp(
  `\\b((?:max|min)(?:Length|Items|Properties)|maximum|minimum|\\w*[lL]imitBytes|bodyLimit|limit):\\s*(${NUMBER})`,
)
// The natural limits of latitude and longitude.
const NATURAL = ['90', '180']
// Internal sizes invisible to callers: batches, pauses, caches.
const OWN = [
  'MAX_CHOSEN',
  'MAX_PREVIEW_BYTES',
  'MAX_ROUNDS',
  'MIN_MINUTES',
  'MAX_SHARED_FILES',
  'MAX_SHOWN_ORIGINAL_BYTES',
  'MAX_REMEMBERED',
  'MAX_BYTES_OF_A_MEMBER',
  'MAX_BYTES_OF_OTHER_FIELDS',
  'MAX_COMPRESSION',
  'READY_LIMIT_MS',
  'MAX_WAIT_MS',
  'MAX_RETRY_MS',
  'MAX_BATCH',
  'MAX_AGE_MS',
  'MAX_IDLE_MS',
  'ASK_LIMIT_MS',
  'LIMIT_MS',
  'QUERY_LIMIT_MS',
  'MAX_FETCH',
  'MAX_STDERR_LENGTH',
  'MAX_DETAIL_LENGTH',
]

t.test('docs/limits.md has every bound: `pnpm openapi` writes it [c10-limits-page]', async (t) => {
  t.equal(read('docs/limits.md'), limitsPage())
})

t.test('every constant in bounds/ is in exactly one row [c10-limits-page]', async (t) => {
  const texts = globSync('packages/domain/src/bounds/*.ts', { cwd: ROOT }).map(read).join()
  const names = [...texts.matchAll(/^export const (\w+) = [\d\w (]/gm)].map(([, name = '']) => name)
  const declared = names.filter((name) => name in domain)
  t.strictSame(Object.keys(domain.LIMITS).sort(), declared.sort())
})

t.test('bounds on input are written only in packages/domain/src/bounds/', async (t) => {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
  for (const file of files) {
    for (const [n, line] of readFileSync(join(ROOT, file), 'utf8').split('\n').entries()) {
      const [, constant] = CONSTANT.exec(line) ?? []
      const [, keyword, number = ''] = KEYWORD.exec(line) ?? []
      const isConstant = constant !== undefined && !OWN.includes(constant)
      const isKeyword = keyword !== undefined && !NATURAL.includes(number.replace('-', ''))
      if (isConstant || isKeyword) t.fail(`${file}:${n + 1} ${line.trim()}`)
    }
  }
  t.ok(files.length > 100)
})
