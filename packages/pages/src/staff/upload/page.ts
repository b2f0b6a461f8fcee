import {
  ALTERATION_KINDS,
  MAX_ALTERATION_NOTE_LENGTH,
  MAX_BATCH_FILES,
  MAX_FILE_BYTES,
  MAX_MEDIA_OF_PROJECT,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  MEDIA_TYPES,
} from '@mediajobs/domain'
import { alterationName } from '../../alterations.ts'
import { addressLine } from '../../format.ts'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, optionsOf } from '../change-form.ts'
import { movesOf } from '../project/moves.ts'
import { projectOf, type Visit } from '../project/read.ts'
import { TEXTS as PROJECT } from '../project/texts.ts'
import { readList, readTagged } from '../read-record.ts'
import type { Media, Project } from '../records.ts'
import { sendStaffPage } from '../send-staff-page.ts'
import { pagesAt } from '../serve.ts'
import type { Staff } from '../staff.ts'
import { COMMON, MEDIA_TYPE_NAMES } from '../texts.ts'
import type { Settings } from './settings.ts'
import { TEXTS } from './texts.ts'

/** `/app/{organizationId}/projects/{id}/upload`. docs/contract.md#c12-upload */
export const uploadPages = pagesAt<Visit>('/projects', { 'GET /:id/upload': show }, projectOf)

async function show(visit: Visit) {
  const { staff, url, request } = visit
  const [{ body: project }, { data: media }] = await Promise.all([
    readTagged<Project>(staff, url),
    readList<Media>(staff, `${url}/media`),
  ])
  const mayUpload = staff.may('presignUploads') && staff.may('confirmUploads')
  return sendStaffPage(visit, {
    title: TEXTS.title,
    body: html`<p class="place" dir="auto"><a href="../${project.id}">${addressLine(project) || COMMON.noAddress}</a></p>
<p class="soft" id="count">${TEXTS.count(media.length)}</p>
${mayUpload ? tool(staff, project) : html`<p>${TEXTS.notAllowed}</p>`}
${shootDone(visit, project, media.length)}`,
    styles: ['staff/upload/style.css'],
    module: 'staff/upload/browser/main.ts',
    urls: [request.server.host.uploadOrigin],
    showsOwnVideos: true,
  })
}

/** The button that ends the shoot, once there are files. The module hides it until all are sent. */
function shootDone({ staff, home }: Visit, project: Project, files: number): Html {
  if (movesOf(staff, project).next !== 'UPLOADED') return nothing
  const form = changeForm({
    action: `${home}/projects/${project.id}/status`,
    etag: `"${project.version}"`,
    content: html`<button class="go" name="to" value="UPLOADED">${PROJECT.moves.UPLOADED}</button>`,
  })
  return html`<div id="done"${files === 0 ? html` hidden` : nothing}>${form}</div>`
}

/** Types for which phones open their photo picker. Without HEIC, iPhones convert to JPEG. */
const CAMERA_ROLL = 'image/jpeg,image/png,image/webp,video/*'

function tool(staff: Staff, project: Project): Html {
  const settings: Settings = {
    projectId: project.id,
    locale: staff.organization.locale,
    maxFileBytes: MAX_FILE_BYTES,
    maxPictureBytes: MAX_PICTURE_BYTES,
    maxPicturePixels: MAX_PICTURE_PIXELS,
    maxBatchFiles: MAX_BATCH_FILES,
    maxMedia: MAX_MEDIA_OF_PROJECT,
  }
  const types = MEDIA_TYPES.map((type) => [type, MEDIA_TYPE_NAMES[type]] as const)
  return html`<noscript><p class="notice problem">${TEXTS.noScript}</p></noscript>
<div id="upload" hidden data-settings="${JSON.stringify(settings)}">
<div class="drop" id="drop"><p class="soft mouse">${TEXTS.drop}</p>
<div class="actions">
${chooser('files', TEXTS.choose, html`multiple`, 'go')}
${chooser('roll', TEXTS.roll, html`multiple accept="${CAMERA_ROLL}"`, 'touch')}
${chooser('folder', TEXTS.folder, html`multiple webkitdirectory`, 'mouse')}
</div></div>
<p id="notice" class="notice" role="status" hidden></p>
<ol id="rows" class="uploads"></ol>
<div id="bar" class="bar" tabindex="-1" hidden>
<progress id="total" max="1" value="0" aria-label="${TEXTS.all}"></progress>
<p id="sum"></p>
<div class="actions"><button type="button" class="go" id="start"></button>
<button type="button" id="again" hidden></button>
<a class="button" id="sign-in" href="../../../sign-in" target="_blank" hidden>${TEXTS.signIn}</a>
<a class="button" id="project" href="../${project.id}" hidden>${TEXTS.project}</a></div>
</div>
<p id="said" class="hidden" role="status"></p>
<template id="types">${optionsOf(types, null)}</template>
<template id="altered">${altered()}</template>
</div>`
}

function chooser(id: string, text: string, attributes: Html, name: string): Html {
  return html`<label class="button chooser ${name}"><input id="${id}" type="file" ${attributes}>${text}</label>`
}

/** The fields of an altered picture. The module fills the list of originals. */
function altered(): Html {
  const texts = PROJECT.file
  const kinds = ALTERATION_KINDS.map((kind) => [kind, alterationName(kind)] as const)
  return html`<label>${texts.alteredFrom} <select name="original">${optionsOf([['', texts.isOriginal]], null)}</select></label>
<label>${texts.kind} <select name="kind">${optionsOf(kinds, null)}</select></label>
<label>${texts.note} <input name="note" maxlength="${MAX_ALTERATION_NOTE_LENGTH}"></label>`
}
