// Checks docs/openapi.json with a general linter and the rules of redocly.yaml.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import t from 'tap'
import { misplacedParameters } from '../scripts/openapi.ts'

const RULES = fileURLToPath(new URL('../redocly.yaml', import.meta.url))
const DOCUMENT = new URL('../docs/openapi.json', import.meta.url)

const config = await loadConfig({ configPath: RULES })
const text = await readFile(DOCUMENT, 'utf8')

async function complaintsAbout(source: string): Promise<string[]> {
  const absoluteRef = fileURLToPath(DOCUMENT)
  const problems = await lintFromString({ source, absoluteRef, config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  )
}

t.test('a linter finds no errors or warnings in the document', async (t) => {
  t.strictSame(await complaintsAbout(text), [])
})

t.test('the linter detects a tag without a description', async (t) => {
  const document = JSON.parse(text)
  const complaints = await complaintsAbout(JSON.stringify({ ...document, tags: [] }))
  t.match(complaints[0], /^operation-tag-defined: /)
})

t.test('`pnpm openapi` refuses a new parameter before a published one', async (t) => {
  const published = JSON.parse(text)
  const next = JSON.parse(text)
  const { parameters } = next.paths['/projects'].get
  parameters.push({ name: 'street', in: 'query' })
  t.strictSame(misplacedParameters(published, next), [], 'at the end it is welcome')
  parameters.splice(3, 0, parameters.pop())
  const [complaint, ...more] = misplacedParameters(published, next)
  t.match(complaint, /^listProjects: street stands where \w+ was/)
  t.strictSame(more, [])
})
