import { operationDocs } from '../operation-docs.ts'

const ARCHIVES =
  'Archives the record, which can’t be booked again; past projects still refer to it. Again: 204.'
const TAKEN = 'Another discount that is not archived has this code: `duplicate_code`'

const offers = operationDocs({
  createPackage: {
    examples: {
      whole: {
        name: 'Essential',
        description: '25 photos',
        priceAmount: 25000,
        currency: 'USD',
        mediaTypes: ['PHOTO'],
        durationMinutes: 60,
      },
    },
    summary: 'Create a package',
    description: 'Creates a package: a product that projects are booked with.',
  },
  listPackages: { summary: 'List packages', description: 'Lists packages, newest first.' },
  getPackage: { summary: 'Get a package', description: 'Returns one package.' },
  updatePackage: {
    examples: { price: { priceAmount: 27_500 } },
    summary: 'Change a package',
    description: 'Changes the given fields of a package.',
  },
  archivePackage: { summary: 'Archive a package', description: ARCHIVES },
  createAddOn: {
    examples: {
      whole: {
        name: 'Floor plan',
        description: 'In 2D',
        priceAmount: 7500,
        currency: 'USD',
        mediaTypes: ['FLOORPLAN'],
        durationMinutes: 20,
      },
    },
    summary: 'Create an add-on',
    description: 'Creates an add-on: an extra that is booked beside a package.',
  },
  listAddOns: { summary: 'List add-ons', description: 'Lists add-ons, newest first.' },
  getAddOn: { summary: 'Get an add-on', description: 'Returns one add-on.' },
  updateAddOn: {
    examples: { price: { priceAmount: 8_000 } },
    summary: 'Change an add-on',
    description: 'Changes the given fields of an add-on.',
  },
  archiveAddOn: { summary: 'Archive an add-on', description: ARCHIVES },
})

export const packageDocs = {
  create: offers.createPackage,
  list: offers.listPackages,
  get: offers.getPackage,
  update: offers.updatePackage,
  archive: offers.archivePackage,
}

export const addOnDocs = {
  create: offers.createAddOn,
  list: offers.listAddOns,
  get: offers.getAddOn,
  update: offers.updateAddOn,
  archive: offers.archiveAddOn,
}

export const docs = operationDocs({
  createDiscount: {
    examples: {
      share: {
        code: 'SUMMER',
        percentBasisPoints: 1_000,
        expiresAt: '2199-12-31T00:00:00Z',
        maxRedemptions: 100,
      },
      amount: { code: 'WELCOME', discountAmount: 2_500, currency: 'USD' },
    },
    summary: 'Create a discount',
    description:
      'Creates a discount: either a share, `percentBasisPoints`, or a `discountAmount` in a `currency`.',
    problems: { 409: TAKEN },
  },
  listDiscounts: { summary: 'List discounts', description: 'Lists discounts, newest first.' },
  getDiscount: { summary: 'Get a discount', description: 'Returns one discount.' },
  updateDiscount: {
    examples: { more: { maxRedemptions: 200 } },
    summary: 'Change a discount',
    description: 'Changes the given fields of a discount.',
    problems: {
      409: `${TAKEN}; more projects use it than the new number allows: \`max_redemptions_too_low\``,
    },
  },
  archiveDiscount: { summary: 'Archive a discount', description: ARCHIVES },
})
