import { spawnSync } from 'node:child_process'
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { freePort } from '@mediajobs/local-engines'
import { publint } from 'publint'
import t from 'tap'
import { startOrganization } from './support/organization.ts'
import { installPacked, run, snippetsOf } from './support/packed.ts'
import { expectVerifies, startProgram } from './support/receiver-program.ts'

const root = new URL('../', import.meta.url)
const { folder, tarballs } = await installPacked(t)
const receivers = await snippetsOf('webhook-signature')

// These packages support neither CommonJS nor the module resolution of Node.js 10.
const NOT_FOR = new Set(['node10', 'node16-cjs'])

t.test('each package publishes the files and types named in its package.json', async (t) => {
  t.equal(tarballs.length, 2)
  for (const bytes of tarballs) {
    const tarball = new Uint8Array(bytes)
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
    t.same(messages, [])
    const found = await checkPackage(createPackageFromTarballData(tarball))
    t.ok(found.types)
    const problems = 'problems' in found ? found.problems : []
    t.same(
      problems.filter((each) => !('resolutionKind' in each && NOT_FOR.has(each.resolutionKind))),
      [],
    )
  }
})

t.test('only the entry for Node.js needs Node.js', async (t) => {
  const published = join(folder, 'node_modules/@mediajobs')
  const files = await readdir(published, { recursive: true })
  const scripts = files.filter((name) => name.endsWith('.js') && !name.endsWith('/node.js'))
  t.ok(scripts.includes('webhook-signature/dist/index.js'))
  for (const name of scripts) {
    t.notMatch(
      await readFile(join(published, name), 'utf8'),
      /from 'node:|Buffer\.|require\(/,
      name,
    )
  }
})

t.test('the compiler detects invalid calls in a project with only the package', async (t) => {
  await cp(new URL('packages/client/test/types.ts', root), join(folder, 'types.ts'))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
    types: [],
  }
  const config = JSON.stringify({ compilerOptions, files: ['types.ts'] })
  await writeFile(join(folder, 'tsconfig.json'), config)
  const tsc = fileURLToPath(new URL('node_modules/.bin/tsc', root))
  t.same(await run(tsc, ['-p', '.'], { cwd: folder }), { code: 0, output: '' })
  // Generated while packing, so not in git.
  const published = join(folder, 'node_modules/@mediajobs/client/dist/schema.d.ts')
  t.match(await readFile(published, 'utf8'), '"/projects/create": {')
})

t.test("every example in the client's README runs unchanged", async (t) => {
  const { baseUrl, apiKey } = await startOrganization(t)
  const env = { ...process.env, MEDIAJOBS_URL: baseUrl, MEDIAJOBS_API_KEY: apiKey }
  for (const name of ['kitchen.jpg', 'plan.pdf']) await writeFile(join(folder, name), name)
  const outputs = new Map([
    ['Calls', /^BOOKED\n$/],
    ['Lists', /^[0-9a-f-]{36} 2026-05-01T09:30:00\.000Z\n$/],
    ['Uploads', /19 of 19 bytes\nkitchen\.jpg, plan\.pdf\n$/],
    ['Errors', /^404 not_found \[\] \[[^\]]+\] \S+\n$/],
  ])
  const examples = await snippetsOf('client')
  t.same([...examples.keys()], [...outputs.keys()])
  for (const [heading, code] of examples) {
    const file = `${heading.toLowerCase()}.ts`
    await writeFile(join(folder, file), code)
    const { output } = await run(process.execPath, [file], { cwd: folder, env })
    t.match(output, outputs.get(heading), heading)
  }
})

t.test('receivers in Node.js, Express and Fastify accept only signed requests', async (t) => {
  const libraries = {
    express: new URL('.', import.meta.resolve('express')),
    fastify: new URL('apps/api/node_modules/fastify', root),
  }
  for (const [name, at] of Object.entries(libraries)) {
    await symlink(fileURLToPath(at), join(folder, 'node_modules', name))
  }
  for (const heading of ['Node.js', 'Express', 'Fastify']) {
    const file = `${heading.toLowerCase()}-receiver.js`
    await writeFile(join(folder, file), receivers.get(heading) ?? '')
    const url = await startProgram(t, folder, [process.execPath, file], await freePort())
    await expectVerifies(t, url, heading)
  }
})

t.test('the Next.js route handler accepts only signed requests', async (t) => {
  const file = join(folder, 'route.js')
  await writeFile(file, receivers.get('Next.js') ?? '')
  const serving = `import { createServer } from 'node:http'
    import { buffer } from 'node:stream/consumers'
    import { POST } from ${JSON.stringify(pathToFileURL(file))}
    createServer(async (request, response) => {
      const { method, headers } = request
      const body = method === 'POST' ? await buffer(request).catch(() => null) : null
      const answer = await POST(new Request('http://127.0.0.1/', { method: 'POST', headers, body }))
      response.writeHead(answer.status).end()
    }).listen(process.env.PORT, '127.0.0.1')`
  await writeFile(join(folder, 'next.js'), serving)
  const url = await startProgram(t, folder, [process.execPath, 'next.js'], await freePort())
  await expectVerifies(t, url, 'Next.js')
})

t.test('receivers in other languages accept only signed requests', async (t) => {
  const port = await freePort()
  const languages = [
    { heading: 'Python', command: 'python3', file: 'receive.py', args: ['receive.py'] },
    {
      heading: 'PHP',
      command: 'php',
      file: 'receive.php',
      args: ['-S', `127.0.0.1:${port}`, 'receive.php'],
    },
  ]
  for (const { heading, command, file, args } of languages) {
    const code = receivers.get(heading) ?? ''
    t.ok(code, `${heading} is in the README`)
    if (spawnSync(command, ['--version']).status !== 0) {
      t.comment(`${command} is not on this machine: its receiver was not run`)
      continue
    }
    await writeFile(join(folder, file), code)
    const at = heading === 'PHP' ? port : await freePort()
    const url = await startProgram(t, folder, [command, ...args], at)
    await expectVerifies(t, url, heading)
  }
})

t.test('both entries also verify in Deno and Bun, if installed', async (t) => {
  const check = `import { sign, verify } from '@mediajobs/webhook-signature'
    import * as atOnce from '@mediajobs/webhook-signature/node'
    const options = { timestampSeconds: 1, secrets: ['k'] }
    const body = '{"id":"1","event":"A","timestamp":"1","data":{}}'
    const headers = new Headers({ 'x-webhook-signature': await sign(body, options) })
    const event = await verify(body, headers, 'k', { nowSeconds: 1 })
    console.log(event.id, atOnce.verify(body, headers, 'k', { nowSeconds: 1 }).id)`
  await writeFile(join(folder, 'check.js'), check)
  for (const [command, args] of [
    [process.execPath, []],
    ['deno', ['run', '--allow-all']],
    ['bun', ['run']],
  ] as const) {
    if (spawnSync(command, ['--version']).status !== 0) {
      t.comment(`${command} is not on this machine`)
      continue
    }
    const { output } = await run(command, [...args, 'check.js'], { cwd: folder })
    t.match(output, /^1 1\n$/, command)
  }
})
