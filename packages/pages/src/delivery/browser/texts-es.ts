import { countedIn, translationOf } from '@mediajobs/domain/translation'
import type { TEXTS as English } from './texts-en.ts'

const counted = countedIn('es-419')
const comments = (count: number) => counted(count, { one: 'comentario', other: 'comentarios' })
const photos = (count: number) => counted(count, { one: 'foto', other: 'fotos' })
const files = (count: number) => counted(count, { one: 'archivo', other: 'archivos' })
const SAVED = 'Sus comentarios están guardados.'

export const TEXTS = translationOf<typeof English>()({
  viewer: 'Visor de fotos',
  strip: 'Fotos. Use las flechas izquierda y derecha del teclado',
  position: (at: number, total: number) => `${at} de ${total}`,
  close: 'Cerrar',
  previous: 'Foto anterior',
  next: 'Foto siguiente',
  comment: 'Comentar',
  comments: 'Comentarios',
  commentsOn: comments,
  edit: 'Editar',
  tooMany: 'Envíe primero estos comentarios: no caben más en una solicitud',
  zoom: 'Ampliar',
  select: 'Seleccionar',
  before: 'Antes',

  whatHere: '¿Qué le gustaría cambiar? Toque la foto para señalar un punto.',
  whatIn: (photo: number) => `¿Qué le gustaría cambiar en la foto ${photo}?`,
  done: 'Listo',
  cancel: 'Cancelar',
  discard: 'Descartar',
  discardOne: (number: number) => `Descartar el comentario ${number}`,
  discardAll: 'Descartar todos los comentarios',
  discardAllShort: 'Descartar todo',
  discardTitle: (count: number) =>
    `¿Descartar ${count === 1 ? 'este comentario' : comments(count)}?`,
  discardText: 'Esto no se puede deshacer.',
  keep: 'Conservar',

  send: (count: number) => `Enviar ${comments(count)}`,
  saved: (count: number) =>
    `${counted(count, { one: 'comentario guardado', other: 'comentarios guardados' })}, sin enviar`,
  notSaved: (count: number) =>
    `${comments(count)} sin enviar. Este navegador no puede guardar comentarios: envíe antes de cerrar la página.`,
  photo: (number: number) => `Foto ${number}`,
  removedPhoto: (number: number) => `Foto ${number} (eliminada)`,
  neverSentList: 'Comentarios sin enviar',
  neverSent: (count: number) => `${comments(count)} sin enviar`,
  copy: 'Copiar todo',
  copied: 'Copiado',
  neverSentText: 'Solo usted ve esto. Si todavía lo necesita, cópielo y envíelo por correo.',

  approveTitle: (count: number) => `${comments(count)} sin enviar`,
  approveText: (count: number) =>
    `Todavía tiene ${comments(count)} sin enviar. Si aprueba ahora, ya no podrá pedir cambios.`,
  sendInstead: (count: number) =>
    `Mejor enviar ${count === 1 ? 'el comentario' : 'los comentarios'}`,
  approveAnyway: 'Aprobar de todos modos',
  notApproved: 'No se aprobó: no hay conexión. Intente de nuevo cuando vuelva la conexión.',

  problems: {
    0: `No se envió: no hay conexión. ${SAVED} Envíelos cuando vuelva la conexión.`,
    400: `No se envió: quizás se eliminó una foto. Recargue la página y luego envíe. ${SAVED}`,
    404: 'No se envió: este enlace ya no funciona. Copie sus comentarios antes de cerrar la página.',
    409: 'No se envió: esta entrega ya no admite cambios.',
    413: `No se envió: sus comentarios son demasiado largos en total. Descarte algunos. ${SAVED}`,
    429: `No se envió: demasiados intentos. Espere un minuto y vuelva a enviar. ${SAVED}`,
  },
  partlySent: 'Se envió todo menos lo que ve aquí. Cópielo antes de cerrar la página.',
  failed: `No se envió: algo salió mal. Intente de nuevo en un minuto. ${SAVED}`,

  download: 'Descargar',
  what: 'Qué descargar',
  thisPhoto: 'Esta foto',
  selectedPhotos: (count: number) =>
    counted(count, { one: 'foto seleccionada', other: 'fotos seleccionadas' }),
  allFiles: (count: number) => (count === 1 ? 'Toda la entrega' : `Los ${files(count)}`),
  selectPhotos: 'Seleccionar fotos',
  tapPhotos: 'Toque las fotos para seleccionarlas',
  selected: (count: number, total: number) => `Fotos seleccionadas: ${count} de ${total}`,
  selectedAtMost: (count: number) => `${photos(count)} seleccionadas. Descargue primero estas`,
  clear: 'Quitar',
  clearSelection: 'Quitar la selección',
  downloadFiles: (count: number) => (count === 1 ? 'Descargar' : `Descargar los ${files(count)}`),
  downloadPhotos: (count: number) => `Descargar ${photos(count)}`,

  save: 'Guardar en Fotos',
  loading: 'Cargando fotos…',
  notLoaded: 'No se pudieron cargar las fotos',
  tryAgain: 'Intentar de nuevo',
  savePhotos: (count: number) => `Guardar ${count} en Fotos`,
})
