import { type Tables, translationOf } from './translation.ts'

/** The texts of mails in English. docs/contract.md#c14-mail */
export const TEXTS = {
  greeting: (name: string) => `Hi ${name},`,
  unsubscribe: 'Unsubscribe',
  portal: 'Your deliveries and invoices',
  invitation: {
    subject: (studio: string) => `Join ${studio}`,
    body: (studio: string) =>
      `${studio} has invited you to join their team. Accept the invitation and choose a password to get started.`,
    action: 'Accept invitation',
    expires: (time: string) => `This link works once and expires on ${time}.`,
    unexpected:
      "If you don't know the sender, you can ignore this email. Nothing happens until you accept.",
  },
  passwordReset: {
    subject: 'Reset your password',
    body: 'Someone asked to reset the password for the account with this email address. If it was you, choose a new one.',
    action: 'Choose a new password',
    expires: 'This link works once and expires in an hour. Using it signs you out everywhere.',
    unexpected: "If it wasn't you, you can ignore this email. Your password stays the same.",
  },
  delivery: {
    subject: (address: string) => (address ? `Your files for ${address}` : 'Your files are ready'),
    body: (studio: string, address: string) =>
      `${studio} has delivered your files${address && ` for ${address}`}.`,
    updated: {
      subject: (address: string) =>
        address ? `Your updated files for ${address}` : 'Your updated files are ready',
      body: (studio: string, address: string) =>
        `${studio} has updated your files${address && ` for ${address}`}.`,
    },
    action: 'View files',
    expires: (time: string) => `This link expires on ${time}.`,
    shared: 'Anyone with this link can open it, so forward this email with care.',
  },
  /** While its downloads wait for payment. */
  lockedDelivery: {
    subject: (address: string) =>
      address
        ? `Your files for ${address} are ready: pay to download`
        : 'Your files are ready: pay to download',
    body: (studio: string, address: string) =>
      `${studio} has finished your files${address && ` for ${address}`}. You can view everything now.`,
    updated: {
      subject: (address: string) =>
        address
          ? `Your updated files for ${address} are ready: pay to download`
          : 'Your updated files are ready: pay to download',
      body: (studio: string, address: string) =>
        `${studio} has updated your files${address && ` for ${address}`}. You can view everything now.`,
    },
    pay: (amount: string) => `Downloads open as soon as ${amount} is paid.`,
    action: (amount: string) => `View files and pay ${amount}`,
  },
  invoice: {
    subject: (number: string, studio: string) => `Invoice ${number} from ${studio}`,
    body: (number: string, amount: string, address: string) =>
      `Your invoice ${number}${address && ` for ${address}`} is ready: ${amount}.`,
    due: (day: string) => `It's due on ${day}.`,
    action: (amount: string) => `Pay ${amount}`,
    shared: 'Anyone with this link can see the invoice and pay it.',
  },
  receipt: {
    subject: (number: string) => `Receipt for invoice ${number}`,
    body: (studio: string, amount: string, day: string) =>
      `${studio} received your payment of ${amount} on ${day}. Thank you!`,
    action: 'View receipt',
    shared: 'Anyone with this link can see the invoice.',
  },
  order: {
    place: (address: string, time: string) =>
      [address && ` for ${address}`, time && ` on ${time}`].filter(Boolean).join(''),
    requested: {
      subject: (studio: string) => `${studio} received your order`,
      body: (studio: string, place: string) =>
        `Thank you! ${studio} received your order${place} and will confirm it soon.`,
    },
    confirmed: {
      subject: (address: string) => `Order confirmed${address && `: ${address}`}`,
      body: (studio: string, place: string) => `${studio} confirmed your order${place}.`,
    },
    conflict: {
      subject: (address: string) => `Your order needs a new time${address && `: ${address}`}`,
      body: (studio: string, place: string) =>
        `${studio} received your order${place}, but someone else took that time first. ${studio} will contact you to arrange another one.`,
    },
    declined: {
      subject: (studio: string) => `${studio} can't take your order`,
      body: (studio: string, place: string) =>
        `Unfortunately, ${studio} can't take your order${place}.`,
      refunded: (amount: string) => `Your payment of ${amount} is being refunded.`,
    },
    cancelled: {
      subject: (address: string) => `Booking canceled${address && `: ${address}`}`,
      body: (studio: string, place: string) => `You canceled your booking with ${studio}${place}.`,
      refunded: (amount: string) =>
        `${amount} is being refunded to you. Your bank may take a few days.`,
    },
    amounts: (total: string, paid: string) => `Total: ${total}. Paid: ${paid}.`,
    action: 'View order',
    shared: 'Anyone with this link can see the order.',
  },
  newOrder: {
    requested: (customer: string) => `New order to confirm: ${customer}`,
    confirmed: (customer: string) => `New order: ${customer}`,
    conflict: (customer: string) => `Order without a technician: ${customer}`,
    body: (customer: string, place: string) => `${customer} placed an order${place}.`,
    taken:
      'The time was taken before the order was paid or confirmed, so nobody is assigned. Agree on another time with the customer, then assign someone.',
    action: 'Open order',
    why: "You're receiving this email because you manage orders for this organization.",
  },
  orderChanged: {
    moved: {
      subject: (customer: string) => `Rescheduled by the client: ${customer}`,
      body: (customer: string, address: string, before: string) =>
        `${customer} moved their appointment${address && ` at ${address}`} from ${before}.`,
      fee: (amount: string) => `They owe a fee of ${amount}.`,
    },
    cancelled: {
      subject: (customer: string) => `Canceled by the client: ${customer}`,
      body: (customer: string, place: string) => `${customer} canceled their booking${place}.`,
      refunded: (amount: string) => `${amount} is being refunded.`,
    },
    action: 'Open project',
  },
  reschedule: {
    subject: (address: string) => `Your appointment has moved${address && `: ${address}`}`,
    body: (studio: string, address: string, before: string) =>
      `${studio} has moved your appointment${address && ` at ${address}`} from ${before}.`,
    byYou: (address: string, before: string) =>
      `You moved your appointment${address && ` at ${address}`} from ${before}.`,
    now: (time: string) => `New time: ${time}`,
    fee: (amount: string) => `The fee for this change is ${amount}.`,
  },
  lead: {
    subject: (address: string) => `New message${address && `: ${address}`}`,
    body: (visitor: string, address: string) =>
      `${visitor} sent a message through the website of ${address || 'your property'}. You can reach them at:`,
    action: 'Open website',
    why: (studio: string) =>
      `You're receiving this email because ${studio} listed you as a contact on this website.`,
  },
  portalSignIn: {
    subject: (studio: string) => `Sign in to ${studio}`,
    body: (studio: string) =>
      `Here is your link to your orders, deliveries and invoices at ${studio}.`,
    action: 'Sign in',
    expires: 'This link works once and expires in 15 minutes.',
    unexpected: "If you didn't ask for it, you can ignore this email. Don't forward it.",
  },
  revision: {
    subject: (address: string) => `Changes requested${address && `: ${address}`}`,
    body: (address: string, round: number, comments: number) => {
      const place = address && ` for ${address}`
      const count = comments === 1 ? '1 comment' : `${comments} comments`
      return `Your client has requested changes${place}. This is round ${round}${comments > 0 ? `, with ${count} on files` : ''}.`
    },
    action: 'Open project',
    why: "You're receiving this email because you manage this project.",
  },
  disabledWebhook: {
    subject: 'A webhook was disabled',
    body: (url: string, reason: string) => `We've disabled the webhook to ${url}. ${reason}`,
    next: "New events aren't sent there. They stay in the event log, by default for 30 days. Fix the receiver, enable the webhook again, and recover the events it missed.",
    action: 'Open webhook',
    why: "You're receiving this email because you're an administrator of the organization.",
  },
} as const

