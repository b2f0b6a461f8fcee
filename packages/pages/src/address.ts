/** The address of a project, as the API has it. */
export interface Address {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  region: string | null
  postalCode: string | null
}

/** `48 Alder Ridge Road, Floor 2`; empty when there is none. */
export function streetOf({ addressLine1, addressLine2 }: Address): string {
  return joined(addressLine1, addressLine2)
}

/** `Pasadena, CA 91101`; empty when there is none. */
export function placeOf({ city, region, postalCode }: Address): string {
  return joined(city, [region, postalCode].filter(Boolean).join(' '))
}

/** All of it on one line; empty when there is none. */
export function addressLine(address: Address): string {
  return joined(streetOf(address), placeOf(address))
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(', ')
}
