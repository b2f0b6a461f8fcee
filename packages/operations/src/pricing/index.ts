export type { Price } from './price.ts'
export { quotePrice } from './quote-price.ts'
