import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
// The package's main module would run the code of the page when it is imported.
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js'
import { PUBLIC } from '../vocabulary/access.ts'

const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

// The page loads everything from this service, so it works without the internet. Its URLs are relative,
// so it also works below a path of a proxy. Its icons are data: URLs in its style sheet. The page can't be
// shown in a frame, and can't send a form.
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

// All are the same for every caller. The files change only with a version of the service. The URLs of the
// document and the page name no version.
const ASKED_EACH_TIME = { 'cache-control': 'no-cache' }
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

  // These are large, and any caller may request them often: all responses share the same bytes.
  const document = once(() => Buffer.from(JSON.stringify(app.openApi())))
  app.get('/openapi.json', page, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').headers(ASKED_EACH_TIME).send(document()),
  )
  app.get('/docs', page, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ ...ASKED_EACH_TIME, 'content-security-policy': POLICY })
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

/** Makes a value at the first call, and keeps it. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
