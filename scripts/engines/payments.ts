import { join } from 'node:path'
import { freePort } from '@mediajobs/local-engines'
import { type Engine, findOrBuild, startServer } from './programs.ts'

const SOURCE = 'github.com/stripe/stripe-mock@v0.203.0'

/** stripe-mock, which validates calls against Stripe's whole API and is stateless. @throws {MissingEngine} */
export async function startStripeMock(folder: string): Promise<Engine> {
  const { program, version } = findOrBuild('stripe-mock', SOURCE)
  const port = await freePort()
  const server = await startServer({
    program,
    args: ['-http-addr', `127.0.0.1:${port}`],
    port,
    log: join(folder, 'stripe-mock.log'),
    endSignal: 'SIGTERM',
  })
  return {
    version,
    environment: { TEST_STRIPE_MOCK_URL: `http://127.0.0.1:${port}` },
    end: server.end,
  }
}
