import type { Schemas } from '@mediajobs/client'
import { MAX_EMAIL_LENGTH } from '@mediajobs/domain'
import { type ApiResponse, callApi, type ErrorBody } from '../call-api.ts'
import { refuseAs } from '../errors.ts'
import { formOf } from '../forms.ts'
import { html, nothing } from '../html.ts'
import { queryOf } from '../staff/own-address.ts'
import type { MyTexts } from './texts.ts'
import {
  callPortal,
  findSession,
  homeOf,
  organizationOf,
  refuse,
  type Studio,
  sendMyPage,
  type Visit,
} from './visit.ts'

type Refusal = keyof MyTexts['signIn']['refused']
type Notice = keyof MyTexts['notices']

interface Form {
  refusal?: Refusal | undefined
  notice?: Notice | undefined
  email?: string | undefined
}

function readStudio({ request, ...visit }: Visit): Promise<ApiResponse<Studio & ErrorBody>> {
  const id = encodeURIComponent(organizationOf({ request, ...visit }))
  return callApi(request, { method: 'GET', url: `/portal/organizations/${id}` })
}

/** The form that requests a link. docs/contract.md#c22-pages */
export async function showSignIn(visit: Visit, form: Form = {}) {
  const read = await readStudio(visit)
  if (read.status !== 200) return refuse(visit, read)
  return sendForm(visit, read.body, form)
}

function sendForm(visit: Visit, studio: Studio, { refusal, notice, email }: Form) {
  return sendMyPage(visit, ({ signIn }) => signIn.title, {
    studio,
    head: ({ texts }) => html`<p class="sub">${texts.signIn.intro(studio.name)}</p>`,
    body: ({
      texts,
      home,
    }) => html`${notice ? html`<p class="notice" role="status">${texts.notices[notice]}</p>` : nothing}
${refusal ? html`<p class="problem-line" id="problem" role="alert">${texts.signIn.refused[refusal]}</p>` : nothing}
<form class="narrow" method="post" action="${home}/sign-in">
<label>${texts.signIn.email}<input name="email" type="email" autocomplete="email" required maxlength="${MAX_EMAIL_LENGTH}"${email ? html` value="${email}"` : nothing}${refusal === 'email' ? html` aria-invalid="true" aria-describedby="problem" autofocus` : nothing}></label>
<button class="go">${texts.signIn.send}</button>
</form>`,
  })
}

export async function askForLink(visit: Visit) {
  const { request, reply, auth } = visit
  const email = formOf(request).text('email')?.trim() ?? ''
  if (auth.site.isUnsafe(request)) {
    refuseAs(visit, 'cross_site')
    return showSignIn(visit, { refusal: 'unsafe', email })
  }
  const response = await callApi<Schemas['PortalSignInRequested'] & ErrorBody>(request, {
    method: 'POST',
    url: '/portal/sign-ins',
    payload: { email, organizationId: organizationOf(visit) },
  })
  const { status, body, headers } = response
  if (status === 202) {
    return reply.redirect(`${homeOf(visit)}/sign-in?${body.sendsMail ? 'sent' : 'off'}`, 303)
  }
  if (status !== 400 && status !== 429) return refuse(visit, response)
  request.problemCode = body.code
  if (headers['retry-after'] !== undefined) reply.header('retry-after', headers['retry-after'])
  reply.code(status)
  return showSignIn(visit, { refusal: status === 429 ? 'rate' : 'email', email })
}

