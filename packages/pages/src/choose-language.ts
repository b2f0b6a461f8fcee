import {
  LANGUAGES,
  type Language,
  languageOfLocale,
  MAX_ACCEPT_LANGUAGE_LENGTH,
} from '@mediajobs/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isLinkPreviewer } from './audience.ts'

/** What is known of a page's readers. */
export interface Readers {
  customerLanguage?: Language | null | undefined
  organizationLocale?: string | null | undefined
}

/** The language of a page for clients. docs/contract.md#c12-language */
export function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { customerLanguage, organizationLocale = null }: Readers = {},
): Language {
  reply.vary('Accept-Language')
  if (customerLanguage) return customerLanguage
  const fallback = languageOfLocale(organizationLocale)
  const accepted = request.headers['accept-language'] ?? ''
  // A previewer's server doesn't speak for the readers of the message.
  if (accepted.length > MAX_ACCEPT_LANGUAGE_LENGTH || isLinkPreviewer(request.raw)) return fallback
  // In this order, so that `*` means the fallback.
  const languages = [fallback, ...LANGUAGES.filter((each) => each !== fallback)]
  const headers = { 'accept-language': accepted || '*' }
  return (new Negotiator({ headers }).language(languages) as Language | undefined) ?? fallback
}
