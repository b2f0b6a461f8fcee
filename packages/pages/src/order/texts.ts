import { type Tables, type Texts, translationOf } from '@mediajobs/domain/translation'

const EN = {
  client: 'Booked by',
  where: 'Where',
  noTime: (studio: string) => `${studio} will call you to find a time.`,
  item: 'Item',
  amount: 'Amount',
  times: (quantity: number) => `× ${quantity}`,
  discount: 'Discount',
  tax: 'Tax',
  total: 'Total',
  paid: 'Paid',
  refunded: 'Refunded',
  due: 'Still to pay',
  answers: 'Your answers',
  terms: 'Terms',
  calendar: 'Add to calendar',
  print: 'Print',
  pay: (amount: string) => `Pay ${amount}`,
  payRest: (amount: string) => `Pay the remaining ${amount}`,
  bookAgain: 'Book again',
  secure: (studio: string) =>
    `You pay on a secure page of our payment provider. ${studio} never sees your card.`,
  contact: (studio: string) => `Questions? Contact ${studio}`,
  zone: (zone: string) => `Times are in ${zone}.`,

  states: {
    DUE: (until: string) => [
      'One step left: the payment',
      `Your time is yours until ${until}. It's booked once you have paid.`,
    ],
    DUE_NO_CARDS: (studio: string) => [
      'Waiting for your payment',
      `${studio} can't take cards right now. Contact them to pay.`,
    ],
    CHECKING: ['Checking your payment…', 'This takes a few seconds.'],
    PROCESSING: [
      'Your payment is on its way',
      "Some banks take a few days. There's nothing more to do. Your time is kept.",
    ],
    BOOKED: ["You're booked", 'This page is your confirmation. Keep the link.'],
    PAID: ["You're booked, and it's paid", 'This page is your receipt. Keep the link.'],
    RECEIVED: (studio: string) => [
      'Thank you, your order is in',
      `${studio} will call you to find a time. Keep the link to this page.`,
    ],
    CONFLICT: (studio: string) => [
      "We'll call you about the time",
      `Your payment is safe, but your time was taken before it arrived. ${studio} will find another one with you.`,
    ],
    CONFLICT_UNPAID: (studio: string) => [
      "We'll call you about the time",
      `Your time was taken before it could be confirmed. ${studio} will find another one with you.`,
    ],
    REQUESTED: (studio: string) => [
      'Your request is sent',
      `${studio} will confirm it soon. This page shows the answer.`,
    ],
    DECLINED: (studio: string) => [`${studio} can't take this order`, ''],
    EXPIRED: [
      'Your time was released',
      "It wasn't paid in time, so nothing was charged. You can book again.",
    ],
    CANCELLED: (studio: string) => ['This shoot was canceled', `Questions? Contact ${studio}.`],
  },
  declinedRefund: (amount: string) => `Your ${amount} are on their way back to you.`,
  missing: { title: "This link doesn't work", text: 'Ask your photographer for a new link.' },
} as const

const ES = translationOf<typeof EN>()({
  client: 'Reservado por',
  where: 'Dónde',
  noTime: (studio: string) => `${studio} le llamará para acordar una hora.`,
  item: 'Concepto',
  amount: 'Importe',
  times: (quantity: number) => `× ${quantity}`,
  discount: 'Descuento',
  tax: 'Impuestos',
  total: 'Total',
  paid: 'Pagado',
  refunded: 'Reembolsado',
  due: 'Por pagar',
  answers: 'Sus respuestas',
  terms: 'Condiciones',
  calendar: 'Agregar al calendario',
  print: 'Imprimir',
  pay: (amount: string) => `Pagar ${amount}`,
  payRest: (amount: string) => `Pagar los ${amount} restantes`,
  bookAgain: 'Reservar de nuevo',
  secure: (studio: string) =>
    `El pago se hace en la página segura de nuestro proveedor de pagos. ${studio} nunca ve su tarjeta.`,
  contact: (studio: string) => `¿Preguntas? Escriba a ${studio}`,
  zone: (zone: string) => `Las horas son de ${zone}.`,

  states: {
    DUE: (until: string) => [
      'Solo falta el pago',
      `Su hora es suya hasta las ${until}. Queda reservada cuando haya pagado.`,
    ],
    DUE_NO_CARDS: (studio: string) => [
      'Esperamos su pago',
      `${studio} no puede aceptar tarjetas en este momento. Escríbales para pagar.`,
    ],
    CHECKING: ['Comprobando su pago…', 'Tarda unos segundos.'],
    PROCESSING: [
      'Su pago está en camino',
      'Algunos bancos tardan unos días. No tiene que hacer nada más. Su hora sigue guardada.',
    ],
    BOOKED: ['Su reserva está confirmada', 'Esta página es su confirmación. Guarde el enlace.'],
    PAID: ['Reserva confirmada y pagada', 'Esta página es su recibo. Guarde el enlace.'],
    RECEIVED: (studio: string) => [
      'Gracias, recibimos su pedido',
      `${studio} le llamará para acordar una hora. Guarde el enlace a esta página.`,
    ],
    CONFLICT: (studio: string) => [
      'Le llamaremos por la hora',
      `Su pago está seguro, pero alguien tomó su hora antes de que llegara. ${studio} buscará otra con usted.`,
    ],
    CONFLICT_UNPAID: (studio: string) => [
      'Le llamaremos por la hora',
      `Alguien tomó su hora antes de que se confirmara. ${studio} buscará otra con usted.`,
    ],
    REQUESTED: (studio: string) => [
      'Su solicitud está enviada',
      `${studio} la confirmará pronto. Esta página muestra la respuesta.`,
    ],
    DECLINED: (studio: string) => [`${studio} no puede aceptar este pedido`, ''],
    EXPIRED: [
      'Su hora quedó libre',
      'No se pagó a tiempo, así que no se cobró nada. Puede reservar de nuevo.',
    ],
    CANCELLED: (studio: string) => [
      'Esta sesión fue cancelada',
      `¿Preguntas? Escriba a ${studio}.`,
    ],
  },
  declinedRefund: (amount: string) => `Le devolvemos ${amount}.`,
  missing: { title: 'Este enlace no funciona', text: 'Pida a su fotógrafo un enlace nuevo.' },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type OrderTexts = Texts<typeof EN>
