/**
 * The address of the public page of an altered picture. It is on the host of the client's pages.
 *
 * @param deliveryBaseUrl the URL of client deliveries, without `/` and the token
 */
export function originalsUrl(deliveryBaseUrl: string, publicId: string): string {
  return `${new URL(deliveryBaseUrl).origin}/originals/${publicId}`
}
