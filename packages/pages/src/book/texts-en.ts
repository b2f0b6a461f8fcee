export const EN = {
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  back: 'Back',
  next: 'Continue',
  optional: 'optional',
  marked: 'Check the marked fields.',
  offline: "That didn't get through. Check your connection and try again.",

  bookingAs: 'Booking as',
  notYou: 'Not you? Continue as a guest',
  bookAsMember: 'Book with your account',
  invoiced: {
    afterBooking: (payer: string | null, days: number) =>
      `${payer === null ? 'Invoiced to you' : `Invoiced to ${payer}`}, due ${days === 1 ? '1 day' : `${days} days`} after booking.`,
    afterConfirmation: (payer: string | null, days: number) =>
      `${payer === null ? 'Invoiced to you' : `Invoiced to ${payer}`}, due ${days === 1 ? '1 day' : `${days} days`} after confirmation.`,
    onDelivery: (payer: string | null) =>
      `${payer === null ? 'Invoiced to you' : `Invoiced to ${payer}`}, due on delivery.`,
    plain: (payer: string) => `Invoiced to ${payer}.`,
  },
  groupDiscount: (percent: string) => `The total includes your ${percent} discount.`,

  property: 'Where is the property?',
  addressLine1: 'Street address',
  addressLine2: 'Unit',
  city: 'City',
  region: 'State',
  postalCode: 'ZIP code',
  propertySize: (unit: string) => `Size in ${unit}`,
  sizeHint: 'An estimate is fine.',

  offers: 'What do you need?',
  packages: 'Packages',
  addOns: 'Add something?',
  from: (price: string) => `From ${price}`,
  noPrice: 'Not for this size',
  about: (length: string) => `about ${length}`,
  hours: (count: string) => `${count} h`,
  update: 'Update the price',

  time: 'When should we come?',
  anyTime: 'No time yet',
  anyTimeHint: (studio: string) => `${studio} will call you to find one.`,
  noTimes: (studio: string) => `No times are free right now. Ask ${studio} for one.`,
  zone: (zone: string) => `Times are in ${zone}.`,
  hold: (time: string) => `Hold ${time}`,

  details: 'Almost done',
  yourDetails: 'Your details',
  changeDetails: 'Change your details',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  questions: 'A few questions',
  yes: 'Yes',
  no: 'No',
  terms: 'Terms',
  accept: 'I accept the terms.',
  held: (until: string) => `Held for you until ${until}`,
  change: 'Change',
  discount: 'Discount code',
  apply: 'Apply',
  pay: (amount: string) => `Pay ${amount}`,
  payDeposit: (amount: string) => `Pay ${amount} deposit`,
  now: (amount: string) => `${amount} now`,
  book: 'Book',
  request: 'Send request',
  secure: (studio: string) =>
    `You pay on our payment provider's secure page. ${studio} never sees your card.`,
  refunded: (studio: string) =>
    `You pay on a secure page now. ${studio} confirms your request, or you get your money back.`,
  laterPay: "You don't pay anything now.",
  answered: (studio: string) => `${studio} confirms your request. Until then, nothing is booked.`,
  leaving: 'Taking you to the next page…',
  go: 'Continue',

  contact: (studio: string) => `Questions? Contact ${studio}`,
  missing: {
    title: "This page isn't taking orders",
    text: 'The link may be old. Ask your photographer for a new one.',
  },

  notices: {
    taken: 'Someone just took that time. Choose another one. Everything else is still here.',
    holdEnded: "We couldn't hold your time any longer. Choose one again. The rest is still here.",
    placed: 'You already ordered this time with other details. To order again, choose another one.',
    priceChanged: (price: string) => `The price has changed to ${price}. Check it, then continue.`,
    tooMany: 'Too many attempts. Wait a few minutes, then continue. Nothing is lost.',
    tooManyHolds:
      "You're already holding several times. Finish one of those orders, or wait 15 minutes.",
    failed: 'Something went wrong on our end. Nothing is lost. Try again.',
    noCards: (studio: string) =>
      `${studio} can't take online payments right now. Contact them to book.`,
    signedIn: (name: string) =>
      `You're signed in as ${name} now. Check the price and the terms, then continue.`,
    signedOut:
      "You're no longer signed in, so these are the usual prices. Sign in again, or continue as a guest.",
    notPayable: "This amount can't be paid by card. Please contact us.",
  },
  problems: {
    required: 'Fill this in.',
    choosePackage: 'Choose one.',
    chooseTime: 'Choose a time.',
    answer: 'Choose an answer.',
    accept: 'Accept the terms to continue.',
    email: 'Enter an email address, like name@example.com.',
    size: 'Enter the size in whole numbers, like 1850.',
    sizeRange: (most: number) => `Enter a size from 1 to ${most.toLocaleString('en')}.`,
    noPrice: "We don't have a price for this size. Contact us for one.",
    tooLong: 'This is too long.',
    discount: "This code isn't valid.",
    invalid: 'Check this.',
  },
} as const