/** `/sign-in`: confirms that the mail was sent, or shows the form. */
export async function showSent(visit: Visit) {
  const query = new URL(visit.request.url, 'https://here.invalid').searchParams
  if (!query.has('sent') && !query.has('off')) return showSignIn(visit)
  const read = await readStudio(visit)
  if (read.status !== 200) return refuse(visit, read)
  const studio = read.body
  if (query.has('off')) {
    return sendMyPage(visit, ({ signIn }) => signIn.title, {
      studio,
      body: ({ texts }) => html`<p role="status">${texts.signIn.off(studio.name)}</p>`,
    })
  }
  return sendMyPage(visit, ({ signIn }) => signIn.sent.title, {
    studio,
    body: ({ texts: { signIn }, home }) => html`<p>${signIn.sent.text(studio.name)}</p>
<p class="soft">${signIn.sent.other}</p>
<p class="links"><a href="${home}">${signIn.sent.again}</a></p>`,
  })
}

const tokenOf = ({ request }: Visit) => (request.params as unknown as { token: string }).token

/** The page of the mailed link: one button, because scanners open links. docs/contract.md#c22-sign-in-link */
export async function showLink(visit: Visit) {
  const url = `/portal/sign-ins/${encodeURIComponent(tokenOf(visit))}`
  const read = await callApi<Schemas['PortalSignIn'] & ErrorBody>(visit.request, {
    method: 'GET',
    url,
  })
  if (read.status === 404) return refuseLink(visit)
  if (read.status !== 200) return refuse(visit, read)
  const { organization: studio, customerEmail, customerLanguage } = read.body
  if (studio.id !== organizationOf(visit)) return refuseLink(visit)
  return sendMyPage(visit, ({ signIn }) => signIn.confirm.title(studio.name), {
    studio,
    customerLanguage,
    head: ({ texts }) => html`<p class="sub">${texts.signIn.confirm.as(customerEmail)}</p>`,
    body: ({ texts: { signIn } }) => html`<form class="narrow" method="post">
<button class="go">${signIn.confirm.button}</button>
</form>
<p class="soft">${signIn.confirm.notYou}</p>`,
  })
}

/** If already signed in, continues: the button was pressed twice. */
async function refuseLink(visit: Visit) {
  const known = await findSession(visit)
  if (known?.status === 200) return visit.reply.redirect(homeOf(visit), 303)
  refuseAs(visit, 'not_found')
  return showSignIn(visit, { refusal: 'link' })
}

export async function useLink(visit: Visit) {
  const { request, reply, auth } = visit
  if (auth.site.isUnsafe(request)) {
    refuseAs(visit, 'cross_site')
    return showSignIn(visit, { refusal: 'unsafe' })
  }
  const response = await callApi<Schemas['NewPortalSession'] & ErrorBody>(request, {
    method: 'POST',
    url: '/portal/sessions',
    payload: { token: tokenOf(visit) },
  })
  if (response.status === 401 || response.status === 400) return refuseLink(visit)
  if (response.status !== 201) return refuse(visit, response)
  const before = auth.cookie.read(request, response.body.organizationId)
  auth.cookie.add(request, reply, response.body)
  // Prevents session fixation.
  if (before !== undefined) await endSession(visit, before)
  const root = homeOf(visit).replace(/my\/[^/]*$/, '')
  return reply.redirect(`${root}my/${response.body.organizationId}`, 303)
}

function endSession(visit: Visit, token: string) {
  return callPortal(visit, token, { method: 'DELETE', url: '/portal/sessions/current' })
}

export async function signOut(visit: Visit) {
  const { request, reply, auth } = visit
  const token = auth.cookie.read(request, organizationOf(visit))
  const isEverywhere = formOf(request).text('everywhere') !== undefined
  if (token !== undefined) {
    if (isEverywhere) await callPortal(visit, token, { method: 'DELETE', url: '/portal/sessions' })
    else await endSession(visit, token)
  }
  auth.cookie.drop(request, reply, organizationOf(visit))
  const done = isEverywhere ? 'everywhere' : 'signed-out'
  return reply.redirect(`${homeOf(visit)}?done=${done}`, 303)
}

/** The notice named by the URL, if any. */
export function noticeOf(visit: Visit, notices: readonly Notice[]): Notice | undefined {
  const done = queryOf(visit.request).get('done')
  return notices.find((each) => each === done)
}
