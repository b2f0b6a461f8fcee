import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
// The package itself runs the whole page's code when it is imported.
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js'
import { PUBLIC } from '../access.ts'

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

// Everything that the page needs comes from here: it works without the internet.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Media Production Job Service: reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</html>
`

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
`

/** The reference for people, and the document that it shows. */
export const docsRoutes: FastifyPluginAsync = async (app) => {
  const page = { config: PUBLIC, schema: { hide: true }, logLevel: 'warn' } as const

  app.get('/openapi.json', page, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(app.openApi())),
  )
  app.get('/docs', page, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
  app.get('/docs/reference.js', page, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  for (const [name, type] of Object.entries(FILES)) {
    const file = join(swaggerUiFolder(), name)
    app.get(`/docs/${name}`, page, async (_request, reply) =>
      reply.type(type).send(await readFile(file)),
    )
  }
}
