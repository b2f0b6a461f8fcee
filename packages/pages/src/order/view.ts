import type { Schemas } from '@mediajobs/client'

/** The response of `GET /orders/{token}`: all data of the page. */
export type View = Schemas['ClientOrder']
