import { anyAddress } from '@mediajobs/testing/api/request'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

interface ToolAnswer {
  isError: boolean
  text: string
  /** Text parts after the answer. */
  notes: string[]
  // biome-ignore lint/suspicious/noExplicitAny: the assertions check the shape
  body: any
}

/** An agent at `/mcp`, using the SDK's client. */
export async function connectAgent(url: string, headers: Record<string, string>, query = '') {
  const client = new Client({ name: 'test', version: '1' })
  const sent = { 'x-forwarded-for': anyAddress(), ...headers }
  const options = { requestInit: { headers: sent } }
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), options)
  // The SDK's types don't support exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0])

  async function call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [text = '', ...notes] = (content as { text: string }[]).map((part) => part.text)
    return { isError: isError === true, text, notes, body: /^[{[]/.test(text) && parsed(text) }
  }

  return {
    client,
    call,
    tools: async () => (await client.listTools()).tools,
    /** Calls a tool, and confirms if asked. */
    async confirmed(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const asked = await call(name, args)
      return asked.isError ? asked : call(name, { ...args, confirm: asked.body.confirm })
    },
    close: () => client.close(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
