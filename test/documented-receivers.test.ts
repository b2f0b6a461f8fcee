// The receivers of the quickstart and the recipes. test/packages.test.ts has those of the package.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@mediajobs/local-engines'
import { scratchFolder } from '@mediajobs/local-engines/testing'
import t from 'tap'
import { readDocument } from './docs/document.ts'
import { expectVerifies, startProgram } from './support/receiver-program.ts'

const DOCUMENTS = ['quickstart.md', 'recipes/receive-webhooks.md', 'recipes/ten-receivers.md']
const RECEIVERS = ['receiver.mjs', 'receive.mjs', 'slack-relay.mjs', 'receive.py']

t.test('a documented receiver accepts only signed requests, and survives all others', async (t) => {
  const folder = await scratchFolder(t)
  for (const document of DOCUMENTS) {
    const { blocks } = await readDocument(`docs/${document}`)
    for (const { filename, text } of blocks) {
      if (filename) await writeFile(join(folder, filename), text)
    }
  }
  const slack = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  t.teardown(() => slack.close())
  await once(slack, 'listening')
  const { port } = slack.address() as AddressInfo
  const env = { SLACK_WEBHOOK_URL: `http://127.0.0.1:${port}/` }
  for (const file of RECEIVERS) {
    const command = file.endsWith('.py') ? 'python3' : process.execPath
    if (spawnSync(command, ['--version']).status !== 0) {
      t.comment(`${command} is not on this machine: ${file} was not run`)
      continue
    }
    const url = await startProgram(t, folder, [command, file], await freePort(), env)
    await expectVerifies(t, url, file)
  }
})
