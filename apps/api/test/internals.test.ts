import { readFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import t from 'tap'

// The api relies on undocumented internals of these. After an upgrade, review their changes, run the tests named here,
// then update the version.
// - Ajv's names (plugins/body/validation.ts): apps/api/test/bodies.test.ts
// - the `_handle` of a socket (plugins/http/unread-responses.ts): test/abuse/unread-responses.test.ts
const CHECKED = { ajv: '8.20.0', node: '24' }

t.test('the internals that the api uses were checked for the installed versions', async (t) => {
  const manifest = new URL('../node_modules/ajv/package.json', import.meta.url)
  t.equal(JSON.parse(await readFile(manifest, 'utf8')).version, CHECKED.ajv, 'ajv')
  t.equal(process.versions.node.split('.')[0], CHECKED.node, 'Node.js')
  const { default: names } = (await import('ajv/dist/compile/names.js')).default as never as {
    default: Record<string, unknown>
  }
  t.match(names, { errors: Object, vErrors: Object })
})

t.test("a connection reports how much of a response its client hasn't read", async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  const [socket] = await new Promise<[Socket]>((resolve) => {
    server.once('connection', (...args) => resolve(args as [Socket]))
    server.once('listening', () => {
      const { port } = server.address() as { port: number }
      const client = connect(port, '127.0.0.1')
      client.pause()
      t.teardown(() => client.destroy())
    })
  })
  socket.write(Buffer.alloc(16 * 1_048_576))
  const { _handle } = socket as unknown as { _handle: Record<string, unknown> }
  t.equal(_handle.bytesWritten, 16 * 1_048_576)
  t.ok(Number(_handle.writeQueueSize) > 0)
  socket.destroy()
})
