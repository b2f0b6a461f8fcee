import { operationDocs } from '../operation-docs.ts'

const ARCHIVES = 'Archives the record: past projects still refer to it. Again: 204.'
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
  },
  listPackages: { summary: 'List packages', description: 'Newest first.' },
  getPackage: { summary: 'Get a package' },
  updatePackage: { examples: { price: { priceAmount: 27_500 } }, summary: 'Change a package' },
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
  },
  listAddOns: { summary: 'List add-ons', description: 'Newest first.' },
  getAddOn: { summary: 'Get an add-on' },
  updateAddOn: { examples: { price: { priceAmount: 8_000 } }, summary: 'Change an add-on' },
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
    description: 'Either a share, `percentBasisPoints`, or a `discountAmount` in a `currency`.',
    problems: { 409: TAKEN },
  },
  listDiscounts: { summary: 'List discounts', description: 'Newest first.' },
  getDiscount: { summary: 'Get a discount' },
  updateDiscount: {
    examples: { more: { maxRedemptions: 200 } },
    summary: 'Change a discount',
    problems: {
      409: `${TAKEN}; more projects use it than the new number allows: \`max_redemptions_too_low\``,
    },
  },
  archiveDiscount: { summary: 'Archive a discount', description: ARCHIVES },
})
