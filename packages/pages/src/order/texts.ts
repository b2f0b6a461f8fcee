import { type Tables, type Texts, translationOf } from '@mediajobs/domain/translation'

const EN = {
  client: 'Booked by',
  where: 'Where',
  noTime: (studio: string) => `${studio} will call you to find a time.`,
  paid: 'Paid',
  refunded: 'Refunded',
  due: 'Still to pay',
  charge: 'Additional charge',
  others: 'Other charges',
  cancellationFee: 'Cancellation fee',
  answers: 'Your answers',
  yes: 'Yes',
  no: 'No',
  terms: 'Terms',
  calendar: 'Add to calendar',
  print: 'Print',
  pay: (amount: string) => `Pay ${amount}`,
  payRest: (amount: string) => `Pay the remaining ${amount}`,
  invoiced: (payer: string | null, due: string | null) =>
    `Invoiced to ${payer ?? 'you'}${due === null ? '' : `, due ${due}`}.`,
  payLater: 'You can pay now, or when your files are ready.',
  bookAgain: 'Book again',
  secure: (studio: string) =>
    `You pay on our payment provider's secure page. ${studio} never sees your card.`,
  contact: (studio: string) => `Questions? Contact ${studio}`,
  zone: (zone: string) => `Times are in ${zone}.`,

  states: {
    DUE: (until: string) => ['One step left: payment', `Pay by ${until} to keep your time.`],
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
  /** For orders without a time. */
  untimed: {
    DUE: (until: string) => ['One step left: payment', `Pay by ${until} to place your order.`],
    PROCESSING: [
      'Your payment is on its way',
      "Some banks take a few days. There's nothing more to do.",
    ],
    EXPIRED: [
      'Your order has expired',
      "It wasn't paid in time, so nothing was charged. You can book again.",
    ],
  },
  declinedRefund: (amount: string) => `Your refund of ${amount} is on its way.`,
  failed: {
    due: "Your payment didn't go through, and nothing was charged. Try again, or use another card.",
    expired: "Your payment didn't go through, so nothing was charged. You can book again.",
  },
  disputed: (amount: string) => `Your bank is deciding on the ${amount} that you disputed.`,
  disputedRefund: (amount: string, studio: string) =>
    `Your bank is deciding on the ${amount} that you disputed. If it sides with ${studio}, you get that back as a refund.`,
  change: {
    either: 'Reschedule or cancel',
    ask: (studio: string) => `To reschedule or cancel, contact ${studio}`,
    title: 'Change your booking',
    back: 'Back to your booking',
    until: (time: string) => `Change it here until ${time}`,
    notHere: (studio: string) => `You can't change this booking here. Contact ${studio}.`,
    move: 'Reschedule',
    choose: 'Choose a time.',
    moved: 'Your new time is booked.',
    noTimes: (studio: string) => `No other times are free. Contact ${studio}.`,
    moveFee: (amount: string) => `The fee for this change is ${amount}.`,
    moveFree: 'This change is free.',
    cancel: 'Cancel booking',
    cancelFee: (amount: string) => `The fee for canceling is ${amount}.`,
    cancelFree: 'Canceling is free.',
    refund: (amount: string) => `You get ${amount} back.`,
    sure: "Your time is released, and you can't undo this.",
    taken: 'Someone else just took that time. Choose another one.',
    feeChanged: 'The fee has changed. Check it, then try again.',
    underWay: 'Your payment is still on its way. Try again once it has arrived.',
    failed: "That didn't work. Check your booking, then try again.",
  },
  missing: { title: "This link doesn't work", text: 'Ask your photographer for a new link.' },
} as const

const ES = translationOf<typeof EN>()({
  client: 'Reservado por',
  where: 'Dónde',
  noTime: (studio: string) => `${studio} le llamará para acordar una hora.`,
  paid: 'Pagado',
  refunded: 'Reembolsado',
  due: 'Por pagar',
  charge: 'Cargo adicional',
  others: 'Otros cargos',
  cancellationFee: 'Cargo por cancelación',
  answers: 'Sus respuestas',
  yes: 'Sí',
  no: 'No',
  terms: 'Condiciones',
  calendar: 'Agregar al calendario',
  print: 'Imprimir',
  pay: (amount: string) => `Pagar ${amount}`,
  payRest: (amount: string) => `Pagar los ${amount} restantes`,
  invoiced: (payer: string | null, due: string | null) =>
    `${payer === null ? 'Se le factura a usted' : `Se factura a ${payer}`}${due === null ? '' : `; vence el ${due}`}.`,
  payLater: 'Puede pagar ahora o cuando sus archivos estén listos.',
  bookAgain: 'Reservar de nuevo',
  secure: (studio: string) =>
    `El pago se hace en la página segura de nuestro proveedor de pagos. ${studio} nunca ve su tarjeta.`,
  contact: (studio: string) => `¿Preguntas? Escriba a ${studio}`,
  zone: (zone: string) => `Zona horaria: ${zone}.`,

  states: {
    DUE: (until: string) => [
      'Solo falta el pago',
      `Pague antes de las ${until} para conservar su hora.`,
    ],
    DUE_NO_CARDS: (studio: string) => [
      'Esperamos su pago',
      `${studio} no puede aceptar tarjetas en este momento. Escríbales para pagar.`,
    ],
    CHECKING: ['Verificando su pago…', 'Tarda unos segundos.'],
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
      'Le llamaremos para acordar la hora',
      `Su pago está seguro, pero alguien tomó su hora antes de que llegara. ${studio} buscará otra con usted.`,
    ],
    CONFLICT_UNPAID: (studio: string) => [
      'Le llamaremos para acordar la hora',
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
  untimed: {
    DUE: (until: string) => [
      'Solo falta el pago',
      `Pague antes de las ${until} para hacer su pedido.`,
    ],
    PROCESSING: [
      'Su pago está en camino',
      'Algunos bancos tardan unos días. No tiene que hacer nada más.',
    ],
    EXPIRED: [
      'Su pedido venció',
      'No se pagó a tiempo, así que no se cobró nada. Puede reservar de nuevo.',
    ],
  },
  declinedRefund: (amount: string) => `Le devolvemos ${amount}.`,
  failed: {
    due: 'Su pago no se realizó y no se cobró nada. Intente de nuevo o use otra tarjeta.',
    expired: 'Su pago no se realizó, así que no se cobró nada. Puede reservar de nuevo.',
  },
  disputed: (amount: string) => `Su banco está decidiendo sobre los ${amount} que usted reclamó.`,
  disputedRefund: (amount: string, studio: string) =>
    `Su banco está decidiendo sobre los ${amount} que usted reclamó. Si da la razón a ${studio}, se los devolvemos.`,
  change: {
    either: 'Cambiar la hora o cancelar',
    ask: (studio: string) => `Para cambiar la hora o cancelar, comuníquese con ${studio}`,
    title: 'Cambiar su reserva',
    back: 'Volver a su reserva',
    until: (time: string) => `Puede cambiarla aquí hasta: ${time}`,
    notHere: (studio: string) => `No puede cambiar esta reserva aquí. Escriba a ${studio}.`,
    move: 'Cambiar la hora',
    choose: 'Elija una hora.',
    moved: 'Su nueva hora está reservada.',
    noTimes: (studio: string) => `No hay otras horas libres. Escriba a ${studio}.`,
    moveFee: (amount: string) => `El cargo por este cambio es de ${amount}.`,
    moveFree: 'Este cambio es gratis.',
    cancel: 'Cancelar la reserva',
    cancelFee: (amount: string) => `El cargo por cancelar es de ${amount}.`,
    cancelFree: 'Cancelar es gratis.',
    refund: (amount: string) => `Le devolvemos ${amount}.`,
    sure: 'Perderá su hora, y esto no se puede deshacer.',
    taken: 'Alguien acaba de tomar esa hora. Elija otra.',
    feeChanged: 'El cargo cambió. Revíselo e intente de nuevo.',
    underWay: 'Su pago todavía está en camino. Intente de nuevo cuando haya llegado.',
    failed: 'No se pudo hacer. Revise su reserva e intente de nuevo.',
  },
  missing: { title: 'Este enlace no funciona', text: 'Pida a su fotógrafo un enlace nuevo.' },
})

export const TEXTS: Tables<typeof EN> = { en: EN, es: ES }
export type OrderTexts = Texts<typeof EN>
