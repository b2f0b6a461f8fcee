import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
// The package's main module runs the page's code on import.
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js'
import { PUBLIC } from '../vocabulary/routes.ts'

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

// Works offline and under a path prefix of a proxy. Icons are data: URLs in the style sheet. No frames or forms.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Public, but revalidated: the URLs of the document and the page contain no version.
const REVALIDATED = { 'cache-control': 'no-cache' }
const KEPT_FOR_AN_HOUR = { 'cache-control': 'public, max-age=3600' }

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Media Production Job Service: reference</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/reference.js"></script>
</html>
`

const START = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
`

/** The reference page for people, and the OpenAPI document that it shows. */
export const referenceRoutes: FastifyPluginAsync = async (app) => {
  const page = { config: PUBLIC, schema: { hide: true }, logLevel: 'warn' } as const

  // Large and public: all responses share the bytes.
  const document = once(() => Buffer.from(JSON.stringify(app.openApi())))
  app.get('/openapi.json', page, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').headers(REVALIDATED).send(document()),
  )
  app.get('/docs', page, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ ...REVALIDATED, 'content-security-policy': POLICY })
      .send(PAGE),
  )
  app.get('/docs/reference.js', page, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').headers(KEPT_FOR_AN_HOUR).send(START),
  )
  for (const [name, type] of Object.entries(FILES)) {
    const file = once(() => readFile(join(swaggerUiFolder(), name)))
    app.get(`/docs/${name}`, page, async (_request, reply) =>
      reply
        .type(type)
        .headers(KEPT_FOR_AN_HOUR)
        .send(await file()),
    )
  }
}

/** Computed at the first call, then cached. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
