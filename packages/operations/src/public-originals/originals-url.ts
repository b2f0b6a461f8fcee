/**
 * The address of the public page of an altered picture. It is on the host of the client's pages.
 *
 * @param deliveryBaseUrl where clients open what was delivered to them
 */
export function originalsUrl(deliveryBaseUrl: string, publicId: string): string {
  return `${new URL(deliveryBaseUrl).origin}/originals/${publicId}`
}
