// docs/releasing.md: all files agree on the version and on the Node version.
import { globSync } from 'node:fs'
import t from 'tap'
import { type Manifest, read, workspace } from './support/deployment.ts'
import { ROOT } from './support/dev.ts'

interface Versioned extends Manifest {
  version: string
}

const manifest: Versioned = JSON.parse(read('package.json'))
const changelog = read('CHANGELOG.md')

t.test('all parts of the repository have the same version', (t) => {
  for (const [folder, part] of workspace()) t.match(part, { version: manifest.version }, folder)
  for (const file of globSync('docker/kubernetes/*/kustomization.yaml', { cwd: ROOT })) {
    for (const [, tag] of read(file).matchAll(/newTag: (\S+)/g))
      t.equal(tag, manifest.version, file)
  }
  t.end()
})

t.test('the changelog starts with unreleased changes, then this version and its date', (t) => {
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
  t.equal(headings[0], 'Unreleased')
  t.match(headings[1], new RegExp(`^${manifest.version} - \\d{4}-\\d\\d-\\d\\d$`))
  t.end()
})

t.test("version managers and CI use the project's Node version", (t) => {
  t.equal(read('.nvmrc'), `${manifest.devDependencies?.node}\n`)
  t.match(read('.github/workflows/ci.yaml'), 'node-version-file: .nvmrc')
  t.end()
})

t.test('CI runs only .ci/run, and every action is pinned to a commit', (t) => {
  const workflows = globSync('.github/workflows/*.{yml,yaml}', { cwd: ROOT }).map(read)
  const lines = workflows.flatMap((text) => text.split('\n'))
  const commands = lines.flatMap((line) => /^ *(?:- )?run: (.*)$/.exec(line)?.[1] ?? [])
  t.strictSame(commands, ['.ci/run'])
  const actions = lines.flatMap((line) => /uses: (.*)$/.exec(line)?.[1] ?? [])
  t.ok(actions.length > 0)
  for (const action of actions) t.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/)
  t.end()
})
