type Make = (path: string, body: object) => Promise<{ [field: string]: string }>

/** An order form, and orders awaiting confirmation. @returns the id of the form */
export async function requestOrders(make: Make, packageId: string, count: number): Promise<string> {
  const { id = '', publicId } = await make('/order-forms', {
    name: 'Listing photos',
    packageIds: [packageId],
    questions: [{ key: 'pets', label: 'Are there pets?', type: 'YES_NO' }],
    scheduling: 'NONE',
    confirmation: 'BY_STAFF',
    frameAncestors: ['https://www.example.com'],
  })
  const selection = { packageId }
  for (let n = 1; n <= count; n++) {
    const { holdToken } = await make(`/book/${publicId}/holds`, { selection })
    await make(`/book/${publicId}/orders`, {
      holdToken,
      selection,
      address: { addressLine1: `${n} Elm Street` },
      customer: { name: 'Bo Buyer', email: `bo-${n}@orders.test` },
    })
  }
  return id
}
