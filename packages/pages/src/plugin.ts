import type { FastifyPluginAsync } from 'fastify'
import { type Asset, bundleAssets } from './assets.ts'
import { bookPageRoutes } from './book/routes.ts'
import { downloadRoutes } from './delivery/download.ts'
import { deliveryPageRoutes } from './delivery/page.ts'
import { PageError } from './errors.ts'
import type { PagesOptions } from './host.ts'
import { myPages } from './my/routes.ts'
import { orderPageRoutes } from './order/routes.ts'
import { originalPageRoutes } from './originals/originals.ts'
import { passwordResetPageRoutes } from './password-reset/password-reset.ts'
import { payPageRoutes } from './pay/page.ts'
import { encodingOf } from './send-page.ts'
import { sitePageRoutes } from './site/routes.ts'
import { staffPages } from './staff/plugin.ts'
import { unsubscribePageRoutes } from './unsubscribe/unsubscribe.ts'

export type { Operation, PagesOptions } from './host.ts'

// File names change with their bytes, so caches may keep them for a year.
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The pages, and the files that they load. docs/contract.md#c12 */
export const pages: FastifyPluginAsync<PagesOptions> = async (app, options) => {
  app.decorate('host', options)
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { access: 'public' }, schema: { hide: true }, logLevel: 'warn' },
    async (request, reply) => {
      const asset = await findAsset(request.params.name)
      const encoding = encodingOf(request)
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      reply.vary('Accept-Encoding')
      const bytes = await asset.bytes(encoding)
      return reply.header('cache-control', FOR_EVER).type(asset.type).send(bytes)
    },
  )
  await app.register(deliveryPageRoutes)
  await app.register(downloadRoutes)
  await app.register(originalPageRoutes)
  await app.register(payPageRoutes)
  await app.register(myPages)
  await app.register(bookPageRoutes)
  await app.register(orderPageRoutes)
  await app.register(sitePageRoutes)
  await app.register(staffPages)
  await app.register(passwordResetPageRoutes)
  await app.register(unsubscribePageRoutes)
}

async function findAsset(name: string): Promise<Asset> {
  for (const asset of (await bundleAssets()).values()) if (asset.name === name) return asset
  throw new PageError(404, 'not_found', 'Not found.')
}