type ToClients = Pick<
  typeof TEXTS,
  | 'greeting'
  | 'unsubscribe'
  | 'portal'
  | 'passwordReset'
  | 'delivery'
  | 'lockedDelivery'
  | 'invoice'
  | 'receipt'
  | 'order'
  | 'reschedule'
  | 'portalSignIn'
  | 'lead'
>

const ES = translationOf<ToClients>()({
  greeting: (name: string) => `Hola, ${name}:`,
  unsubscribe: 'Dejar de recibir correos',
  portal: 'Sus entregas y facturas',
  passwordReset: {
    subject: 'Restablezca su contraseña',
    body: 'Alguien pidió restablecer la contraseña de la cuenta con este correo electrónico. Si fue usted, elija una contraseña nueva.',
    action: 'Elegir una contraseña nueva',
    expires:
      'Este enlace funciona una sola vez y vence en una hora. Al usarlo se cierran todas sus sesiones.',
    unexpected: 'Si no fue usted, puede ignorar este correo. Su contraseña no cambia.',
  },
  delivery: {
    subject: (address: string) =>
      address ? `Sus archivos de ${address}` : 'Sus archivos están listos',
    body: (studio: string, address: string) =>
      `${studio} ya le entregó sus archivos${address && ` de ${address}`}.`,
    updated: {
      subject: (address: string) =>
        address
          ? `Sus archivos actualizados de ${address}`
          : 'Sus archivos actualizados están listos',
      body: (studio: string, address: string) =>
        `${studio} actualizó sus archivos${address && ` de ${address}`}.`,
    },
    action: 'Ver los archivos',
    expires: (time: string) => `Este enlace vence el ${time}.`,
    shared:
      'Cualquier persona con este enlace puede abrirlo; tenga cuidado al reenviar este correo.',
  },
  lockedDelivery: {
    subject: (address: string) =>
      address
        ? `Sus archivos de ${address} están listos: pague para descargarlos`
        : 'Sus archivos están listos: pague para descargarlos',
    body: (studio: string, address: string) =>
      `${studio} ya terminó sus archivos${address && ` de ${address}`}. Puede verlos todos desde ahora.`,
    updated: {
      subject: (address: string) =>
        address
          ? `Sus archivos actualizados de ${address} están listos: pague para descargarlos`
          : 'Sus archivos actualizados están listos: pague para descargarlos',
      body: (studio: string, address: string) =>
        `${studio} actualizó sus archivos${address && ` de ${address}`}. Puede verlos todos desde ahora.`,
    },
    pay: (amount: string) => `Las descargas se habilitan en cuanto se paguen ${amount}.`,
    action: (amount: string) => `Ver los archivos y pagar ${amount}`,
  },
  invoice: {
    subject: (number: string, studio: string) => `Factura ${number} de ${studio}`,
    body: (number: string, amount: string, address: string) =>
      `El total de su factura ${number}${address && ` por ${address}`} es de ${amount}.`,
    due: (day: string) => `Vence el ${day}.`,
    action: (amount: string) => `Pagar ${amount}`,
    shared: 'Cualquier persona con este enlace puede ver la factura y pagarla.',
  },
  receipt: {
    subject: (number: string) => `Recibo de la factura ${number}`,
    body: (studio: string, amount: string, day: string) =>
      `${studio} recibió su pago de ${amount} el ${day}. ¡Gracias!`,
    action: 'Ver el recibo',
    shared: 'Cualquier persona con este enlace puede ver la factura.',
  },
  order: {
    place: (address: string, time: string) =>
      [address && ` para ${address}`, time && ` el ${time}`].filter(Boolean).join(''),
    requested: {
      subject: (studio: string) => `${studio} recibió su pedido`,
      body: (studio: string, place: string) =>
        `¡Gracias! ${studio} recibió su pedido${place} y lo confirmará pronto.`,
    },
    confirmed: {
      subject: (address: string) => `Pedido confirmado${address && `: ${address}`}`,
      body: (studio: string, place: string) => `${studio} confirmó su pedido${place}.`,
    },
    conflict: {
      subject: (address: string) => `Su pedido necesita otra hora${address && `: ${address}`}`,
      body: (studio: string, place: string) =>
        `${studio} recibió su pedido${place}, pero otra persona tomó antes esa hora. Se comunicarán con usted para acordar una nueva.`,
    },
    declined: {
      subject: (studio: string) => `${studio} no puede aceptar su pedido`,
      body: (studio: string, place: string) =>
        `Lamentablemente, ${studio} no puede aceptar su pedido${place}.`,
      refunded: (amount: string) => `Se le reembolsará su pago de ${amount}.`,
    },
    cancelled: {
      subject: (address: string) => `Reserva cancelada${address && `: ${address}`}`,
      body: (studio: string, place: string) => `Usted canceló su reserva con ${studio}${place}.`,
      refunded: (amount: string) => `Le devolvemos ${amount}. Su banco puede tardar unos días.`,
    },
    amounts: (total: string, paid: string) => `Total: ${total}. Pagado: ${paid}.`,
    action: 'Ver el pedido',
    shared: 'Cualquier persona con este enlace puede ver el pedido.',
  },
  reschedule: {
    subject: (address: string) => `Su cita cambió de hora${address && `: ${address}`}`,
    body: (studio: string, address: string, before: string) =>
      `${studio} cambió la hora de su cita${address && ` en ${address}`} del ${before}.`,
    byYou: (address: string, before: string) =>
      `Usted cambió la hora de su cita${address && ` en ${address}`} del ${before}.`,
    now: (time: string) => `Nueva hora: ${time}`,
    fee: (amount: string) => `El cargo por este cambio es de ${amount}.`,
  },
  lead: {
    subject: (address: string) => `Nuevo mensaje${address && `: ${address}`}`,
    body: (visitor: string, address: string) =>
      `${visitor} envió un mensaje desde la página web de ${address || 'su propiedad'}. Puede responderle aquí:`,
    action: 'Abrir la página',
    why: (studio: string) =>
      `Recibe este correo porque ${studio} le nombró como contacto en esta página.`,
  },
  portalSignIn: {
    subject: (studio: string) => `Su acceso a ${studio}`,
    body: (studio: string) => `Este es el enlace a sus pedidos, entregas y facturas de ${studio}.`,
    action: 'Iniciar sesión',
    expires: 'Este enlace funciona una sola vez y vence en 15 minutos.',
    unexpected: 'Si no lo pidió, puede ignorar este correo. No lo reenvíe.',
  },
})

/** The texts of mails that clients receive, by language. docs/contract.md#c12-language */
export const CLIENT_TEXTS: Tables<ToClients> = { en: TEXTS, es: ES }
