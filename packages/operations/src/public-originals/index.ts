export { getPublicOriginal, type PublicOriginal } from './get-public-original.ts'
export { originalsUrl } from './originals-url.ts'
